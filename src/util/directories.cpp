// SPDX-License-Identifier: MIT
#include "util/directories.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "rlmdb/error.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

constexpr std::size_t k_longest_name = 255;

void make_directory(const std::filesystem::path& directory) {
  if (::mkdir(directory.c_str(), S_IRWXU) == 0) return sync_parent_directory(directory);
  if (errno != EEXIST) throw_io("make the directory", directory, errno);
}

}  // namespace

bool is_file_name(std::string_view text) noexcept {
  return !text.empty() && text != "." && text != ".." && text.size() <= k_longest_name &&
         text.find('/') == std::string_view::npos && text.find('\0') == std::string_view::npos;
}

void make_directories(const std::filesystem::path& root, const std::filesystem::path& relative) {
  make_directory(root);
  std::filesystem::path directory = root;
  for (const std::filesystem::path& name : relative) {
    directory /= name;
    make_directory(directory);
    if (std::filesystem::is_directory(std::filesystem::symlink_status(directory))) continue;
    throw Error(ErrorCode::conflict, "something that is no directory stands where one has to be",
                directory.string(), "move it away, or export into another directory");
  }
}

}  // namespace rlmdb::util
