// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "db/connection.hpp"
#include "rlmdb/replace_file.hpp"
#include "util/output_place.hpp"

namespace rlmdb::outputs {

/// What is known of the file that an output takes the place of.
enum class Before {
  unknown,  ///< it may be the only one: it is kept as `.bak`, and no source of a running import may go
  held,     ///< the database has its text, and an import looks at the file again once it may write
};

/// What was found out about the file that an output takes the place of.
struct OutputCheck {
  bool is_legacy = false;     ///< it was imported, or lies where a legacy program looks for it
  bool keeps_backup = false;  ///< what is there must stay, as `.bak`
  bool is_known = false;      ///< its bytes were imported whole, or exported, by this database
  bool is_partial = false;    ///< not all of them is in the database: damaged, rejected, or kept back
  std::string sha256;         ///< of a legacy file that is there, hex
  /// Of the canonical bytes of what it says, hex, where it is what was imported last; else "".
  std::string canonical_sha256;
  std::filesystem::path real_path;
};

/// Throws Error conflict for all that replace_file() refuses; changes nothing. Reads a legacy file to its
/// end.
[[nodiscard]] OutputCheck check_output(db::Connection& connection, const util::OutputPlace& place,
                                       Overwrite overwrite, Before before = Before::unknown);

/// How this database marks bytes that it knows.
[[nodiscard]] std::string mark_of(db::Connection& connection, const std::string& sha256);

/// Beside the file that is about to be replaced, its bytes as `.bak`, or `.bak.1`, `.bak.2`, … where such a
/// file is there that this database did not write; durable on return. Error io.
void keep_backup(db::Connection& connection, const util::OutputPlace& place, const OutputCheck& check);

}  // namespace rlmdb::outputs
