// SPDX-License-Identifier: MIT
#include "tasks/given_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/tokens.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "schemas/schema_rules.hpp"
#include "writing/given_json.hpp"
#include "writing/schema_check.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::array<std::string_view, 4> k_place_names{"tree_id", "node_id", "parent_id", "depth"};
constexpr std::string_view k_decomposition = "decomposition_strategy";
constexpr std::string_view k_merge = "merge_strategy";
constexpr std::string_view k_context = "context_reference";
constexpr std::string_view k_config = "execution_config";
constexpr std::string_view k_depends_on = "depends_on";
constexpr std::string_view k_state = "rlm_state";

std::string checked_object(const std::optional<JsonText>& json, const std::string& where) {
  return json ? writing::checked_json(json->text, json::JsonKind::object, where) : std::string();
}

std::string array_of(const std::vector<TaskId>& ids) {
  std::string json;
  for (const TaskId& id : ids) json += (json.empty() ? "[" : ",") + writing::json_string(id.text);
  return json.empty() ? json : json + "]";
}

}  // namespace

GivenMetadata::GivenMetadata(const NewTask& task, const std::vector<TaskId>& depends_on,
                             const std::optional<NodePlace>& place, const std::string& where)
    : m_own(checked_object(task.metadata, where + ".metadata")), m_depends_on(array_of(depends_on)) {
  writing::require_word(k_decomposition, task.decomposition_strategy, k_decomposition_strategies,
                        where + ".decomposition_strategy");
  writing::require_word(k_merge, task.merge_strategy, k_words_of<MergeStrategy>, where + ".merge_strategy");
  m_context = checked_object(task.context, where + ".context");
  m_config = checked_object(task.config, where + ".config");
  if (!m_own.empty()) json::split_members(m_own, m_own_members);
  require_fitting(task, place, where);
  check_schema(where);
}

void GivenMetadata::require_fitting(const NewTask& task, const std::optional<NodePlace>& place,
                                    const std::string& where) const {
  const std::array<std::pair<std::string_view, bool>, 4> of_nodes{
      {{k_decomposition, task.decomposition_strategy.has_value()},
       {k_merge, task.merge_strategy.has_value()},
       {k_context, task.context.has_value()},
       {k_config, task.config.has_value()}}};
  if (!m_depends_on.empty()) require_not_own(k_depends_on, where);
  for (const auto& [name, is_given] : of_nodes) {
    if (is_given && !place)
      throw Error(ErrorCode::usage, fmt::format(R"("{}" is only for a node of a tree)", name), where,
                  "name its parent, or its tree");
  }
  if (!place) return;
  for (const std::string_view name : k_place_names) {
    if (!json::find_member(m_own_members, name).empty())
      throw Error(ErrorCode::usage, fmt::format(R"(metadata names "{}" beside a parent or tree)", name),
                  where + ".metadata", "leave it out: the place in the tree gives it");
  }
  for (const auto& [name, is_given] : of_nodes)
    if (is_given) require_not_own(name, where);
}

void GivenMetadata::check_schema(const std::string& where) {
  const auto check = [&](std::string_view given, schemas::MemberRules rules, std::string_view option) {
    for (Finding& warning : writing::checked_by_schema({}, given, rules, fmt::format("{}.{}", where, option)))
      m_warnings.push_back(std::move(warning));
  };
  check(m_context, schemas::context_rules(), "context");
  check(m_config, schemas::config_rules(), "config");
  check(m_own, schemas::metadata_rules(), "metadata");
}

void GivenMetadata::require_not_own(std::string_view name, const std::string& where) const {
  if (json::find_member(m_own_members, name).empty()) return;
  throw Error(ErrorCode::usage, fmt::format(R"("{}" is given twice, once in the metadata)", name),
              where + ".metadata", "leave one of them out");
}

bool GivenMetadata::begin_state(std::string_view prompt, std::string_view now) {
  const std::string_view given = json::find_member(m_own_members, k_state);
  if (!given.empty() && given != "null" && !given.starts_with('{')) return false;
  m_state = given.starts_with('{') ? given : "{}";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!json::find_member(m_state, name).empty()) return false;
    records::VariableUpdate first;
    first.name = name;
    first.value = value;
    first.now = now;
    m_state = json::with_member(m_state, name, records::with_update({}, first));
    return true;
  };
  (void)add("Final", "null");
  return add("prompt", prompt);
}

std::string GivenMetadata::json() const {
  json::ObjectText object;
  const bool has_own_state = !json::find_member(m_own_members, k_state).empty();
  if (!has_own_state) object.add_if_there(k_state, m_state);
  object.add_if_there(k_context, m_context);
  object.add_if_there(k_config, m_config);
  for (const json::Member& member : m_own_members)
    object.add(member.raw_name.substr(1, member.raw_name.size() - 2),
               member.raw_name == "\"rlm_state\"" && !m_state.empty() ? m_state : member.raw_value);
  object.add_if_there(k_depends_on, m_depends_on);
  return object.empty() ? std::string() : object.finish();
}

std::optional<std::int64_t> GivenMetadata::context_tokens() const {
  const std::string_view context =
      m_context.empty() ? json::find_member(m_own_members, k_context) : std::string_view(m_context);
  return json::exact_int64(json::find_member(context, "size_tokens"));
}

}  // namespace rlmdb::tasks
