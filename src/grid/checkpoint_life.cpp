// SPDX-License-Identifier: MIT
#include "grid/checkpoint_life.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "grid/checkpoint_parts.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_resume_point.hpp"
#include "grid/grid_scenario.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "util/clock.hpp"

namespace rlmdb::grid {

namespace {

std::string id_of(std::string_view thread) {
  return json::text_member(thread, "id").value_or("");
}

/// One thread as two say it: members that only one has, and of others those of `later`.
std::string joined_thread(std::string_view earlier, std::string_view later) {
  std::vector<json::Member> members;
  json::split_members(later, members);
  std::string all(earlier);
  for (const json::Member& member : members) {
    const bool is_empty = member.raw_value == "\"\"" || member.raw_value == "null";
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    if (!is_empty) all = json::with_member(all, name, member.raw_value);
  }
  return all;
}

std::string free_name(const GridSnapshot& grid, std::string_view now) {
  const auto time = util::parse_utc(now);
  const std::string stem = "archive/CHECKPOINT-" + (time ? util::utc_file_text(*time) : std::string(now));
  std::string name = stem + ".md";
  for (int i = 2; grid.find(name) != nullptr; ++i) name = stem + "-" + std::to_string(i) + ".md";
  return name;
}

/// Threads of blocks that have a complete summary are in that, or in the archive.
std::string still_open(const GridMission& mission, std::string_view threads, std::string_view block) {
  std::vector<std::string> open;
  for (const std::string_view thread : elements_of(threads)) {
    const std::string of_thread = block_of_thread(id_of(thread));
    if (mission.complete_summary(of_thread.empty() ? block : of_thread) == nullptr) open.emplace_back(thread);
  }
  return json::with_elements("[]", open);
}

/// What STATE.md and the checkpoint know together.
std::string threads_of_both(const GridMission& mission, const GridState& state, const GridFile& file,
                            const GridCheckpointFile& checkpoint) {
  std::string all(json::find_member(state.file().document, "completed_threads"));
  const std::string block = checkpoint.shown.block;
  for (const std::string_view raw : elements_of(json::find_member(file.document, "completed_threads"))) {
    const std::string id = full_thread_id(id_of(raw), two_digits(block));
    const std::string_view known = find_thread(all, id);
    const bool is_older = is_done_entry(known) && !is_done_entry(raw);
    if (!is_older && !id.empty()) all = with_thread(all, json::with_member(raw, "id", json::quoted(id)), "");
  }
  const std::string& asked = checkpoint.asked_thread;
  if (checkpoint.is_approved() && number_of(asked, 1) >= 0) {
    json::ObjectText approved;
    approved.add("id", json::quoted(full_thread_id(asked, two_digits(block))));
    const bool is_named = asked == checkpoint.shown.thread || checkpoint.shown.thread.empty();
    if (is_named && !checkpoint.shown.thread_name.empty())
      approved.add("name", json::quoted(checkpoint.shown.thread_name));
    approved.add("status", "\"complete\"");
    all = with_thread(all, approved.finish(), "");
  }
  return still_open(mission, all, block);
}

}  // namespace

std::string_view find_thread(std::string_view threads, std::string_view id) {
  for (const std::string_view thread : elements_of(threads))
    if (is_same_thread(id, id_of(thread))) return thread;
  return {};
}

std::string known_name(const GridSnapshot& grid, std::string_view id) {
  for (const GridFile& file : grid.files) {
    if (file.kind == GridFileKind::checkpoint) {
      const std::string_view current = json::find_member(file.document, "current_thread");
      if (is_same_thread(id, id_of(current))) return json::text_member(current, "name").value_or("");
    }
    for (const char* list : {"pending_threads", "completed_threads", "threads"}) {
      const auto name = json::text_member(find_thread(json::find_member(file.document, list), id), "name");
      if (name) return *name;
    }
  }
  const GridFile* const state = grid.find(k_grid_state_file);
  const std::string_view position = state == nullptr ? "" : json::find_member(state->document, "position");
  const std::string thread = text_in(position, "thread");
  const bool stands_there =
      !thread.empty() && is_same_thread(id, full_thread_id(thread, two_digits(text_in(position, "block"))));
  return stands_there ? text_in(position, "thread_name") : std::string();
}

std::string with_thread(std::string_view threads, std::string_view thread, const std::string& file) {
  const std::string id = id_of(thread);
  const std::string_view before = find_thread(threads, id);
  std::vector<std::string> all;
  for (const std::string_view known : elements_of(threads)) {
    if (known.data() != before.data()) {
      all.emplace_back(known);
      continue;
    }
    const std::string commit = json::text_member(before, "commit").value_or("");
    const std::string now = json::text_member(thread, "commit").value_or("");
    if (!file.empty() && is_done_entry(before) &&
        (!is_done_entry(thread) || (!commit.empty() && !now.empty() && commit != now)))
      refuse_now(file, "thread " + id + " is complete already", "read it with `rlmdb grid show`");
    all.push_back(joined_thread(before, thread));
  }
  if (before.empty()) all.emplace_back(thread);
  return json::with_elements("[]", all);
}

const GridFile* waiting_checkpoint(const GridSnapshot& grid) {
  const GridFile* const file = grid.find(k_checkpoint_file);
  if (file == nullptr) return nullptr;
  const bool is_failure = checkpoint_type_of(text_in(file->document, "type")) == "failure";
  const bool is_answered = !said_answer(text_in(file->document, "user_response")).empty();
  return waits_for_answer(*file) || (is_failure && !is_answered) ? file : nullptr;
}

GridEdits end_checkpoint(const GridSnapshot& grid, std::string_view now) {
  const GridFile* const file = grid.find(k_checkpoint_file);
  if (file == nullptr) return {};
  GridEdits edits;
  if (!file->text.empty()) edits.push_back({free_name(grid, now), file->text});
  edits.push_back({std::string(k_checkpoint_file), {}, true});
  const GridMission mission = read_mission(grid);
  const auto checkpoint =
      std::find_if(mission.checkpoints.begin(), mission.checkpoints.end(),
                   [](const GridCheckpointFile& one) { return one.shown.file == k_checkpoint_file; });
  if (checkpoint == mission.checkpoints.end()) return edits;
  const GridState state(grid);
  StatePatch patch;
  const std::string threads = threads_of_both(mission, state, *file, *checkpoint);
  if (threads != "[]" || !json::find_member(state.file().document, "completed_threads").empty())
    patch.set("completed_threads", threads);
  if (!is_passed(mission, *checkpoint)) {
    // A block is left when it is complete.
    const GridResumePoint point = point_of_checkpoint(mission, *checkpoint);
    const GridCheckpoint& shown = checkpoint->shown;
    // Where nobody knows what comes next the mission stands where it stood.
    const bool is_known = point.unknown.empty();
    if (is_known && is_same_block(point.block, shown.block)) {
      patch.move_to(state, point.block, point.thread, point.thread_name);
    } else if (is_known && mission.complete_summary(shown.block) == nullptr && !shown.block.empty()) {
      patch.move_to(state, shown.block, shown.thread, shown.thread_name);
    }
  }
  if (auto edit = state_edit(state, patch.finish(), now)) edits.push_back(std::move(*edit));
  return edits;
}

GridSnapshot applied(const GridSnapshot& grid, const GridEdits& edits) {
  GridSnapshot after{grid.place, {}};
  for (const GridFile& file : grid.files) {
    const bool is_edited = std::any_of(edits.begin(), edits.end(),
                                       [&](const GridFileEdit& edit) { return edit.name == file.name; });
    if (!is_edited) after.files.push_back(file);
  }
  for (const GridFileEdit& edit : edits) {
    if (edit.is_removed) continue;
    const GridFileKind kind = kind_of_name(edit.name);
    GridDocument document = read_document(kind, edit.text);
    after.files.push_back(
        {edit.name, kind, edit.text, std::move(document.json), std::move(document.fault), 0});
  }
  std::sort(after.files.begin(), after.files.end(),
            [](const GridFile& left, const GridFile& right) { return left.name < right.name; });
  return after;
}

GridEdits joined_edits(GridEdits earlier, GridEdits later) {
  std::erase_if(earlier, [&](const GridFileEdit& edit) {
    return std::any_of(later.begin(), later.end(),
                       [&](const GridFileEdit& other) { return other.name == edit.name; });
  });
  std::move(later.begin(), later.end(), std::back_inserter(earlier));
  return earlier;
}

}  // namespace rlmdb::grid
