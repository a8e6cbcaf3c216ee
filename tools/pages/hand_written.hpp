// SPDX-License-Identifier: MIT
/// The part of a manual page that people write: docs/man/COMMAND.md.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rlmdb::pages {

struct HandWritten {
  std::filesystem::path file;
  std::vector<std::pair<std::string, std::string>>
      sections;                                ///< "DESCRIPTION" and its Markdown, as they follow
  std::map<std::string, std::string> options;  ///< "--output": what the help does not say of it

  /// "" for one that is not there.
  [[nodiscard]] std::string section(const std::string& title) const;
};

/// Sections begin with `## TITLE`. That of OPTIONS is a list, "- `--output`: text" an item. Throws
/// std::runtime_error for anything else in it, for text before the first section, and for a title twice.
[[nodiscard]] HandWritten read_hand_written(const std::filesystem::path& file);

/// "2026-11-27": when the newest version of `changes`, docs/CHANGELOG.md, was released. Throws std::runtime_error
/// where that is another version than this one.
[[nodiscard]] std::string release_date(const std::filesystem::path& changes);

}  // namespace rlmdb::pages
