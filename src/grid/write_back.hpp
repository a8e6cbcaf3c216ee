// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grid/grid_rows.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

struct WrittenBack {
  std::vector<std::string> files{};  ///< paths of those that changed
  std::optional<Error> failure{};    ///< why the first of those that could not be written was not
};

/// What was changed here becomes the text of the directory's files: each is written atomically with its time,
/// those that were removed here go, and what was written is noted as what both sides agree on. A file that
/// others have changed too is left as it is. One that cannot be written does not keep the others from it.
/// Error io where the directory cannot be looked at. REQUIRES: a write transaction, which keeps other
/// processes from it: one that was slow could write over the file of a later change.
[[nodiscard]] WrittenBack write_files_back(db::Connection& connection, const GridHead& grid);

/// A file of a mission that is written through, which nobody else has changed since it was written or read.
struct OwnFile {
  GridHead grid;
  std::string name;
  std::string sha256;  ///< of the file as it is there
};

/// Of all missions.
[[nodiscard]] std::vector<OwnFile> own_files(db::Connection& connection);

/// They become what the database says by now. What cannot be written is told to the log,
/// and stays as it is. REQUIRES: as write_files_back().
void write_again(db::Connection& connection, const std::vector<OwnFile>& files) noexcept;

}  // namespace rlmdb::grid
