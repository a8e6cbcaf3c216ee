// SPDX-License-Identifier: MIT
#include <algorithm>

#include "grid/checkpoint_life.hpp"
#include "grid/checkpoint_parts.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/state_patch.hpp"
#include "grid/warmth_change.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_wave_file = "WAVE_STATUS.md";

GridEdits as_edits(std::optional<GridFileEdit> edit) {
  GridEdits edits;
  if (edit) edits.push_back(std::move(*edit));
  return edits;
}

std::string session_of(const NewGrid& mission, std::string_view now) {
  if (!mission.session_id.empty()) return mission.session_id;
  return time_like("2026-01-23T14:30:00Z", now) + "-" + mission.cluster;
}

std::string first_position(const NewGrid& mission) {
  json::ObjectText position;
  position.add("phase", "1");
  position.add("phase_total", std::to_string(mission.phase_total));
  position.add("phase_name", json::quoted(mission.phase_name));
  position.add("block", "1");
  position.add("block_total", std::to_string(mission.block_total));
  position.add("wave", "1");
  position.add("wave_total", std::to_string(mission.wave_total));
  if (mission.thread_total) {
    position.add("thread", "1");
    position.add("thread_total", std::to_string(*mission.thread_total));
  }
  return position.finish();
}

/// nullopt: it says something in a form of its own, and is let be.
std::optional<std::string> wave_status_text(const GridFile* file, std::int64_t wave, std::string_view now) {
  json::ObjectText status;
  status.add("wave", std::to_string(wave));
  status.add("status", json::quoted("complete"));
  status.add("completed_at", json::quoted(now));
  if (file == nullptr) return yaml_file(status.finish());
  // It is of kind `other`; where it says YAML, that is as STATE.md's is.
  const GridDocument read = read_document(GridFileKind::state, file->text);
  if (!read.fault.empty() || is_markdown(read.json)) return std::nullopt;
  return with_members(GridFileKind::state, file->text, status.finish());
}

}  // namespace

GridEdits init_edits(const GridSnapshot& grid, const NewGrid& mission, std::string_view now) {
  if (grid.find(k_grid_state_file) != nullptr)
    refuse_now(std::string(k_grid_state_file), "there is a mission in " + grid.place + " already",
               "`rlmdb grid status` says where it stands");
  require_heading_part(mission.cluster, "cluster");
  require_plain(mission.session_id, "session_id");
  require_plain(mission.phase_name, "phase_name");
  json::ObjectText state;
  state.add("cluster", json::quoted(mission.cluster));
  state.add("session_id", json::quoted(session_of(mission, now)));
  state.add("status", json::quoted("active"));
  state.add("created_at", json::quoted(now));
  state.add("updated_at", json::quoted(now));
  state.add("position", first_position(mission));
  state.add("progress_percent", "0");
  state.add("energy_remaining", std::to_string(mission.energy));
  state.add("mode", json::quoted(mission.mode));
  require_state(state.finish(), state.finish());
  return {{std::string(k_grid_state_file), yaml_file(state.finish())}};
}

GridEdits state_edits(const GridSnapshot& grid, std::string_view patch_json, std::string_view now) {
  const std::string patch = writing::checked_json(patch_json, json::JsonKind::object, "patch");
  return as_edits(state_edit(GridState(grid), patch, now));
}

GridEdits wave_start(const GridSnapshot& grid, std::int64_t wave, std::string_view now) {
  const GridState state(grid);
  state.require_open();
  if (wave < 1) refuse_input("/position/wave", "has to be a whole number from 1 on");
  StatePatch patch;
  patch.set_text("status", "active");
  patch.set_position("wave", std::to_string(wave));
  return as_edits(state_edit(state, patch.finish(), now));
}

GridEdits wave_complete(const GridSnapshot& grid, std::optional<std::int64_t> progress_percent,
                        std::string_view now) {
  const GridState state(grid);
  state.require_open();
  const std::int64_t wave = state.number("wave");
  const std::int64_t total = state.number("wave_total");
  if (wave < 0) refuse_input("STATE.md /position/wave", "is no number", "`rlmdb grid position` sets it");
  StatePatch patch;
  if (progress_percent) patch.set("progress_percent", std::to_string(*progress_percent));
  if (total < 0 || wave < total) patch.set_position("wave", next_number(state.position("wave"), wave));
  GridEdits edits = as_edits(state_edit(state, patch.finish(), now));
  if (auto text = wave_status_text(grid.find(k_wave_file), wave, now))
    edits.push_back({std::string(k_wave_file), std::move(*text)});
  return edits;
}

GridEdits resume_edits(const GridSnapshot& grid, std::string_view now) {
  const GridState state(grid);
  state.require_open();
  const GridFile* const checkpoint = grid.find(k_checkpoint_file);
  if (checkpoint != nullptr && waits_for_answer(*checkpoint))
    refuse_now(checkpoint->name, "the checkpoint waits for an answer", "give it with `rlmdb grid answer`");
  GridEdits ended = end_checkpoint(grid, now);
  const GridSnapshot after = applied(grid, ended);
  StatePatch patch;
  patch.set_text("status", "active");
  if (!state.text("error").empty()) patch.set("error", "null");
  return joined_edits(std::move(ended), as_edits(state_edit(GridState(after), patch.finish(), now)));
}

GridEdits complete_edits(const GridSnapshot& grid, std::string_view now) {
  StatePatch patch;
  patch.set_text("status", "completed");
  patch.set("progress_percent", "100");
  const GridState state(grid);
  GridEdits edits;
  if (mission_status_of(state.status()) != "completed") {
    if (auto edit = archived_warmth(grid, state.text("cluster"), now)) edits.push_back(std::move(*edit));
  }
  if (auto edit = state_edit(state, patch.finish(), now)) edits.push_back(std::move(*edit));
  if (grid.find(k_checkpoint_file) != nullptr) edits.push_back({std::string(k_checkpoint_file), {}, true});
  return edits;
}

}  // namespace rlmdb::grid
