// SPDX-License-Identifier: MIT
#include "sources/rlm_place.hpp"

#include <array>

#include "rlmdb/words.hpp"
#include "util/beneath.hpp"

namespace rlmdb {

namespace sources {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_project = ".aiwg";
constexpr std::string_view k_rlm = "rlm";
constexpr std::string_view k_global_file = "global-state.json";
constexpr std::string_view k_state_file = "state.json";

struct Folder {
  std::string_view name;
  StateScope scope;
};
constexpr std::array k_folders = {Folder{"sessions", StateScope::session}, Folder{"trees", StateScope::tree},
                                  Folder{"temp", StateScope::temporary}, Folder{"states", StateScope::state}};

bool is_rlm(const fs::path& directory) {
  return directory.filename() == k_rlm && directory.parent_path().filename() == k_project;
}

bool is_below_rlm(const fs::path& file) {
  for (fs::path directory = file.parent_path(); directory != directory.parent_path();
       directory = directory.parent_path()) {
    if (is_rlm(directory)) return true;
  }
  return false;
}

/// The state that has this directory.
std::optional<StateName> owner_of(const fs::path& directory) {
  if (is_rlm(directory)) return StateName{StateScope::global, {}};
  const std::string above = directory.parent_path().filename().string();
  const std::string name = directory.filename().string();
  for (const Folder& folder : k_folders) {
    if (above == folder.name) return StateName{folder.scope, name};
  }
  if (above == k_rlm && name.starts_with("state-")) return StateName{StateScope::state, name};
  return std::nullopt;
}

}  // namespace

std::optional<RlmPlace> place_of(const fs::path& file) {
  const std::string name = file.filename().string();
  const fs::path directory = file.parent_path();
  const bool is_json = file.extension() == ".json";
  RlmPlace place;
  place.is_below_rlm = is_below_rlm(file);
  if (name == k_global_file) {
    place.owner = StateName{StateScope::global, {}};
  } else if (name == k_state_file) {
    place.owner = owner_of(directory);
    if (!place.owner || place.owner->scope == StateScope::global) return std::nullopt;
  } else if (name == "history.jsonl") {
    place.file = RlmFile::history;
    place.owner = owner_of(directory);
  } else if (is_json && directory.filename() == "checkpoints") {
    place.file = RlmFile::checkpoint;
    place.owner = owner_of(directory.parent_path());
  } else if (is_json && directory.filename() == "variables") {
    place.file = RlmFile::value;
    place.owner = owner_of(directory.parent_path());
  } else {
    return std::nullopt;
  }
  return place;
}

std::optional<std::string> path_in_project(const fs::path& file) {
  const std::string text = file.string();
  const std::size_t at = ("/" + text).rfind("/.aiwg/");
  if (at == std::string::npos) return std::nullopt;
  return text.substr(at);
}

std::string directory_of(const StateName& state) {
  std::string path = ".aiwg/rlm";
  for (const Folder& folder : k_folders) {
    if (folder.scope == state.scope) path.append("/").append(folder.name).append("/").append(state.id);
  }
  return path;
}

std::string directory_of_task(const std::string& task_id, const std::string& tree_id) {
  return tree_id.empty() ? ".aiwg/rlm/tasks/" + task_id : directory_of(StateName{StateScope::tree, tree_id});
}

std::string path_of(const StateName& state) {
  return directory_of(state).append("/").append(state.scope == StateScope::global ? k_global_file
                                                                                  : k_state_file);
}

bool has_no_file_name(const fs::path& file, const std::string& id) {
  return !path_in_project(file) && !util::is_file_name(id);
}

std::optional<StateScope> to_state_scope(std::string_view text) noexcept {
  return named<StateScope>(text);
}

}  // namespace sources

}  // namespace rlmdb
