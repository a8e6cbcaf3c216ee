// SPDX-License-Identifier: MIT
#include "grid/state_patch.hpp"

#include <algorithm>
#include <vector>

#include "grid/grid_document.hpp"
#include "grid/grid_file_rules.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "json/json_members.hpp"

namespace rlmdb::grid {

namespace {

bool is_text_member(std::string_view name) {
  return std::find(k_text_members.begin(), k_text_members.end(), name) != k_text_members.end();
}

/// The patch with its blocks, threads and hashes as the texts that a file's are read as.
std::string with_texts(std::string_view raw, std::size_t depth) {
  constexpr std::size_t k_most_depth = 60;
  if (depth > k_most_depth) refuse_input("patch", "is nested too deeply");
  if (raw.starts_with('[')) {
    std::vector<std::string> elements;
    for (const std::string_view element : elements_of(raw))
      elements.push_back(with_texts(element, depth + 1));
    return json::with_elements("[]", elements);
  }
  if (!raw.starts_with('{')) return std::string(raw);
  std::vector<json::Member> members;
  json::split_members(raw, members);
  json::ObjectText object;
  for (const json::Member& member : members) {
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    const bool is_text = member.kind == json::JsonKind::number && is_text_member(name);
    object.add(name, is_text ? json::quoted(member.raw_value) : with_texts(member.raw_value, depth + 1));
  }
  return object.finish();
}

bool says_all(std::string_view before, std::string_view patch);

/// Whether each element says all of the other's, whatever the order of their members.
bool says_same_list(std::string_view before, std::string_view patch) {
  const std::vector<std::string_view> left = elements_of(before);
  const std::vector<std::string_view> right = elements_of(patch);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](auto one, auto other) { return says_all(one, other) && says_all(other, one); });
}

/// Whether merging `patch` changes nothing of what `before` says.
bool says_all(std::string_view before, std::string_view patch) {
  if (patch.starts_with('[') && before.starts_with('[')) return says_same_list(before, patch);
  if (!patch.starts_with('{') || !before.starts_with('{')) return before == patch;
  std::vector<json::Member> members;
  json::split_members(patch, members);
  return std::all_of(members.begin(), members.end(), [&](const json::Member& member) {
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    return says_all(json::find_member(before, name), member.raw_value);
  });
}

/// Without members that say nothing: no label says that there is no name.
std::string without_empty(std::string_view object) {
  std::vector<json::Member> members;
  json::split_members(object, members);
  json::ObjectText rest;
  for (const json::Member& member : members) {
    const std::string_view raw = member.raw_value;
    if (raw == "\"\"" || raw == "[]" || raw == "null") continue;
    rest.add(member.raw_name.substr(1, member.raw_name.size() - 2),
             raw.starts_with('{') ? without_empty(raw) : std::string(raw));
  }
  return std::move(rest).finish();
}

/// Of a STATE.md in Markdown: the time of the change may have no label.
void require_said_by_labels(std::string_view document, std::string_view patch) {
  if (!says_all(document, without_empty(json::with_member(patch, "updated_at", ""))))
    refuse_input(std::string(k_grid_state_file), "is Markdown, and its labels cannot say this",
                 "say it in a file of its own, or give STATE.md the YAML form (`rlmdb grid write STATE.md`)");
}

}  // namespace

GridState::GridState(const GridSnapshot& grid) : m_file(readable_file(grid, k_grid_state_file)) {}

std::string GridState::text(std::string_view name) const {
  return json::text_member(m_file.document, name).value_or("");
}

std::string_view GridState::position(std::string_view name) const {
  return json::find_member(json::find_member(m_file.document, "position"), name);
}

std::string GridState::position_text(std::string_view name) const {
  return json::text_of(position(name)).value_or("");
}

std::int64_t GridState::number(std::string_view name) const {
  return number_in(position(name));
}

std::string GridState::block() const {
  const std::int64_t number = this->number("block");
  return number < 0 ? std::string() : two_digits(std::to_string(number));
}

void GridState::require_open() const {
  if (mission_status_of(status()) == "completed")
    refuse_now(std::string(k_grid_state_file), "the mission is completed",
               "`rlmdb grid position --status active` opens it again");
}

void StatePatch::move_to(const GridState& state, std::string_view block, std::string_view thread,
                         std::string_view thread_name) {
  if (number_of(block) >= 0 && number_of(block) != state.number("block"))
    set_position("block", next_number(state.position("block"), number_of(block) - 1));
  const std::int64_t number = thread.empty() ? 1 : number_of(thread, 1);
  const bool counts_threads = !state.position("thread").empty() || !thread.empty();
  if (counts_threads && number >= 0 && number != state.number("thread"))
    set_position("thread", next_number(state.position("thread"), number - 1));
  if (!thread_name.empty() || !state.position("thread_name").empty())
    set_position("thread_name", json::quoted(thread_name));
}

std::string StatePatch::finish() const {
  return m_position == "{}" ? m_members : json::with_member(m_members, "position", m_position);
}

std::string next_number(std::string_view raw, std::int64_t number) {
  std::string next = std::to_string(number + 1);
  const auto text = json::text_of(raw);
  if (!text) return next;
  return json::quoted(std::string(text->size() > next.size() ? text->size() - next.size() : 0, '0') + next);
}

std::optional<GridFileEdit> state_edit(const GridState& state, std::string_view patch_json,
                                       std::string_view now) {
  const std::string patch = with_texts(patch_json, 0);
  if (says_all(state.file().document, patch)) return std::nullopt;
  const std::string timed = json::with_member(
      patch, "updated_at",
      json::quoted(time_like(state.text("updated_at"), now, state.file().utc_offset_minutes)));
  GridFileEdit edit{std::string(k_grid_state_file),
                    with_members(GridFileKind::state, state.file().text, timed)};
  const GridDocument after = read_document(GridFileKind::state, edit.text);
  require_said(k_grid_state_file, "", after.fault);
  if (is_markdown(after.json)) require_said_by_labels(after.json, patch);
  require_state(patch, after.json);
  return edit;
}

}  // namespace rlmdb::grid
