// SPDX-License-Identifier: MIT
#include "tasks/new_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::array<std::string_view, 4> k_place_names{"tree_id", "node_id", "parent_id", "depth"};
constexpr std::string_view k_context = "context_reference";
constexpr std::string_view k_depends_on = "depends_on";

std::string depends_on_member(const std::vector<TaskId>& ids) {
  if (ids.empty()) return {};
  std::string json;
  for (const TaskId& id : ids) json += (json.empty() ? "" : ",") + writing::json_string(id.text);
  return fmt::format(R"("{}":[{}])", k_depends_on, json);
}

}  // namespace

NewMetadata::NewMetadata(const NewTask& task, const std::vector<TaskId>& depends_on,
                         const std::optional<NodePlace>& place, const std::string& where)
    : m_place(place),
      m_own(task.metadata
                ? writing::checked_json(task.metadata->text, json::JsonKind::object, where + ".metadata")
                : "{}"),
      m_depends_on(depends_on_member(depends_on)) {
  add_word("decomposition_strategy", task.decomposition_strategy, k_decomposition_strategies,
           where + ".decomposition_strategy");
  add_word("merge_strategy", task.merge_strategy, k_merge_strategies, where + ".merge_strategy");
  add_object(k_context, task.context, where + ".context");
  add_object("execution_config", task.config, where + ".config");
  require_fitting(where);
}

template <class Words>
void NewMetadata::add_word(std::string_view name, const std::optional<std::string>& word, const Words& words,
                           const std::string& where) {
  if (!word) return;
  if (std::find(words.begin(), words.end(), *word) == words.end())
    throw Error(ErrorCode::invalid_input, fmt::format(R"("{}" is one of {})", name, fmt::join(words, ", ")),
                where, "nothing was changed; give one of these words");
  m_node.push_back({name, writing::json_string(*word)});
}

void NewMetadata::add_object(std::string_view name, const std::optional<JsonText>& json,
                             const std::string& where) {
  if (json) m_node.push_back({name, writing::checked_json(json->text, json::JsonKind::object, where)});
}

void NewMetadata::require_fitting(const std::string& where) const {
  if (!m_depends_on.empty()) require_not_own(k_depends_on, where);
  if (!m_place) {
    if (m_node.empty()) return;
    throw Error(ErrorCode::usage, fmt::format(R"("{}" is only for a node of a tree)", m_node.front().name),
                where, "name its parent, or its tree");
  }
  for (const std::string_view name : k_place_names) {
    if (!json::find_member(m_own, name).empty())
      throw Error(ErrorCode::usage, fmt::format(R"(metadata names "{}" beside a parent or tree)", name),
                  where + ".metadata", "leave it out: the place in the tree gives it");
  }
  for (const Member& member : m_node) require_not_own(member.name, where);
}

void NewMetadata::require_not_own(std::string_view name, const std::string& where) const {
  if (!json::find_member(m_own, name).empty())
    throw Error(ErrorCode::usage, fmt::format(R"("{}" is given twice, once in the metadata)", name),
                where + ".metadata", "leave one of them out");
}

std::string NewMetadata::json(const std::string& node_id) const {
  std::string json;
  const auto add = [&](std::string_view member) {
    json += fmt::format("{}{}", json.empty() ? "" : ",", member);
  };
  if (m_place)
    add(fmt::format(R"("tree_id":{},"node_id":"{}","parent_id":{},"depth":{})",
                    writing::json_string(m_place->tree_id), node_id,
                    m_place->parent_id.empty() ? "null" : writing::json_string(m_place->parent_id),
                    m_place->depth));
  for (const Member& member : m_node) add(fmt::format(R"("{}":{})", member.name, member.json));
  if (m_own != "{}") add(std::string_view(m_own).substr(1, m_own.size() - 2));
  if (!m_depends_on.empty()) add(m_depends_on);
  return "{" + json + "}";
}

std::optional<std::int64_t> NewMetadata::context_tokens() const {
  std::string_view context = json::find_member(m_own, k_context);
  for (const Member& member : m_node) {
    if (member.name == k_context) context = member.json;
  }
  if (context.empty() || json::kind_of(context) != json::JsonKind::object) return std::nullopt;
  return json::exact_int64(json::find_member(context, "size_tokens"));
}

}  // namespace rlmdb::tasks
