// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "grid/checkpoint_parts.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/markdown_text.hpp"
#include "grid/state_patch.hpp"
#include "grid/state_rules.hpp"
#include "json/json_members.hpp"
#include "util/instant.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_failure = "failure";
constexpr std::string_view k_session_death = "session_death";

/// What the caller gave, canonical, and what it left to the mission.
struct Parts {
  std::string block;
  std::string details;
  std::string completed;
  std::string current;
  std::string pending;
  std::string warmth;
};

std::string checked(const std::string& text, json::JsonKind kind, const std::string& where) {
  return text.empty() ? std::string() : writing::checked_json(text, kind, where);
}

std::string checked_threads(const std::string& text, const std::string& where) {
  std::string threads = checked(text, json::JsonKind::array, where);
  const std::vector<std::string_view> elements = elements_of(threads);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (json::text_member(elements[i], "id").value_or("").empty())
      refuse_input(where + "/" + std::to_string(i) + "/id", "has to be a text: \"02.1\"");
  }
  return threads;
}

Parts checked_parts(const NewGridCheckpoint& checkpoint) {
  Parts parts;
  parts.block = checkpoint.block;
  parts.details = checked(checkpoint.details_json, json::JsonKind::object, "checkpoint_details");
  parts.completed = checked_threads(checkpoint.completed_threads_json, "completed_threads");
  parts.current = checked(checkpoint.current_thread_json, json::JsonKind::object, "current_thread");
  parts.pending = checked_threads(checkpoint.pending_threads_json, "pending_threads");
  parts.warmth = checked(checkpoint.warmth_json, json::JsonKind::object, "warmth");
  return parts;
}

void require_checkpoint(const NewGridCheckpoint& checkpoint, const CheckpointType* type) {
  if (type == nullptr)
    refuse_input("type", "has to be one of human_verify, human_action, decision, session_death, failure");
  if (type->asks_the_user && checkpoint.awaiting.empty())
    refuse_input("awaiting", "is missing", "say what the user has to do");
  if (checkpoint.type == "decision" && json::find_member(checkpoint.details_json, "options").empty())
    refuse_input("checkpoint_details/options", "is missing", "say what there is to choose from");
  if (checkpoint.type == k_failure && checkpoint.error.empty())
    refuse_input("error", "is missing", "say what failed");
  if (!checkpoint.expires.empty() && !util::instant_ms(checkpoint.expires))
    refuse_input("expires", "has to be a time, as 2026-01-23T15:45:00Z");
  for (const std::string* text : {&checkpoint.awaiting, &checkpoint.error, &checkpoint.thread_name})
    require_plain(*text, "a text of the checkpoint");
}

void require_place(const GridSnapshot& grid, const GridState& state, const NewGridCheckpoint& checkpoint) {
  state.require_open();
  const GridFile* const before = grid.find(k_checkpoint_file);
  if (before == nullptr || checkpoint.replaces_waiting || checkpoint.type == k_failure) return;
  if (waits_for_answer(*before))
    refuse_now(std::string(k_checkpoint_file), "the checkpoint there still waits for an answer",
               "answer it, or say that the new one replaces it");
}

/// Completed threads of the checkpoint before, where that is of the same block.
std::string inherited_threads(const GridSnapshot& grid, const std::string& block) {
  const GridFile* const before = grid.find(k_checkpoint_file);
  if (before == nullptr || number_in(json::find_member(before->document, "block")) != number_of(block))
    return {};
  return std::string(json::find_member(before->document, "completed_threads"));
}

std::string progress_of(const GridSnapshot& grid, const GridState& state, const Parts& parts) {
  std::set<std::int64_t> planned;
  std::int64_t complete = 0;
  for (const GridFile& file : grid.files) {
    if (file.kind == GridFileKind::plan) planned.insert(number_of(block_of_name(file.name)));
    if (file.kind == GridFileKind::summary && json::text_member(file.document, "status") == "complete")
      ++complete;
  }
  const std::int64_t in_lists =
      static_cast<std::int64_t>(elements_of(parts.completed).size() + elements_of(parts.pending).size() +
                                (parts.current.empty() ? 0 : 1));
  const std::int64_t blocks =
      planned.empty() ? state.number("block_total") : static_cast<std::int64_t>(planned.size());
  json::ObjectText progress;
  progress.add("blocks_complete", std::to_string(complete));
  progress.add("blocks_total", std::to_string(std::max(blocks, complete)));
  progress.add("threads_complete", std::to_string(complete_threads(parts.completed)));
  progress.add("threads_total", std::to_string(std::max(state.number("thread_total"), in_lists)));
  return progress.finish();
}

std::string number_or_null(std::optional<std::int64_t> given, std::int64_t of_state) {
  const std::int64_t number = given.value_or(of_state);
  return number < 0 ? "null" : std::to_string(number);
}

std::string checkpoint_json(const GridSnapshot& grid, const GridState& state,
                            const NewGridCheckpoint& checkpoint, Parts parts, std::string_view now) {
  const std::string name =
      checkpoint.thread_name.empty() ? state.position_text("thread_name") : checkpoint.thread_name;
  json::ObjectText text;
  text.add("type", json::quoted(checkpoint.type));
  text.add("timestamp", json::quoted(now));
  text.add("expires", checkpoint.expires.empty() ? "null" : json::quoted(checkpoint.expires));
  text.add("cluster", json::quoted(state.text("cluster")));
  text.add("block", json::quoted(parts.block));
  text.add("wave", number_or_null(checkpoint.wave, state.number("wave")));
  text.add("thread", number_or_null(checkpoint.thread, state.number("thread")));
  text.add("thread_name", json::quoted(name));
  text.add("progress", progress_of(grid, state, parts));
  text.add("completed_threads", parts.completed.empty() ? "[]" : parts.completed);
  text.add_if_there("current_thread", parts.current);
  text.add_if_there("pending_threads", parts.pending);
  text.add_if_there("checkpoint_details", parts.details);
  if (!checkpoint.error.empty()) text.add("error", json::quoted(checkpoint.error));
  if (!checkpoint.awaiting.empty()) text.add("awaiting", json::quoted(checkpoint.awaiting));
  text.add_if_there("warmth", parts.warmth);
  return text.finish();
}

/// The thread that the mission stands at, as a checkpoint says it; "": it stands at none.
std::string thread_of_position(const GridState& state) {
  const std::int64_t thread = state.number("thread");
  if (thread < 0) return {};
  json::ObjectText current;
  current.add("id", json::quoted(full_thread_id(std::to_string(thread), state.block())));
  current.add("name", json::quoted(state.position_text("thread_name")));
  current.add("status", json::quoted("in_progress"));
  return current.finish();
}

}  // namespace

GridEdits checkpoint_edits(const GridSnapshot& grid, const NewGridCheckpoint& checkpoint,
                           std::string_view now) {
  const CheckpointType* const type = find_checkpoint_type(checkpoint.type);
  Parts parts = checked_parts(checkpoint);
  require_checkpoint(checkpoint, type);
  const GridState state(grid);
  require_place(grid, state, checkpoint);
  parts.block = checkpoint.block.empty() ? state.block() : two_digits(checkpoint.block);
  if (number_of(parts.block) < 0) refuse_input("block", "has to be a block's number, as 02");
  if (parts.completed.empty()) parts.completed = inherited_threads(grid, parts.block);
  GridFileEdit file{std::string(k_checkpoint_file),
                    yaml_file(checkpoint_json(grid, state, checkpoint, parts, now))};
  require_said(k_checkpoint_file, "", read_document(GridFileKind::checkpoint, file.text).fault);
  StatePatch patch;
  patch.set_text("status", type->status);
  if (checkpoint.type == k_failure) patch.set_text("error", checkpoint.error);
  patch.set_text("last_checkpoint", grid.place + "/" + std::string(k_checkpoint_file));
  GridEdits edits{std::move(file)};
  if (auto edit = state_edit(state, patch.finish(), now)) edits.push_back(std::move(*edit));
  return edits;
}

GridEdits answer_edits(const GridSnapshot& grid, std::string_view user_response, std::string_view now) {
  const GridFile& file = readable_file(grid, k_checkpoint_file);
  require_plain(user_response, "user_response");
  if (user_response.empty()) refuse_input("user_response", "is empty", "say what the user said");
  const std::string before = json::text_member(file.document, "user_response").value_or("");
  if (before == user_response) return {};
  if (!before.empty())
    refuse_now(file.name, "the checkpoint has an answer already", "read it with `rlmdb grid show`");
  const std::string expires = json::text_member(file.document, "expires").value_or("");
  if (!expires.empty() && util::is_later(now, expires))
    refuse_now(file.name, "the checkpoint expired at " + expires, "set a new checkpoint");
  json::ObjectText patch;
  patch.add("user_response", json::quoted(user_response));
  return {{file.name, with_members(GridFileKind::checkpoint, file.text, patch.finish())}};
}

GridEdits pause_edits(const GridSnapshot& grid, std::string_view reason, std::string_view now) {
  const GridState state(grid);
  state.require_open();
  const std::string status = state.status();
  if (status == "checkpoint" || status == "failed") return {};
  if (find_readable(grid, k_checkpoint_file) == nullptr) {
    NewGridCheckpoint checkpoint;
    checkpoint.type = k_session_death;
    checkpoint.current_thread_json = thread_of_position(state);
    json::ObjectText details;
    details.add("reason", json::quoted(reason));
    require_plain(reason, "reason");
    if (!reason.empty()) checkpoint.details_json = details.finish();
    return checkpoint_edits(grid, checkpoint, now);
  }
  StatePatch patch;
  patch.set_text("status", "interrupted");
  patch.set_text("last_checkpoint", grid.place + "/" + std::string(k_checkpoint_file));
  GridEdits edits;
  if (auto edit = state_edit(state, patch.finish(), now)) edits.push_back(std::move(*edit));
  return edits;
}

GridEdits fail_edits(const GridSnapshot& grid, const GridFailure& failure, std::string_view now) {
  NewGridCheckpoint checkpoint;
  checkpoint.type = k_failure;
  checkpoint.error = failure.error;
  checkpoint.details_json = failure.details_json;
  checkpoint.current_thread_json =
      failure.current_thread_json.empty() ? thread_of_position(GridState(grid)) : failure.current_thread_json;
  return checkpoint_edits(grid, checkpoint, now);
}

}  // namespace rlmdb::grid
