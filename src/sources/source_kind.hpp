// SPDX-License-Identifier: MIT
/// The kinds of legacy files. A new one is an entry here and in k_source_kinds, in imports/find_source_kind
/// (how it is told from others), in imports/source_kinds (what reads and writes it) and in
/// exports/project_plan (how it goes out), and the x_import and x_text of its room.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb::sources {

/// In the order in which the files of a project come in: nodes meet their tree, checkpoints and values their
/// state.
enum class SourceKind {
  tasks,
  tree,
  node,
  state,
  checkpoint,
  value,
  history,
  loop,
  workflow,
  grid,
  kept_json,
  kept_text
};

}  // namespace rlmdb::sources

namespace rlmdb {

template <>
inline constexpr std::array<std::string_view, 12> k_words_of<sources::SourceKind> = k_source_kinds;

}  // namespace rlmdb

namespace rlmdb::sources {

/// The place of its word in k_source_kinds.
[[nodiscard]] constexpr std::size_t order_of(SourceKind kind) noexcept {
  return static_cast<std::size_t>(kind);
}

/// Kept in `files`, as the file it is.
[[nodiscard]] constexpr bool is_kept_whole(SourceKind kind) noexcept {
  return kind == SourceKind::value || kind == SourceKind::history || kind == SourceKind::kept_json ||
         kind == SourceKind::kept_text;
}

}  // namespace rlmdb::sources
