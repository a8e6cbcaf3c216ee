// SPDX-License-Identifier: MIT
#include "util/path_walk.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"
#include "util/beneath.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

constexpr int k_most_links = 40;  // as the kernel has it

/// The links in /proc stand for open files; their texts are no paths.
bool lies_in_proc(const FileDescriptor& directory) {
  struct statfs system {};
  return ::fstatfs(directory.get(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

/// What the kernel's protected_symlinks, protected_regular and protected_fifos ask. Without the sticky bit
/// everybody may rename what is there, and an owner says nothing.
bool is_of_others(const FileDescriptor& directory, const struct stat& entry) {
  struct stat status {};
  if (::fstat(directory.get(), &status) != 0) return false;
  const bool is_open_to_others =
      (status.st_mode & S_ISVTX) != 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  return is_open_to_others && entry.st_uid != ::geteuid() && entry.st_uid != status.st_uid;
}

fs::path name_of(const FileDescriptor& directory) {
  std::error_code ignored;
  return fs::read_symlink(path_in(directory, "").parent_path(), ignored);
}

class PathWalk {
 public:
  explicit PathWalk(const fs::path& path) { go_on_with(path.native()); }

  PathEnd end() {
    while (!m_names.empty() && m_end.error_number == 0) {
      const std::string name = std::move(m_names.back());
      m_names.pop_back();
      if (name == ".") continue;
      if (m_names.empty() && name != "..")
        stop_at(name);
      else
        enter(name);
    }
    return std::move(m_end);
  }

 private:
  bool fail() {
    m_end.error_number = errno;
    return false;
  }

  bool take(FileDescriptor directory) {
    if (!directory.valid()) return fail();
    m_end.directory = std::move(directory);
    return true;
  }

  /// What comes next stands last. A slash at the end means the directory itself.
  void go_on_with(std::string_view path) {
    errno = ENOENT;
    if (path.empty() && !fail()) return;
    if (path.front() == '/' || !m_end.directory.valid())
      take(FileDescriptor(::open(path.front() == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC)));
    if (path.back() == '/') m_names.emplace_back(".");
    while (!path.empty()) {
      const std::size_t slash = path.rfind('/');
      const std::string_view name = path.substr(slash + 1);  // npos + 1 is 0
      if (!name.empty()) m_names.emplace_back(name);
      path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    }
  }

  [[nodiscard]] FileDescriptor open(const std::string& name, int flags) const {
    return FileDescriptor(::openat(m_end.directory.get(), name.c_str(), flags | O_PATH | O_CLOEXEC));
  }

  void enter(const std::string& name) {
    FileDescriptor next = open(name, O_DIRECTORY | O_NOFOLLOW);
    if (next.valid() || (errno != ENOTDIR && errno != ELOOP)) {
      take(std::move(next));
    } else if (const auto link = find_link(name)) {
      if (lies_in_proc(m_end.directory))
        take(open(name, O_DIRECTORY));
      else
        follow(*link);
    }
  }

  void stop_at(const std::string& name) {
    const auto link = find_link(name);
    if (link && !lies_in_proc(m_end.directory)) return follow(*link);
    m_end.name = name;
    m_end.is_descriptor = link.has_value();
    if (!link) return;
    struct stat status {};
    if (::fstatat(m_end.directory.get(), name.c_str(), &status, 0) == 0)
      m_end.found = status;
    else if (errno != ENOENT)
      fail();
  }

  /// The link itself, open. What is no link is `found`, unless more has to come.
  std::optional<FileDescriptor> find_link(const std::string& name) {
    FileDescriptor entry = open(name, O_NOFOLLOW);
    struct stat status {};
    if (!entry.valid() || ::fstat(entry.get(), &status) != 0) {
      if (errno != ENOENT || !m_names.empty()) fail();
      return std::nullopt;
    }
    if (!S_ISLNK(status.st_mode)) {
      m_end.found = status;
      errno = ENOTDIR;
      if (!m_names.empty()) fail();
      return std::nullopt;
    }
    if (is_of_others(m_end.directory, status)) refuse(name, status.st_uid);
    return entry;
  }

  /// Open all the while, so that its owner and its text are those of one link.
  void follow(const FileDescriptor& link) {
    errno = ELOOP;
    if (++m_links > k_most_links && !fail()) return;
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlinkat(link.get(), "", target.data(), target.size());
    if (length < 0) {
      fail();
      return;
    }
    target.resize(static_cast<std::size_t>(length));
    go_on_with(target);
  }

  [[noreturn]] void refuse(const std::string& name, uid_t owner) const {
    const fs::path directory = name_of(m_end.directory);
    const fs::path link = directory / name;
    throw Error(ErrorCode::conflict,
                "the symbolic link " + link.string() + " is user " + std::to_string(owner) +
                    "'s, and lies in " + directory.string() +
                    ", where others may put links: it is not followed",
                link.string(), "nothing was changed; name what it leads to, or a place that is yours alone");
  }

  PathEnd m_end;
  std::vector<std::string> m_names;
  int m_links = 0;
};

}  // namespace

PathEnd walk_path(const fs::path& path) {
  return PathWalk(path).end();
}

void require_no_link_of_others(const fs::path& path) {
  (void)walk_path(path);
}

void require_no_file_of_others(const FileDescriptor& directory, const struct stat& file,
                               const fs::path& shown) {
  const bool is_protected = S_ISREG(file.st_mode) || S_ISFIFO(file.st_mode);
  if (!is_protected || !is_of_others(directory, file)) return;
  throw Error(ErrorCode::conflict,
              "the file " + shown.string() + " is user " + std::to_string(file.st_uid) + "'s, and lies in " +
                  name_of(directory).string() + ", where others may put files: it is not written to",
              shown.string(),
              "nothing was changed; name another file, or one in a directory that is yours alone");
}

void require_no_file_of_others(const fs::path& path) {
  const PathEnd end = walk_path(path);
  if (end.found && !end.is_descriptor) require_no_file_of_others(end.directory, *end.found, path);
}

}  // namespace rlmdb::util
