// SPDX-License-Identifier: MIT
#include "util/output_place.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

constexpr int k_most_links = 40;  // as the kernel has it

[[noreturn]] void refuse(const std::string& what, const fs::path& shown) {
  throw Error(ErrorCode::conflict, what, shown.string(), "nothing was written; name another file");
}

FileDescriptor open_parent(const fs::path& file, const fs::path& shown) {
  FileDescriptor directory(::open(parent_directory(file).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) throw_io("make a file beside", shown, errno);
  return directory;
}

std::optional<struct stat> look(const OutputPlace& place, int flags) {
  struct stat status {};
  if (::fstatat(place.directory.get(), place.name.c_str(), &status, flags) == 0) return status;
  if (errno == ENOENT) return std::nullopt;
  throw_io("look at", place.shown, errno);
}

std::string read_link(const OutputPlace& place) {
  std::string target(PATH_MAX, '\0');
  const ssize_t length =
      ::readlinkat(place.directory.get(), place.name.c_str(), target.data(), target.size());
  if (length < 0) throw_io("read the symbolic link", place.shown, errno);
  target.resize(static_cast<std::size_t>(length));
  return target;
}

/// The links in /proc stand for open files; their texts are no paths.
bool lies_in_proc(const FileDescriptor& directory) {
  struct statfs system {};
  return ::fstatfs(directory.get(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

void require_no_directory(const OutputPlace& place) {
  if (place.name.size() > NAME_MAX) throw_io("make", place.shown, ENAMETOOLONG);
  const bool is_directory = place.found && S_ISDIR(place.found->st_mode);
  if (is_directory || !is_file_name(place.name)) refuse("the output is a directory", place.shown);
}

bool is_link(const OutputPlace& place) {
  return place.found && S_ISLNK(place.found->st_mode);
}

}  // namespace

fs::path OutputPlace::path() const {
  return path_in(directory, name);
}

fs::path OutputPlace::real_path() const {
  // With a '/' behind it the name means the directory, and not the link that says where it lies.
  std::error_code error;
  const fs::path parent = fs::read_symlink(path_in(directory, "").parent_path(), error);
  if (error) throw_io("find out where it lies:", shown, error.value());
  return parent / name;
}

bool OutputPlace::is_replaceable() const noexcept {
  return !is_descriptor && (!found || S_ISREG(found->st_mode));
}

OutputPlace find_output_place(const fs::path& file) {
  OutputPlace place{open_parent(file, file), file.filename().string(), file, {}};
  for (int links = 0; links < k_most_links; ++links) {
    if (!is_file_name(place.name)) break;
    place.found = look(place, AT_SYMLINK_NOFOLLOW);
    if (!is_link(place)) break;
    if (lies_in_proc(place.directory)) {
      place.is_descriptor = true;
      place.found = look(place, 0);
      break;
    }
    const fs::path target = read_link(place);
    const fs::path next = target.is_absolute() ? target : path_in(place.directory, target.string());
    FileDescriptor directory = open_parent(next, file);
    place.directory = std::move(directory);
    place.name = target.filename().string();
  }
  if (is_link(place)) refuse("too many symbolic links lead from one to the next", file);
  require_no_directory(place);
  return place;
}

OutputPlace output_place_in(FileDescriptor directory, const std::string& name, const fs::path& shown) {
  OutputPlace place{std::move(directory), name, shown, {}};
  require_no_directory(place);
  place.found = look(place, AT_SYMLINK_NOFOLLOW);
  if (is_link(place)) refuse("a symbolic link stands where a file has to be", shown);
  require_no_directory(place);
  return place;
}

bool is_as_it_was(const OutputPlace& place) {
  const auto now = look(place, AT_SYMLINK_NOFOLLOW);
  if (!now || !place.found) return now.has_value() == place.found.has_value();
  return now->st_dev == place.found->st_dev && now->st_ino == place.found->st_ino &&
         now->st_size == place.found->st_size && now->st_mtim.tv_sec == place.found->st_mtim.tv_sec &&
         now->st_mtim.tv_nsec == place.found->st_mtim.tv_nsec;
}

}  // namespace rlmdb::util
