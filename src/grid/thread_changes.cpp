// SPDX-License-Identifier: MIT
#include <algorithm>

#include "grid/checkpoint_life.hpp"
#include "grid/checkpoint_parts.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/state_patch.hpp"
#include "json/json_members.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::grid {

namespace {

/// The change, with what it left out filled in.
struct Wish {
  GridThreadStep step;
  std::string id;
  std::string name;
  const GridThreadChange& given;
  std::string partial_work;
};

/// The checkpoint, where it speaks of the thread's block.
const GridFile* checkpoint_of(const GridSnapshot& grid, std::string_view id) {
  const GridFile* const file = find_readable(grid, k_checkpoint_file);
  if (file == nullptr || number_in(json::find_member(file->document, "block")) != number_of(id))
    return nullptr;
  return file;
}

/// What is left of a thread that is done in part: as given, or as the checkpoint has it.
std::string partial_work_of(const GridFile* file, const Wish& wish) {
  if (wish.step == GridThreadStep::complete || !wish.partial_work.empty()) return wish.partial_work;
  const std::string_view current =
      file == nullptr ? std::string_view() : json::find_member(file->document, "current_thread");
  if (!is_same_thread(wish.id, json::text_member(current, "id").value_or(""))) return {};
  return std::string(json::find_member(current, "partial_work"));
}

std::string done_entry(const GridFile* file, const Wish& wish) {
  json::ObjectText entry;
  entry.add("id", json::quoted(wish.id));
  entry.add("name", json::quoted(wish.name));
  if (!wish.given.commit.empty()) entry.add("commit", json::quoted(wish.given.commit));
  std::vector<std::string> files;
  for (const std::string& path : wish.given.files) files.push_back(json::quoted(path));
  if (!files.empty()) entry.add("files", json::with_elements("[]", files));
  entry.add("status", json::quoted(wish.step == GridThreadStep::complete ? "complete" : "partial"));
  entry.add_if_there("partial_work", partial_work_of(file, wish));
  return entry.finish();
}

std::string current_entry(const Wish& wish) {
  json::ObjectText entry;
  entry.add("id", json::quoted(wish.id));
  entry.add("name", json::quoted(wish.name));
  entry.add("status", json::quoted("in_progress"));
  entry.add_if_there("partial_work", wish.partial_work);
  return entry.finish();
}

/// `threads` without the thread; "" where it is in none.
std::string list_without(std::string_view threads, std::string_view id) {
  if (find_thread(threads, id).empty()) return {};
  std::vector<std::string> rest;
  for (const std::string_view thread : elements_of(threads)) {
    if (!is_same_thread(id, json::text_member(thread, "id").value_or(""))) rest.emplace_back(thread);
  }
  return json::with_elements("[]", rest);
}

/// The checkpoint's text with the thread among those that are done.
std::string with_done(const GridFile& file, const Wish& wish) {
  const std::string_view done = json::find_member(file.document, "completed_threads");
  const std::string entry = done_entry(&file, wish);
  if (find_thread(done, wish.id).empty())
    return with_list_item(GridFileKind::checkpoint, file.text, "/completed_threads", entry);
  const std::string after = with_thread(done, entry, file.name);
  if (after == done) return file.text;
  json::ObjectText patch;
  patch.add("completed_threads", after);
  return with_members(GridFileKind::checkpoint, file.text, patch.finish());
}

std::string patch_of_lists(const GridFile& file, const Wish& wish, std::string_view done) {
  json::ObjectText patch;
  const std::string_view current = json::find_member(file.document, "current_thread");
  const bool is_current = is_same_thread(wish.id, json::text_member(current, "id").value_or(""));
  if (wish.step == GridThreadStep::complete && is_current) patch.add("current_thread", "null");
  if (wish.step == GridThreadStep::partial && is_current && !wish.partial_work.empty()) {
    json::ObjectText work;
    work.add("partial_work", wish.partial_work);
    patch.add("current_thread", work.finish());
  }
  patch.add_if_there("pending_threads",
                     list_without(json::find_member(file.document, "pending_threads"), wish.id));
  const std::string_view progress = json::find_member(file.document, "progress");
  if (!json::find_member(progress, "threads_complete").empty()) {
    json::ObjectText counts;
    counts.add("threads_complete", std::to_string(complete_threads(done)));
    patch.add("progress", counts.finish());
  }
  return patch.finish();
}

/// Its member `thread` is the one that the user was asked about.
bool asks_of_thread(const GridFile& file) {
  return asks_the_user(json::text_member(file.document, "type").value_or(""));
}

/// The checkpoint's text with the thread as the one that is worked on.
std::string with_current(const GridFile& file, const Wish& wish) {
  const std::string_view current = json::find_member(file.document, "current_thread");
  const std::string before = json::text_member(current, "id").value_or("");
  json::ObjectText patch;
  patch.add("current_thread", current_entry(wish));
  if (!asks_of_thread(file)) {
    patch.add("thread", std::to_string(number_of(wish.id, 1)));
    patch.add("thread_name", json::quoted(wish.name));
  }
  if (before.empty() || is_same_thread(wish.id, before))
    return with_members(GridFileKind::checkpoint, file.text, patch.finish());
  if (find_thread(json::find_member(file.document, "completed_threads"), before).empty())
    refuse_now(file.name, "thread " + before + " is in progress",
               "say first that it is complete, or partial");
  // with_members() merges objects: members that only the thread before has would stay as if they were this
  // one's. So that thread's object is taken out first.
  const std::string cleared = with_members(GridFileKind::checkpoint, file.text, R"({"current_thread":null})");
  return with_members(GridFileKind::checkpoint, cleared, patch.finish());
}

std::string checkpoint_with(const GridFile& file, const Wish& wish) {
  const std::string text =
      wish.step == GridThreadStep::start ? with_current(file, wish) : with_done(file, wish);
  const GridDocument after = read_document(GridFileKind::checkpoint, text);
  require_said(file.name, "", after.fault);
  const std::string patch = patch_of_lists(file, wish, json::find_member(after.json, "completed_threads"));
  return patch == "{}" ? text : with_members(GridFileKind::checkpoint, text, patch);
}

/// The threads that were left for another one and of which nothing says that they ended: without that of the step,
/// and with the one that the mission stood at before it.
std::string open_threads(const GridState& state, const Wish& wish) {
  const std::string_view before = json::find_member(state.file().document, "open_threads");
  std::vector<std::string> open;
  for (const std::string_view thread : elements_of(before))
    if (!is_same_thread(wish.id, json::text_member(thread, "id").value_or(""))) open.emplace_back(thread);
  const std::int64_t number = state.number("thread");
  const std::string left = full_thread_id(std::to_string(number), state.block());
  const bool is_left =
      wish.step == GridThreadStep::start && number >= 0 && !state.block().empty() &&
      !is_same_thread(wish.id, left) && find_thread(before, left).empty() &&
      find_thread(json::find_member(state.file().document, "completed_threads"), left).empty();
  if (is_left && !is_markdown(state.file().document)) {
    json::ObjectText thread;
    thread.add("id", json::quoted(left));
    if (const std::string name = state.position_text("thread_name"); !name.empty())
      thread.add("name", json::quoted(name));
    open.push_back(thread.finish());
  }
  return json::with_elements("[]", open);
}

std::string position_patch(const GridSnapshot& grid, const GridState& state, const Wish& wish) {
  StatePatch patch;
  const std::int64_t thread = number_of(wish.id, 1);
  const std::string_view open_before = json::find_member(state.file().document, "open_threads");
  if (const std::string open = open_threads(state, wish); open != (open_before.empty() ? "[]" : open_before))
    patch.set("open_threads", open);
  if (wish.step == GridThreadStep::start) {
    patch.move_to(state, wish.id, wish.id, wish.name);
    return patch.finish();
  }
  const std::string_view known = json::find_member(state.file().document, "completed_threads");
  const std::string done =
      with_thread(known, done_entry(checkpoint_of(grid, wish.id), wish), std::string(k_grid_state_file));
  if (done != known) patch.set("completed_threads", done);
  const bool stands_there = number_of(wish.id) == state.number("block") && state.number("thread") == thread;
  if (wish.step == GridThreadStep::partial) patch.move_to(state, wish.id, wish.id, wish.name);
  if (wish.step != GridThreadStep::complete || !stands_there) return patch.finish();
  std::int64_t next = thread + 1;
  const auto id_of_next = [&] { return full_thread_id(std::to_string(next), state.block()); };
  while (is_done_entry(find_thread(done, id_of_next()))) ++next;
  if (next <= state.number("thread_total"))
    patch.move_to(state, state.block(), id_of_next(), known_name(grid, id_of_next()));
  return patch.finish();
}

void require_change(const Wish& wish) {
  require_heading_part(wish.id, "id");
  if (number_of(wish.id) < 0 || number_of(wish.id, 1) < 0)
    refuse_input("id", "has to be a thread's number, as 02.3, or 3 of the block that the mission is at");
  require_plain(wish.name, "name");
  require_plain(wish.given.commit, "commit");
  for (const std::string& file : wish.given.files) require_plain(file, "files");
}

}  // namespace

GridEdits thread_edits(const GridSnapshot& grid, const GridThreadChange& change, std::string_view now) {
  const GridState state(grid);
  state.require_open();
  Wish wish{change.step, full_thread_id(change.id, state.block()), change.name, change, {}};
  if (!change.partial_work_json.empty())
    wish.partial_work =
        writing::checked_json(change.partial_work_json, json::JsonKind::object, "partial_work");
  require_change(wish);
  if (wish.name.empty()) wish.name = known_name(grid, wish.id);
  // It has its answer, or is of another block: what goes on now is another session.
  const GridFile* const before = grid.find(k_checkpoint_file);
  const bool is_elsewhere = wish.step == GridThreadStep::start && checkpoint_of(grid, wish.id) == nullptr;
  if (before != nullptr && waiting_checkpoint(grid) == nullptr && (asks_of_thread(*before) || is_elsewhere)) {
    GridEdits ended = end_checkpoint(grid, now);
    GridEdits begun = thread_edits(applied(grid, ended), change, now);
    return joined_edits(std::move(ended), std::move(begun));
  }
  GridEdits edits;
  if (const GridFile* const file = checkpoint_of(grid, wish.id)) {
    std::string text = checkpoint_with(*file, wish);
    if (text != file->text) edits.push_back({file->name, std::move(text)});
  }
  const std::string patch = position_patch(grid, state, wish);
  if (auto edit = state_edit(state, patch, now)) edits.push_back(std::move(*edit));
  return edits;
}

}  // namespace rlmdb::grid
