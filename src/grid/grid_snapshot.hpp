// SPDX-License-Identifier: MIT
/// A `.grid` directory at one moment, as it is in memory while something is found out or planned of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_file_rules.hpp"
#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

struct GridFile {
  std::string name;  ///< its path in the directory: "STATE.md"
  GridFileKind kind = GridFileKind::other;
  std::string text;              ///< its bytes
  std::string document;          ///< what it says (read_document); "": nothing, or it cannot be read
  std::string fault;             ///< why it cannot be read; "": it can
  std::int64_t modified_ns = 0;  ///< when it was last written, since 1970; of a scratchpad its heartbeat
  std::optional<std::int64_t> utc_offset_minutes{};  ///< of its times that name no zone; nullopt: UTC
};

struct GridSnapshot {
  std::string place;            ///< from the project's root: ".grid"
  std::vector<GridFile> files;  ///< by name

  /// nullptr: there is none.
  [[nodiscard]] const GridFile* find(std::string_view name) const;
};

}  // namespace rlmdb::grid
