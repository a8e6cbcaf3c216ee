// SPDX-License-Identifier: MIT
#include "util/private_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "rlmdb/error.hpp"
#include "util/file_identity.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::util {

namespace {

int remove_with_companions(const std::filesystem::path& path) {
  int removed = 0;
  for (const std::string_view suffix : k_companions)
    removed += ::unlink((path.string() + std::string(suffix)).c_str()) == 0 ? 1 : 0;
  return removed + (::unlink(path.c_str()) == 0 ? 1 : 0);
}

/// A pid that is given out again is another process's: one that began after the last write to the file.
bool is_gone(pid_t maker, const struct stat& file) {
  constexpr std::int64_t k_slack_s = 5;
  if (!pid_exists(maker)) return true;
  const auto ticks = start_ticks(maker);
  const auto boot = boot_time_s();
  if (!ticks || !boot) return false;
  const std::int64_t started_s = *boot + static_cast<std::int64_t>(*ticks) / ::sysconf(_SC_CLK_TCK);
  return started_s > std::max(file.st_mtim.tv_sec, file.st_ctim.tv_sec) + k_slack_s;
}

/// The pid may also be alive in another container that shares the directory; then its flock shows.
bool is_abandoned(const std::filesystem::path& path, const OwnName& name) {
  struct stat status {};
  if (!name.maker || ::lstat(path.c_str(), &status) != 0 || !is_gone(*name.maker, status)) return false;
  const FileDescriptor file = open_foreign(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return file.valid() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

/// What a process made that was killed; a directory only where that stands which it was to be a copy of.
int remove_if_abandoned(const std::filesystem::path& path, const OwnName& name) {
  std::error_code ignored;
  if (name.kind == OwnKind::in_making && !name.is_companion && is_abandoned(path, name))
    return remove_with_companions(path);
  if (name.kind != OwnKind::adopting ||
      !std::filesystem::is_directory(path.parent_path() / name.of, ignored) ||
      !std::filesystem::is_directory(std::filesystem::symlink_status(path, ignored)) ||
      !is_abandoned(path, name))
    return 0;
  return std::filesystem::remove_all(path, ignored) > 0 && !ignored ? 1 : 0;
}

int remove_if_empty(const std::filesystem::path& path) {
  struct stat status {};
  const bool is_empty = ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
  return is_empty && ::unlink(path.c_str()) == 0 ? 1 : 0;
}

/// The directory's entries with a name of ours that `is_wanted`; none where it cannot be read.
template <class Wanted>
std::vector<std::filesystem::path> own_entries_of(const std::filesystem::path& directory, Wanted is_wanted) {
  std::error_code error;
  std::vector<std::filesystem::path> entries;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto own = own_name(name);
    if (own && is_wanted(name, *own)) entries.push_back(entry->path());
  }
  return entries;
}

/// Without replacing anything; false with errno set.
bool move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // This file system cannot; between the two calls the complete file has both names.
  if (::link(from.c_str(), to.c_str()) != 0) return false;
  ::unlink(from.c_str());
  return true;
}

}  // namespace

std::filesystem::path private_path(const std::filesystem::path& final_path, std::string_view kind) {
  return parent_directory(final_path) /
         name_in_making(final_path.filename().string(), ::getpid(), random_name(), kind);
}

PrivateFile create_private_file(const std::filesystem::path& final_path, std::string_view kind,
                                const std::filesystem::path& shown) {
  const std::filesystem::path& named = shown.empty() ? final_path : shown;
  PrivateFile file;
  file.path = private_path(final_path, kind);
  file.descriptor =
      FileDescriptor(::open(file.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.descriptor.valid()) throw_io("make a file beside", named, errno);
  give_to_owner_of_directory(file.descriptor.get(), parent_directory(final_path));
  // A strict umask may have taken bits away.
  if (::fchmod(file.descriptor.get(), 0600) != 0 || ::flock(file.descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    ::unlink(file.path.c_str());
    throw_io("make a file beside", named, error);
  }
  return file;
}

int remove_leftover_private_files(const std::filesystem::path& final_path, std::string_view kind) {
  const std::string final_name = final_path.filename().string();
  int removed = 0;
  for (const auto& path :
       own_entries_of(parent_directory(final_path), [&](const std::string&name, const OwnName&own) {
         return own.kind == OwnKind::in_making && own.of == begin_of_name_in_making(final_name) &&
                name.ends_with(kind);
       }))
    removed += remove_if_abandoned(path, *own_name(path.filename().string()));
  return removed;
}

int remove_leftovers(const std::filesystem::path& directory) {
  int removed = 0;
  for (const auto& path : own_entries_of(directory, [](const auto&, const auto&) { return true; })) {
    const std::string name = path.filename().string();
    const OwnName own = own_name(name).value_or(OwnName{});
    removed += own.kind == OwnKind::sorting ? remove_if_empty(path) : remove_if_abandoned(path, own);
  }
  return removed;
}

void publish_new_file(const std::filesystem::path& from, const std::filesystem::path& to,
                      const std::filesystem::path& shown) {
  const std::filesystem::path& named = shown.empty() ? to : shown;
  if (!move_to_free_name(from, to)) {
    if (errno == EEXIST)
      throw Error(ErrorCode::conflict, "the file " + named.string() + " already exists", named.string(),
                  "choose another name; nothing was overwritten");
    throw_io("make the file", named, errno);
  }
  sync_parent_directory(to);
}

void sync_file(int descriptor, const std::filesystem::path& path) {
  if (::fsync(descriptor) != 0) throw_io("write to the disk", path, errno);
}

void sync_parent_directory(const std::filesystem::path& path) {
  const std::filesystem::path directory = parent_directory(path);
  const FileDescriptor file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file.valid()) throw_io("open the directory", directory, errno);
  sync_file(file.get(), directory);
}

std::filesystem::path parent_directory(const std::filesystem::path& path) {
  std::filesystem::path parent = path.parent_path();
  return parent.empty() ? std::filesystem::path(".") : parent;
}

void throw_io(std::string_view doing, const std::filesystem::path& path, int errno_value) {
  std::string message = "cannot " + std::string(doing);
  if (!path.empty()) message += " " + path.string();
  throw Error(ErrorCode::io, message + ": " + std::generic_category().message(errno_value), path.string());
}

}  // namespace rlmdb::util
