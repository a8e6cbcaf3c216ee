// SPDX-License-Identifier: MIT
#include "util/beneath.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "rlmdb/error.hpp"
#include "util/new_directories.hpp"
#include "util/open_beneath.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

[[noreturn]] void refuse_root(const std::filesystem::path& root, int error_number) {
  if (error_number == ENOTDIR)
    throw Error(ErrorCode::conflict, "something that is no directory stands where one has to be",
                root.string(), "take another directory");
  throw_io("open the directory", root, error_number);
}

FileDescriptor open_root(const std::filesystem::path& root) {
  require_no_link_of_others(root);
  FileDescriptor directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) refuse_root(root, errno);
  return directory;
}

std::optional<BeneathFault> fault_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return BeneathFault::absent;
    case EXDEV:
    case ELOOP:
      return BeneathFault::outside;
    default:
      return std::nullopt;
  }
}

struct stat opened_status(const FileDescriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_io("look at", path, errno);
  return status;
}

bool is_same(const struct stat& left, const struct stat& right) {
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino && left.st_size == right.st_size &&
         left.st_mtim.tv_sec == right.st_mtim.tv_sec && left.st_mtim.tv_nsec == right.st_mtim.tv_nsec;
}

std::string read_all(const FileDescriptor& file, const std::string& path, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count = ::pread(file.get(), text.data() + done, bytes - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_io("read", path, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

/// Invalid where there is none yet.
FileDescriptor open_directory(const FileDescriptor& parent, const std::filesystem::path& name,
                              const std::filesystem::path& path) {
  FileDescriptor directory = open_beneath(parent, name.string(), O_PATH | O_DIRECTORY);
  const int error_number = errno;
  if (directory.valid() || error_number == ENOENT) return directory;
  if (fault_of(error_number))
    throw Error(ErrorCode::conflict, "something that is no directory stands where one has to be",
                path.string(), "move it away, or take another directory");
  throw_io("open the directory", path, error_number);
}

}  // namespace

BeneathFile read_beneath(const std::filesystem::path& root, const std::string& path,
                         std::uint64_t most_bytes) {
  const FileDescriptor directory = open_root(root);
  // Looked at before it is opened: opening a device or a FIFO may already do something.
  const FileDescriptor place = open_beneath(directory, path, O_PATH);
  if (!place.valid()) {
    const int error_number = errno;
    if (const auto fault = fault_of(error_number)) return {*fault};
    throw_io("open", path, error_number);
  }
  const struct stat before = opened_status(place, path);
  if (!S_ISREG(before.st_mode)) return {BeneathFault::not_regular};
  if (static_cast<std::uint64_t>(before.st_size) > most_bytes) return {BeneathFault::too_large};
  const FileDescriptor file = open_beneath(directory, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file.valid()) {
    const int error_number = errno;
    if (fault_of(error_number)) return {BeneathFault::changed};
    throw_io("open", path, error_number);
  }
  if (!is_same(before, opened_status(file, path))) return {BeneathFault::changed};
  std::string bytes = read_all(file, path, static_cast<std::size_t>(before.st_size));
  if (!is_same(before, opened_status(file, path))) return {BeneathFault::changed};
  return {BeneathFault::none, std::move(bytes), before.st_mode & 07777U};
}

BeneathFile look_beneath(const std::filesystem::path& root, const std::string& path) {
  const FileDescriptor place = open_beneath(open_root(root), path, O_PATH);
  if (!place.valid()) {
    const int error_number = errno;
    if (const auto fault = fault_of(error_number)) return {*fault};
    throw_io("open", path, error_number);
  }
  const struct stat status = opened_status(place, path);
  if (!S_ISREG(status.st_mode)) return {BeneathFault::not_regular};
  return {BeneathFault::none, "", status.st_mode & 07777U};
}

bool is_file_name(std::string_view text) noexcept {
  constexpr std::size_t k_longest_name = 255;
  return !text.empty() && text != "." && text != ".." && text.size() <= k_longest_name &&
         text.find('/') == std::string_view::npos && text.find('\0') == std::string_view::npos;
}

FileDescriptor make_directory_beneath(const std::filesystem::path& root, const std::filesystem::path& path) {
  // A path with a slash at its end names the same directory, but its parent is another.
  const std::filesystem::path named = root.has_filename() ? root : root.parent_path();
  require_no_link_of_others(root);
  (void)make_private_directory(named, root);
  FileDescriptor directory = open_root(root);
  std::filesystem::path so_far = root;
  for (const std::filesystem::path& name : path) {
    so_far /= name;
    FileDescriptor next = open_directory(directory, name, so_far);
    if (!next.valid()) {
      (void)make_private_directory(path_in(directory, name.string()), so_far);
      next = open_directory(directory, name, so_far);
    }
    if (!next.valid()) throw_io("open the directory", so_far, ENOENT);
    directory = std::move(next);
  }
  return directory;
}

FileDescriptor find_directory_beneath(const std::filesystem::path& root, const std::filesystem::path& path) {
  require_no_link_of_others(root);
  FileDescriptor directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid() && errno == ENOENT) return {};
  if (!directory.valid()) refuse_root(root, errno);
  std::filesystem::path so_far = root;
  for (const std::filesystem::path& name : path) {
    so_far /= name;
    directory = open_directory(directory, name, so_far);
    if (!directory.valid()) break;
  }
  return directory;
}

std::filesystem::path path_in(const FileDescriptor& directory, std::string_view name) {
  return std::filesystem::path("/proc/self/fd") / std::to_string(directory.get()) / name;
}

}  // namespace rlmdb::util
