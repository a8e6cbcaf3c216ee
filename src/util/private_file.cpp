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
#include "util/process_identity.hpp"
#include "util/random_name.hpp"

namespace rlmdb::util {

namespace {

constexpr std::size_t k_random_digits = 16;

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The pid in ".<final name>.<pid>.<random>.<kind>", or nullopt when `name` is not of that pattern.
std::optional<pid_t> owner_of(std::string_view name, std::string_view final_name, std::string_view kind) {
  const std::string prefix = "." + std::string(final_name) + ".";
  const std::string suffix = "." + std::string(kind);
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() <= prefix.size() + suffix.size()) return std::nullopt;
  const std::string_view middle = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(middle.data(), middle.data() + middle.size(), pid);
  if (error != std::errc{} || pid <= 0) return std::nullopt;
  const std::string_view rest = middle.substr(static_cast<std::size_t>(end - middle.data()));
  if (rest.size() != 1 + k_random_digits || rest.front() != '.' || !is_hex(rest.substr(1)))
    return std::nullopt;
  return pid;
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

PrivateFile create_private_file(const std::filesystem::path& final_path, std::string_view kind) {
  const std::string name = "." + final_path.filename().string() + "." + std::to_string(::getpid()) + "." +
                           random_name() + "." + std::string(kind);
  PrivateFile file;
  file.path = parent_directory(final_path) / name;
  file.descriptor =
      FileDescriptor(::open(file.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.descriptor.valid()) throw_io("make a file beside", final_path, errno);
  // A strict umask may have taken bits away.
  if (::fchmod(file.descriptor.get(), 0600) != 0 || ::flock(file.descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    ::unlink(file.path.c_str());
    throw_io("make a file beside", final_path, error);
  }
  return file;
}

int remove_leftover_private_files(const std::filesystem::path& final_path, std::string_view kind) {
  std::error_code error;
  std::vector<std::filesystem::path> leftovers;
  const std::string final_name = final_path.filename().string();
  for (std::filesystem::directory_iterator entry(parent_directory(final_path), error), end;
       !error && entry != end; entry.increment(error)) {
    const auto pid = owner_of(entry->path().filename().string(), final_name, kind);
    if (pid && !pid_exists(*pid)) leftovers.push_back(entry->path());
  }
  int removed = 0;
  for (const auto& path : leftovers)
    if (is_abandoned(path)) removed += remove_with_companions(path);
  return removed;
}

void publish_new_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (!move_to_free_name(from, to)) {
    if (errno == EEXIST)
      throw Error(ErrorCode::conflict, "the file " + to.string() + " already exists", to.string(),
                  "choose another name; nothing was overwritten");
    throw_io("make the file", to, errno);
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
