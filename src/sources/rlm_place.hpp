// SPDX-License-Identifier: MIT
/// Where the files of RLM states lie. Nothing here looks at a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/state.hpp"

namespace rlmdb::sources {

/// Which file of a state it is.
enum class RlmFile { state, checkpoint, history, value };

struct RlmPlace {
  RlmFile file = RlmFile::state;
  std::optional<StateName> owner;  ///< whose; nullopt: the path does not say
  bool is_below_rlm = false;       ///< it lies in an `.aiwg/rlm/`
};

/// What the path says of a file: `global-state.json`, `state.json` in the directory of a state, and
/// `history.jsonl`, `checkpoints/ID.json`, `variables/NAME.json` anywhere. nullopt: nothing.
[[nodiscard]] std::optional<RlmPlace> place_of(const std::filesystem::path& file);

/// The path from the project's root on, ".aiwg/…"; nullopt: it lies in no `.aiwg/`.
[[nodiscard]] std::optional<std::string> path_in_project(const std::filesystem::path& file);

/// The directory of a state from the project's root on, ".aiwg/rlm/trees/ID".
[[nodiscard]] std::string directory_of(const StateName& state);
/// The same of a task: that of its tree, where it is in one ("": it is not).
[[nodiscard]] std::string directory_of_task(const std::string& task_id, const std::string& tree_id);
/// Its state.json.
[[nodiscard]] std::string path_of(const StateName& state);

/// Whether an export of the project leaves out what came from `file` and has this id, because its place would
/// be made of the id.
[[nodiscard]] bool has_no_file_name(const std::filesystem::path& file, const std::string& id);

/// A states.scope; nullopt: another text.
[[nodiscard]] std::optional<StateScope> to_state_scope(std::string_view text) noexcept;

}  // namespace rlmdb::sources
