// SPDX-License-Identifier: MIT
#include <algorithm>

#include "grid/grid_changes.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_mission.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/labelled_text.hpp"
#include "grid/state_patch.hpp"
#include "grid/warmth_change.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

namespace {

std::string json_of(const std::vector<std::string>& texts) {
  std::vector<std::string> raw;
  for (const std::string& text : texts) raw.push_back(json::quoted(text));
  return as_array(raw);
}

std::string json_of(const GridCommit& commit) {
  json::ObjectText object;
  object.add("hash", json::quoted(commit.hash));
  object.add("message", json::quoted(commit.message));
  object.add("files", json_of(commit.files));
  return object.finish();
}

std::string json_of(const GridArtifact& artifact) {
  json::ObjectText object;
  object.add("path", json::quoted(artifact.path));
  if (artifact.lines) object.add("lines", std::to_string(*artifact.lines));
  if (artifact.verified) object.add("verified", *artifact.verified ? "true" : "false");
  return object.finish();
}

void require_commits(const std::vector<GridCommit>& commits) {
  for (const GridCommit& commit : commits) {
    require_heading_part(commit.hash, "commits/hash");
    require_plain(commit.message, "commits/message");
    for (const std::string& file : commit.files) require_plain(file, "commits/files");
  }
}

void require_result(const GridBlockResult& result) {
  if (result.status != "complete" && result.status != "partial")
    refuse_input("status", "has to be complete or partial");
  require_commits(result.commits);
  for (const GridArtifact& artifact : result.artifacts) {
    require_plain(artifact.path, "artifacts/path");
    if (artifact.path.empty()) refuse_input("artifacts/path", "is empty");
    if (artifact.lines.value_or(0) < 0) refuse_input("artifacts/lines", "has to be a whole number from 0 on");
  }
  require_lessons(result.lessons);
}

/// "auth-and-tokens" of "Auth & tokens".
std::string slug_of(std::string_view words) {
  std::string slug = snake_case(words);
  std::replace(slug.begin(), slug.end(), '_', '-');
  return slug;
}

const GridFile* find_summary(const GridSnapshot& grid, std::int64_t block) {
  const auto found = std::find_if(grid.files.begin(), grid.files.end(), [&](const GridFile& file) {
    return file.kind == GridFileKind::summary && number_of(block_of_name(file.name)) == block;
  });
  return found == grid.files.end() ? nullptr : &*found;
}

/// Where the block's summary goes: to its plan, where there is one in phases/.
std::string summary_name(const GridSnapshot& grid, const GridState& state, const std::string& block,
                         const std::string& phase) {
  const std::string file = "/" + block + "-SUMMARY.md";
  for (const GridFile& plan : grid.files) {
    if (plan.kind == GridFileKind::phase_plan && number_of(block_of_name(plan.name)) == number_of(block))
      return plan.name.substr(0, plan.name.rfind('/')) + file;
  }
  const std::string of_state = state.position_text("phase_name");
  const std::string words = phase.empty() ? of_state : phase;
  return "phases/" + block + "-" + (words.empty() ? "block" : slug_of(words)) + file;
}

std::string completed_at(const GridBlockResult& result, std::string_view now) {
  return result.status == "complete" ? json::quoted(now) : "null";
}

std::string lessons_json(const std::vector<GridLessons>& lessons) {
  json::ObjectText object;
  for (const GridLessons& lesson : lessons) object.add(lesson.category, json_of(lesson.items));
  return object.finish();
}

/// One category once.
std::vector<GridLessons> joined(const std::vector<GridLessons>& lessons) {
  std::vector<GridLessons> all;
  for (const GridLessons& lesson : lessons) {
    const auto same = std::find_if(
        all.begin(), all.end(), [&](const GridLessons& known) { return known.category == lesson.category; });
    if (same == all.end())
      all.push_back(lesson);
    else
      same->items.insert(same->items.end(), lesson.items.begin(), lesson.items.end());
  }
  return all;
}

std::string new_summary(const GridState& state, const std::string& block, const GridBlockResult& result,
                        std::string_view now) {
  std::vector<std::string> commits;
  for (const GridCommit& commit : result.commits) commits.push_back(json_of(commit));
  std::vector<std::string> artifacts;
  for (const GridArtifact& artifact : result.artifacts) artifacts.push_back(json_of(artifact));
  json::ObjectText summary;
  summary.add("cluster", json::quoted(state.text("cluster")));
  summary.add("block", json::quoted(block));
  summary.add("status", json::quoted(result.status));
  summary.add("completed_at", completed_at(result, now));
  summary.add("commits", as_array(commits));
  summary.add("artifacts_created", as_array(artifacts));
  if (!result.lessons.empty()) summary.add("lessons_learned", lessons_json(joined(result.lessons)));
  return yaml_file(summary.finish());
}

bool has_text(std::string_view list, std::string_view member, const std::string& text) {
  const std::vector<std::string_view> elements = elements_of(list);
  return std::any_of(elements.begin(), elements.end(), [&](std::string_view element) {
    return member.empty() ? json::text_of(element) == text : json::text_member(element, member) == text;
  });
}

/// A partial summary, with what it does not say yet.
std::string more_of_summary(const GridFile& file, const GridBlockResult& result, std::string_view now) {
  if (is_markdown(file.document))
    refuse_input(file.name, "is a summary in Markdown, which is not changed",
                 "say there what was done, and that the block is complete");
  json::ObjectText patch;
  patch.add("status", json::quoted(result.status));
  patch.add("completed_at", completed_at(result, now));
  std::string text = with_members(GridFileKind::summary, file.text, patch.finish());
  const auto add = [&](const std::string& pointer, const std::string& item) {
    text = with_list_item(GridFileKind::summary, text, pointer, item);
  };
  for (const GridCommit& commit : result.commits) {
    if (!has_text(json::find_member(file.document, "commits"), "hash", commit.hash))
      add("/commits", json_of(commit));
  }
  for (const GridArtifact& artifact : result.artifacts) {
    if (!has_text(json::find_member(file.document, "artifacts_created"), "path", artifact.path))
      add("/artifacts_created", json_of(artifact));
  }
  const std::string_view learned = json::find_member(file.document, "lessons_learned");
  for (const GridLessons& lesson : result.lessons) {
    for (const std::string& item : lesson.items) {
      if (!has_text(json::find_member(learned, lesson.category), {}, item))
        add("/lessons_learned/" + lesson.category, json::quoted(item));
    }
  }
  return text;
}

/// Threads of the other blocks: those of this one are in its summary.
void drop_threads(const GridState& state, std::int64_t block, StatePatch& patch) {
  for (const char* list : {"completed_threads", "open_threads"}) {
    std::vector<std::string> rest;
    const std::vector<std::string_view> all = elements_of(json::find_member(state.file().document, list));
    for (const std::string_view thread : all)
      if (number_of(json::text_member(thread, "id").value_or("")) != block) rest.emplace_back(thread);
    if (rest.size() != all.size()) patch.set(list, json::with_elements("[]", rest));
  }
}

/// How many of all blocks are complete, with that one; -1: nobody knows how many there are.
std::int64_t percent_done(const GridMission& mission, std::int64_t completed, std::int64_t total) {
  constexpr std::int64_t k_all = 100;
  constexpr std::int64_t k_most_blocks = 10'000;
  if (total < 1 || total > k_most_blocks) return -1;
  std::int64_t done = 0;
  for (std::int64_t block = 1; block <= total; ++block)
    done += block == completed || mission.complete_summary(block_text(block)) != nullptr ? 1 : 0;
  return k_all * done / total;
}

/// Error invalid_input: the mission has fewer blocks, and neither a plan nor a summary of that one.
void require_block(const GridSnapshot& grid, const GridState& state, std::int64_t block) {
  const std::int64_t total = state.number("block_total");
  if (total < 0 || block <= total || find_summary(grid, block) != nullptr ||
      read_mission(grid).plan(block_text(block)) != nullptr)
    return;
  refuse_input("block",
               "is " + block_text(block) + ", and the mission has " + std::to_string(total) + " blocks",
               "`rlmdb grid position --blocks N` says that it has more");
}

/// STATE.md once the block is complete: where the mission stood at one that is, at the next one that is not.
std::optional<GridFileEdit> state_after(const GridSnapshot& grid, const GridState& state,
                                        std::int64_t completed, std::string_view now) {
  StatePatch patch;
  drop_threads(state, completed, patch);
  const std::int64_t block = state.number("block");
  const std::int64_t total = state.number("block_total");
  const GridMission mission = read_mission(grid);
  std::int64_t next = block;
  while (next >= 0 && (next == completed || mission.complete_summary(block_text(next)) != nullptr)) ++next;
  if (next != block && (total < 0 || next <= total)) {
    patch.set_position("block", next_number(state.position("block"), next - 1));
    if (!state.position("thread").empty())
      patch.set_position("thread", next_number(state.position("thread"), 0));
    if (!state.position_text("thread_name").empty()) patch.set_position("thread_name", json::quoted(""));
  }
  if (const std::int64_t percent = percent_done(mission, completed, total);
      percent > number_in(json::find_member(state.file().document, "progress_percent")))
    patch.set("progress_percent", std::to_string(percent));
  return state_edit(state, patch.finish(), now);
}

/// The commits that its threads were completed with, behind those that are given.
GridBlockResult with_known_commits(const GridState& state, std::int64_t block, GridBlockResult result) {
  const std::string_view threads = json::find_member(state.file().document, "completed_threads");
  for (const std::string_view thread : elements_of(threads)) {
    const std::string id = json::text_member(thread, "id").value_or("");
    const std::string hash = json::text_member(thread, "commit").value_or("");
    const bool is_given =
        std::any_of(result.commits.begin(), result.commits.end(), [&](const GridCommit& commit) {
          return commit.hash.starts_with(hash) || hash.starts_with(commit.hash);
        });
    if (number_of(id) != block || hash.empty() || is_given) continue;
    const std::string name = json::text_member(thread, "name").value_or("");
    GridCommit commit{hash, name.empty() ? "thread " + id : name, {}};
    for (const std::string_view file : elements_of(json::find_member(thread, "files")))
      commit.files.push_back(json::text_of(file).value_or(""));
    result.commits.push_back(std::move(commit));
  }
  return result;
}

}  // namespace

GridEdits block_complete(const GridSnapshot& grid, std::string_view block, const GridBlockResult& result,
                         std::string_view now) {
  const GridState state(grid);
  state.require_open();
  const std::int64_t number = number_of(block);
  if (number < 0 || block.find('.') != std::string_view::npos)
    refuse_input("block", "has to be a block's number, as 02");
  require_result(result);
  require_block(grid, state, number);
  const GridBlockResult whole = with_known_commits(state, number, result);
  const GridFile* const before = find_summary(grid, number);
  if (before != nullptr && find_readable(grid, before->name) != nullptr &&
      is_block_done(json::text_member(before->document, "status").value_or("")) == Done::yes)
    refuse_now(before->name, "block " + std::string(block) + " is complete already",
               "read its summary with `rlmdb grid show`");
  const std::string name = two_digits(block);
  GridEdits edits;
  edits.push_back(before == nullptr ? GridFileEdit{summary_name(grid, state, name, result.phase),
                                                   new_summary(state, name, whole, now)}
                                    : GridFileEdit{before->name, more_of_summary(*before, whole, now)});
  if (auto edit = warmth_edit(grid, result.lessons, result.from, now)) edits.push_back(std::move(*edit));
  if (result.status != "complete") return edits;
  if (auto edit = state_after(grid, state, number, now)) edits.push_back(std::move(*edit));
  return edits;
}

}  // namespace rlmdb::grid
