// SPDX-License-Identifier: MIT
#include "util/output_place.hpp"

#include <fcntl.h>

#include <cerrno>
#include <climits>

#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what, const fs::path& shown) {
  throw Error(ErrorCode::conflict, what, shown.string(), "nothing was written; name another file");
}

std::optional<struct stat> look(const OutputPlace& place, int flags) {
  struct stat status {};
  if (::fstatat(place.directory.get(), place.name.c_str(), &status, flags) == 0) return status;
  if (errno == ENOENT) return std::nullopt;
  throw_io("look at", place.shown, errno);
}

void require_no_directory(const OutputPlace& place) {
  if (place.name.size() > NAME_MAX) throw_io("make", place.shown, ENAMETOOLONG);
  const bool is_directory = place.found && S_ISDIR(place.found->st_mode);
  if (is_directory || !is_file_name(place.name)) refuse("the output is a directory", place.shown);
}

/// What is open has been given to us by whoever opened it.
void require_none_of_others(const OutputPlace& place) {
  if (place.found && !place.is_descriptor)
    require_no_file_of_others(place.directory, *place.found, place.shown);
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
  PathEnd end = walk_path(file);
  if (end.error_number == ELOOP) refuse("too many symbolic links lead from one to the next", file);
  if (end.error_number == ENAMETOOLONG) throw_io("make", file, ENAMETOOLONG);
  if (end.error_number != 0) throw_io("make a file beside", file, end.error_number);
  OutputPlace place{std::move(end.directory), std::move(end.name), file, end.found, end.is_descriptor};
  require_no_directory(place);
  require_none_of_others(place);
  return place;
}

OutputPlace output_place_in(FileDescriptor directory, const std::string& name, const fs::path& shown) {
  OutputPlace place{std::move(directory), name, shown, {}};
  require_no_directory(place);
  place.found = look(place, AT_SYMLINK_NOFOLLOW);
  if (place.found && S_ISLNK(place.found->st_mode))
    refuse("a symbolic link stands where a file has to be", shown);
  require_no_directory(place);
  require_none_of_others(place);
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
