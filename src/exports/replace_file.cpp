// SPDX-License-Identifier: MIT
#include "rlmdb/replace_file.hpp"

#include <fcntl.h>

#include "db/connections.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/error.hpp"
#include "util/foreign_file.hpp"
#include "util/new_directories.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

void replace_file(const Store& store, const std::filesystem::path& file, std::string_view bytes,
                  Overwrite overwrite) {
  const auto use = db::connections_of(store).use();
  outputs::Output output(use.connection(), file, overwrite);
  output.write(bytes);
  output.commit(util::sha256_hex(bytes));
}

int open_to_read(const std::filesystem::path& file) {
  return util::open_named(file, O_RDONLY).release();
}

int open_directory(const std::filesystem::path& directory) {
  return util::open_named(directory, O_PATH | O_DIRECTORY).release();
}

bool make_directory(const std::filesystem::path& directory) {
  const std::filesystem::path named = (directory / "").parent_path();
  util::require_no_link_of_others(util::parent_directory(named));
  std::error_code error;
  if (!std::filesystem::is_directory(util::parent_directory(named), error))
    throw Error(ErrorCode::not_found, "there is no directory for it to be made in", directory.string(),
                "nothing was changed; make the directory that it is to lie in");
  if (util::make_private_directory(named, directory)) return true;
  if (!std::filesystem::is_directory(std::filesystem::symlink_status(named, error)))
    throw Error(ErrorCode::conflict, "something that is no directory stands where one has to be",
                directory.string(), "nothing was changed; move it away, or take another directory");
  return false;
}

}  // namespace rlmdb
