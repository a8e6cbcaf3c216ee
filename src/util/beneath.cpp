// SPDX-License-Identifier: MIT
#include "util/beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"
#include "util/foreign_file.hpp"
#include "util/new_directories.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

/// The kernel says EAGAIN where something was renamed while it looked for "..".
constexpr int k_most_tries = 64;

FileDescriptor refused(int error_number) {
  errno = error_number;
  return {};
}

/// Invalid and errno; `name` is one name, not "..".
FileDescriptor open_name(const FileDescriptor& directory, const std::string& name, int flags) {
  struct stat status {};
  if (::fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return {};
  if (S_ISLNK(status.st_mode)) return refused(ELOOP);
  FileDescriptor file = open_foreign(directory, name, flags | O_NOFOLLOW);
  // Exchanged for a link meanwhile: O_PATH opens the link itself.
  if (file.valid() && ::fstat(file.get(), &status) == 0 && S_ISLNK(status.st_mode)) return refused(ELOOP);
  return file;
}

std::vector<std::string> names_of(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const std::string_view name = path.substr(0, end);
    if (!name.empty() && name != ".") names.emplace_back(name);
    path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
  }
  return names;
}

/// ".." goes back to the directory that was come from, so that no rename leads out.
FileDescriptor walk(const FileDescriptor& root, const std::string& path, int flags) {
  if (path.empty()) return refused(ENOENT);
  if (path.front() == '/') return refused(EXDEV);
  const std::vector<std::string> names = names_of(path);
  std::vector<FileDescriptor> way;
  const auto here = [&]() -> const FileDescriptor& { return way.empty() ? root : way.back(); };
  const bool wants_directory = path.back() == '/' || path.ends_with("/.") || path.ends_with("/..");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_last = i + 1 == names.size();
    if (names[i] == "..") {
      if (way.empty()) return refused(EXDEV);
      way.pop_back();
      continue;
    }
    const int directory_flags = O_PATH | O_DIRECTORY;
    FileDescriptor next =
        open_name(here(), names[i], is_last ? flags | (wants_directory ? O_DIRECTORY : 0) : directory_flags);
    if (!next.valid() || is_last) return next;
    way.push_back(std::move(next));
  }
  return FileDescriptor(::openat(here().get(), ".", flags | O_CLOEXEC));
}

/// Opens `path` beneath the open `directory`, as openat2(2) does with RESOLVE_BENEATH and
/// RESOLVE_NO_SYMLINKS; where the kernel or a sandbox has no openat2, name by name. Invalid and errno where
/// it is refused: EXDEV for a way out, ELOOP for a symbolic link anywhere in it.
FileDescriptor open_beneath(const FileDescriptor& directory, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<decltype(how.flags)>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  for (int tries = 0; tries < k_most_tries; ++tries) {
    const auto opened = ::syscall(SYS_openat2, directory.get(), path.c_str(), &how, sizeof how);
    if (opened >= 0) return FileDescriptor(static_cast<int>(opened));
    if (errno != EAGAIN && errno != EINTR) break;
  }
  // An old kernel has no such call; EPERM is what old sandboxes say to calls that they do not know.
  if (errno != ENOSYS && errno != EPERM && errno != EAGAIN && errno != EINTR) return {};
  return walk(directory, path, flags);
}

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
