// SPDX-License-Identifier: MIT
/// STATE.md as a change finds it and leaves it. Internal to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grid/grid_snapshot.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

inline constexpr std::string_view k_grid_state_file = "STATE.md";

/// What STATE.md says. It can be read.
class GridState {
 public:
  explicit GridState(const GridSnapshot& grid);

  [[nodiscard]] const GridFile& file() const { return m_file; }
  /// A member's text; "": none.
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::string status() const { return text("status"); }
  /// A member of `position`, raw; "": none.
  [[nodiscard]] std::string_view position(std::string_view name) const;
  [[nodiscard]] std::string position_text(std::string_view name) const;
  /// -1: none.
  [[nodiscard]] std::int64_t number(std::string_view name) const;
  /// The block that the mission is at, as names of files have it: "02"; "": none.
  [[nodiscard]] std::string block() const;
  /// Error conflict: the mission is completed.
  void require_open() const;

 private:
  const GridFile& m_file;
};

/// What is to change in STATE.md; of what is set twice the last.
class StatePatch {
 public:
  void set_text(std::string_view name, std::string_view text) { set(name, json::quoted(text)); }
  void set(std::string_view name, std::string_view raw) {
    m_members = json::with_member(m_members, name, raw);
  }
  void set_position(std::string_view name, std::string_view raw) {
    m_position = json::with_member(m_position, name, raw);
  }
  /// Where the mission is to stand; thread "": at the first of the block, where it counts threads.
  void move_to(const GridState& state, std::string_view block, std::string_view thread,
               std::string_view thread_name);
  [[nodiscard]] std::string finish() const;

 private:
  std::string m_members = "{}";
  std::string m_position = "{}";
};

/// `number` + 1 as `raw`, the value before, has it: "03" of "02", 3 of 2.
[[nodiscard]] std::string next_number(std::string_view raw, std::int64_t number);

/// STATE.md with `patch_json`, an object, merged into it, judged by the schema. nullopt: it says all of it.
[[nodiscard]] std::optional<GridFileEdit> state_edit(const GridState& state, std::string_view patch_json,
                                                     std::string_view now);

}  // namespace rlmdb::grid
