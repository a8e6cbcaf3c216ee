// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "grid/checkpoint_life.hpp"
#include "grid/checkpoint_parts.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/state_patch.hpp"
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
  const GridFile* const before = waiting_checkpoint(grid);
  if (before == nullptr || checkpoint.replaces_waiting || checkpoint.type == k_failure) return;
  if (waits_for_answer(*before))
    refuse_now(std::string(k_checkpoint_file), "the checkpoint there still waits for an answer",
               "answer it, or say that the new one replaces it");
}

/// Those of `threads` that are of the block.
std::string threads_of_block(std::string_view threads, const std::string& block) {
  std::vector<std::string> of_block;
  for (const std::string_view thread : elements_of(threads)) {
    const std::string id = json::text_member(thread, "id").value_or("");
    if (number_of(full_thread_id(id, block)) == number_of(block)) of_block.emplace_back(thread);
  }
  return json::with_elements("[]", of_block);
}

/// How many threads the lists name, each once.
std::int64_t threads_named(const Parts& parts) {
  std::set<std::string> ids;
  for (const std::string* list : {&parts.completed, &parts.pending})
    for (const std::string_view thread : elements_of(*list))
      ids.insert(full_thread_id(json::text_member(thread, "id").value_or(""), parts.block));
  if (!parts.current.empty())
    ids.insert(full_thread_id(json::text_member(parts.current, "id").value_or(""), parts.block));
  return static_cast<std::int64_t>(ids.size());
}

/// -1: nothing counts the threads of the block.
std::int64_t threads_counted(const GridSnapshot& grid, const GridState& state, const Parts& parts) {
  std::int64_t count = number_of(parts.block) == state.number("block") ? state.number("thread_total") : -1;
  bool is_counted = count > 0 || !parts.pending.empty();
  for (const GridFile& file : grid.files) {
    if (file.kind != GridFileKind::plan || number_of(block_of_name(file.name)) != number_of(parts.block))
      continue;
    const auto planned =
        static_cast<std::int64_t>(elements_of(json::find_member(file.document, "threads")).size());
    is_counted = is_counted || planned > 0;
    count = std::max(count, planned);
  }
  return is_counted ? std::max(count, threads_named(parts)) : -1;
}

std::string progress_of(const GridSnapshot& grid, const GridState& state, const Parts& parts) {
  std::set<std::int64_t> planned;
  std::int64_t complete = 0;
  for (const GridFile& file : grid.files) {
    if (file.kind == GridFileKind::plan) planned.insert(number_of(block_of_name(file.name)));
    if (file.kind == GridFileKind::summary &&
        is_block_done(json::text_member(file.document, "status").value_or("")) == Done::yes)
      ++complete;
  }
  const std::int64_t blocks =
      planned.empty() ? state.number("block_total") : static_cast<std::int64_t>(planned.size());
  json::ObjectText progress;
  progress.add("blocks_complete", std::to_string(complete));
  progress.add("blocks_total", std::to_string(std::max(blocks, complete)));
  progress.add("threads_complete", std::to_string(complete_threads(parts.completed)));
  if (const std::int64_t threads = threads_counted(grid, state, parts); threads >= 0)
    progress.add("threads_total", std::to_string(threads));
  return progress.finish();
}

std::string number_or_null(std::int64_t number) {
  return number < 0 ? "null" : std::to_string(number);
}

/// The number of the thread that the checkpoint is of: as given, that of the one that is worked on, or the
/// one that the mission stands at.
std::int64_t thread_of(const GridState& state, const NewGridCheckpoint& checkpoint, const Parts& parts) {
  if (checkpoint.thread) return *checkpoint.thread;
  const std::string current =
      full_thread_id(json::text_member(parts.current, "id").value_or(""), parts.block);
  if (number_of(current) == number_of(parts.block) && number_of(current, 1) >= 0)
    return number_of(current, 1);
  return number_of(parts.block) == state.number("block") ? state.number("thread") : -1;
}

/// A name belongs to its thread.
std::string name_of_thread(const GridSnapshot& grid, const GridState& state,
                           const NewGridCheckpoint& checkpoint, const Parts& parts, std::int64_t thread) {
  if (!checkpoint.thread_name.empty()) return checkpoint.thread_name;
  const bool stands_there =
      number_of(parts.block) == state.number("block") && thread == state.number("thread");
  if (stands_there && !state.position_text("thread_name").empty()) return state.position_text("thread_name");
  if (thread < 0) return {};
  const std::string id = full_thread_id(std::to_string(thread), parts.block);
  if (is_same_thread(id, full_thread_id(json::text_member(parts.current, "id").value_or(""), parts.block)))
    if (auto name = json::text_member(parts.current, "name"); name && !name->empty()) return *std::move(name);
  return known_name(grid, id);
}

std::string checkpoint_json(const GridSnapshot& grid, const GridState& state,
                            const NewGridCheckpoint& checkpoint, Parts parts, std::string_view now) {
  const std::int64_t thread = thread_of(state, checkpoint, parts);
  json::ObjectText text;
  text.add("type", json::quoted(checkpoint.type));
  text.add("timestamp", json::quoted(now));
  text.add("expires", checkpoint.expires.empty() ? "null" : json::quoted(checkpoint.expires));
  text.add("cluster", json::quoted(state.text("cluster")));
  text.add("block", parts.block.empty() ? "null" : json::quoted(parts.block));
  text.add("wave", number_or_null(checkpoint.wave.value_or(state.number("wave"))));
  text.add("thread", number_or_null(thread));
  text.add("thread_name", json::quoted(name_of_thread(grid, state, checkpoint, parts, thread)));
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

/// The thread that the mission stands at, as a checkpoint says it; "": it stands at none, or that is done.
std::string thread_of_position(const GridSnapshot& grid, const GridState& state) {
  const std::int64_t thread = state.number("thread");
  if (thread < 0) return {};
  const std::string id = full_thread_id(std::to_string(thread), state.block());
  const std::string_view known =
      find_thread(json::find_member(state.file().document, "completed_threads"), id);
  if (is_done_entry(known)) return {};
  const std::string name = state.position_text("thread_name");
  json::ObjectText current;
  current.add("id", json::quoted(id));
  current.add("name", json::quoted(name.empty() ? known_name(grid, id) : name));
  current.add("status", json::quoted("in_progress"));
  current.add_if_there("partial_work", json::find_member(known, "partial_work"));
  return current.finish();
}

/// Whether this very pause was made already: told again, it changes nothing.
bool is_saved(const GridSnapshot& grid, const GridState& state, std::string_view reason) {
  const GridFile* const file = find_readable(grid, k_checkpoint_file);
  if (file == nullptr || state.status() != "interrupted") return false;
  const std::string_view details = json::find_member(file->document, "checkpoint_details");
  return checkpoint_type_of(json::text_member(file->document, "type").value_or("")) == k_session_death &&
         json::text_member(details, "reason").value_or("") == reason;
}

/// Where no checkpoint is left of an earlier session.
GridEdits new_checkpoint(const GridSnapshot& grid, const NewGridCheckpoint& checkpoint,
                         std::string_view now) {
  const CheckpointType* const type = find_checkpoint_type(checkpoint.type);
  Parts parts = checked_parts(checkpoint);
  require_checkpoint(checkpoint, type);
  const GridState state(grid);
  parts.block = checkpoint.block.empty() ? state.block() : two_digits(checkpoint.block);
  if (!parts.block.empty() && number_of(parts.block) < 0)
    refuse_input("block", "has to be a block's number, as 02");
  if (parts.completed.empty())
    parts.completed =
        threads_of_block(json::find_member(state.file().document, "completed_threads"), parts.block);
  GridFileEdit file{std::string(k_checkpoint_file),
                    yaml_file(checkpoint_json(grid, state, checkpoint, parts, now))};
  const GridDocument said = read_document(GridFileKind::checkpoint, file.text);
  require_said(k_checkpoint_file, "", said.fault);
  StatePatch patch;
  if (const std::int64_t thread = thread_of(state, checkpoint, parts); thread >= 0)
    patch.move_to(state, parts.block, full_thread_id(std::to_string(thread), parts.block),
                  json::text_member(said.json, "thread_name").value_or(""));
  patch.set_text("status", type->status);
  if (checkpoint.type == k_failure) patch.set_text("error", checkpoint.error);
  patch.set_text("last_checkpoint", grid.place + "/" + std::string(k_checkpoint_file));
  GridEdits edits{std::move(file)};
  if (auto edit = state_edit(state, patch.finish(), now)) edits.push_back(std::move(*edit));
  return edits;
}

/// In place of the one that is there, which ends first. `make` gives the new one for the files after that.
template <class Make>
GridEdits stop_session(const GridSnapshot& grid, std::string_view now, Make make) {
  GridEdits ended = end_checkpoint(grid, now);
  const GridSnapshot after = applied(grid, ended);
  return joined_edits(std::move(ended), new_checkpoint(after, make(after), now));
}

}  // namespace

GridEdits checkpoint_edits(const GridSnapshot& grid, const NewGridCheckpoint& checkpoint,
                           std::string_view now) {
  require_place(grid, GridState(grid), checkpoint);
  return stop_session(grid, now, [&](const GridSnapshot&) { return checkpoint; });
}

GridEdits answer_edits(const GridSnapshot& grid, std::string_view user_response, std::string_view now) {
  const GridFile& file = readable_file(grid, k_checkpoint_file);
  require_plain(user_response, "user_response");
  if (user_response.empty()) refuse_input("user_response", "is empty", "say what the user said");
  const std::string before(said_answer(json::text_member(file.document, "user_response").value_or("")));
  if (before == user_response) return {};
  const bool is_repaired =
      repair_of(before) == "manual" &&
      checkpoint_type_of(json::text_member(file.document, "type").value_or("")) == k_failure;
  if (!before.empty() && !is_repaired)
    refuse_now(file.name, "the checkpoint has an answer already", "read it with `rlmdb grid show`");
  const std::string expires = json::text_member(file.document, "expires").value_or("");
  const auto expires_ms = moment_of(expires, file.utc_offset_minutes);
  const auto now_ms = moment_of(now, {});
  if (expires_ms && now_ms && *now_ms > *expires_ms)
    refuse_now(file.name, "the checkpoint expired at " + expires, "set a new checkpoint");
  json::ObjectText patch;
  patch.add("user_response", json::quoted(user_response));
  patch.add("answered_at", json::quoted(now));
  return {{file.name, with_members(GridFileKind::checkpoint, file.text, patch.finish())}};
}

GridEdits pause_edits(const GridSnapshot& grid, std::string_view reason, std::string_view now) {
  const GridState state(grid);
  state.require_open();
  require_plain(reason, "reason");
  if (waiting_checkpoint(grid) != nullptr || is_saved(grid, state, reason)) return {};
  return stop_session(grid, now, [&](const GridSnapshot& after) {
    NewGridCheckpoint checkpoint;
    checkpoint.type = k_session_death;
    checkpoint.current_thread_json = thread_of_position(after, GridState(after));
    json::ObjectText details;
    details.add("reason", json::quoted(reason));
    if (!reason.empty()) checkpoint.details_json = details.finish();
    return checkpoint;
  });
}

GridEdits fail_edits(const GridSnapshot& grid, const GridFailure& failure, std::string_view now) {
  GridState(grid).require_open();
  return stop_session(grid, now, [&](const GridSnapshot& after) {
    NewGridCheckpoint checkpoint;
    checkpoint.type = k_failure;
    checkpoint.error = failure.error;
    checkpoint.details_json = failure.details_json;
    checkpoint.current_thread_json = failure.current_thread_json.empty()
                                         ? thread_of_position(after, GridState(after))
                                         : failure.current_thread_json;
    return checkpoint;
  });
}

}  // namespace rlmdb::grid
