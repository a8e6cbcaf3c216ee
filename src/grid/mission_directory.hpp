// SPDX-License-Identifier: MIT
/// A mission's directory beside the database: who has changed which file since both last agreed about it. A
/// three-way comparison: what is here, what is there, and the text that both had
/// (`grid_files.agreed_sha256`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grid/grid_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/finding.hpp"

namespace rlmdb::grid {

enum class ChangedBy {
  nobody,  ///< both have the same text, or none
  us,      ///< only here; also a file that was changed here and is gone there
  others,  ///< only there
  both,    ///< a conflict
};

struct FileThere {
  FileVersion here;                     ///< of a file that the mission never had the name alone
  std::optional<std::string> sha256{};  ///< of the file in the directory; nullopt: there is none
  ChangedBy changed_by = ChangedBy::nobody;
  bool is_plain = true;  ///< false: a link or another thing stands there, nobody knows what it says
};

/// The rule. `sha256`: of the file there.
[[nodiscard]] ChangedBy changed_by(const FileVersion& here, const std::optional<std::string>& sha256);

/// Every file that the mission or its directory has, by name; of the directory all that an import would take.
/// REQUIRES: grid.source_path. Error io.
[[nodiscard]] std::vector<FileThere> look_at_directory(db::Connection& connection, const GridHead& grid);

/// Whether the directory had files of the mission and has none of them any more.
[[nodiscard]] bool is_emptied(const std::vector<FileThere>& files);

/// Notes that both have the same text, where a process died before it did. REQUIRES: a write transaction.
void note_agreement(db::Connection& connection, const GridHead& grid, const FileThere& file);

/// For a directory that is_emptied().
[[nodiscard]] Error emptied(const GridHead& grid);
/// For a file that both have changed, or that is not plain.
[[nodiscard]] Error not_to_be_settled(const GridHead& grid, const FileThere& file);

/// What a reader should know: files that are newer in the directory; where the mission is written through
/// also those that are not written yet.
[[nodiscard]] std::vector<Finding> remarks_on(const GridHead& grid, const std::vector<FileThere>& files);

/// Takes in what others have changed in the directory: each file as an import does, one that is gone is
/// removed here. Returns their names. Error conflict, before anything is taken: both sides have changed a
/// file, something that is no plain file stands in its place, or the directory is_emptied(). REQUIRES: a
/// write transaction, grid.source_path.
[[nodiscard]] std::vector<std::string> take_in(db::Connection& connection, const GridHead& grid);

}  // namespace rlmdb::grid
