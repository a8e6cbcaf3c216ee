// SPDX-License-Identifier: MIT
#include "util/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

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
  FileDescriptor file(::openat(directory.get(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
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

}  // namespace

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

}  // namespace rlmdb::util
