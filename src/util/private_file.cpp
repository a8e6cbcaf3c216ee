// SPDX-License-Identifier: MIT
#include "util/private_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "rlmdb/error.hpp"
#include "util/file_identity.hpp"
#include "util/process_identity.hpp"
#include "util/random_name.hpp"

namespace rlmdb::util {

namespace {

constexpr std::size_t k_random_digits = 16;
constexpr std::string_view k_sort_prefix = ".rlmdb-sort-";

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The pid in "<pid>.<random>", or nullopt when `text` is not of that pattern.
std::optional<pid_t> owner_in(std::string_view text) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc{} || pid <= 0) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest.size() != 1 + k_random_digits || rest.front() != '.' || !is_hex(rest.substr(1)))
    return std::nullopt;
  return pid;
}

/// As much of the final name as leaves room for the rest.
std::string_view short_name(std::string_view final_name) {
  constexpr std::size_t k_most_bytes = 200;
  return final_name.substr(0, k_most_bytes);
}

/// The pid in ".<final name>.<pid>.<random>.<kind>", or nullopt when `name` is not of that pattern.
std::optional<pid_t> owner_of(std::string_view name, std::string_view final_name, std::string_view kind) {
  const std::string prefix = "." + std::string(short_name(final_name)) + ".";
  const std::string suffix = "." + std::string(kind);
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() <= prefix.size() + suffix.size()) return std::nullopt;
  return owner_in(name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
}

/// The same whatever the final name is: the pid stands before the last two points of what precedes the kind.
std::optional<pid_t> owner_of(std::string_view name) {
  for (const std::string_view suffix : {".rlmdb-new", ".rlmdb-tmp"}) {
    if (!name.starts_with('.') || !name.ends_with(suffix)) continue;
    const std::string_view stem = name.substr(0, name.size() - suffix.size());
    const std::size_t random = stem.rfind('.');
    const std::size_t pid = random == 0 ? 0 : stem.rfind('.', random - 1);
    if (pid != 0 && pid != std::string_view::npos) return owner_in(stem.substr(pid + 1));
  }
  return std::nullopt;
}

bool is_sort_file(std::string_view name) {
  return name.starts_with(k_sort_prefix) && name.size() == k_sort_prefix.size() + k_random_digits &&
         is_hex(name.substr(k_sort_prefix.size()));
}

/// A pid can be gone from here and alive in another container that shares the directory; its flock shows.
bool is_abandoned(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return file.valid() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

int remove_with_companions(const std::filesystem::path& path) {
  int removed = 0;
  for (const char* suffix : {"-journal", "-wal", "-shm", ""})
    removed += ::unlink((path.string() + suffix).c_str()) == 0 ? 1 : 0;
  return removed;
}

bool is_leftover(std::string_view name) {
  if (is_sort_file(name)) return true;
  const auto pid = owner_of(name);
  return pid && !pid_exists(*pid);
}

bool remove_if_empty(const std::filesystem::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0 &&
         ::unlink(path.c_str()) == 0;
}

/// Names of the directory's entries for which `is_wanted`; none where it cannot be read.
template <class Wanted>
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& directory, Wanted is_wanted) {
  std::error_code error;
  std::vector<std::filesystem::path> entries;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_wanted(entry->path().filename().string())) entries.push_back(entry->path());
  }
  return entries;
}

int remove_abandoned(const std::vector<std::filesystem::path>& paths) {
  int removed = 0;
  for (const auto& path : paths)
    if (is_abandoned(path)) removed += remove_with_companions(path);
  return removed;
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
         ("." + std::string(short_name(final_path.filename().string())) + "." + std::to_string(::getpid()) +
          "." + random_name() + "." + std::string(kind));
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
  return remove_abandoned(entries_of(parent_directory(final_path), [&](const std::string& name) {
    const auto pid = owner_of(name, final_name, kind);
    return pid && !pid_exists(*pid);
  }));
}

int remove_leftovers(const std::filesystem::path& directory) {
  int removed = 0;
  for (const auto& path : entries_of(directory, is_leftover)) {
    const bool is_sort = is_sort_file(path.filename().string());
    removed += is_sort ? int{remove_if_empty(path)} : remove_abandoned({path});
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
