// SPDX-License-Identifier: MIT
#include "sources/beside_files.hpp"

#include <algorithm>
#include <string>

#include "rlmdb/error.hpp"
#include "util/database_files.hpp"
#include "util/file_mark.hpp"
#include "util/own_names.hpp"

namespace rlmdb::sources {

namespace fs = std::filesystem;

bool may_be_database(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::size_t at = name.rfind(".db");
  const bool has_name =
      at != std::string::npos && (at + 3 == name.size() || name[at + 3] == '-' || name[at + 3] == '.');
  return has_name || !util::companion_beside(file).empty();
}

bool is_own(const fs::path& file) {
  const std::string name = file.filename().string();
  const auto own = util::own_name(name);
  return own && own->kind != util::OwnKind::copy;
}

bool has_name_of_copy(const fs::path& file) {
  const std::string name = file.filename().string();
  const auto own = util::own_name(name);
  return own && own->kind == util::OwnKind::copy;
}

bool is_own_copy(const fs::path& file) {
  return has_name_of_copy(file) && util::is_marked_as_copy(file);
}

bool is_grid_leftover(const fs::path& file) {
  return file.filename().string().ends_with(".tmp");
}

std::vector<std::string> grid_files_in(const fs::path& directory, const fs::path& database) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::recursive_directory_iterator entry(directory, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const fs::path& file = entry->path();
    const bool is_file = fs::is_regular_file(fs::symlink_status(file));
    if (!is_file || util::is_database_file(database, file) || may_be_database(file)) continue;
    if (is_own(file) || is_grid_leftover(file) || is_own_copy(file)) continue;
    names.push_back(file.lexically_relative(directory).string());
  }
  if (failure)
    throw Error(ErrorCode::io, "cannot list the directory: " + failure.message(), directory.string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace rlmdb::sources
