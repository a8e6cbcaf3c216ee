// SPDX-License-Identifier: MIT
// The first step of the seeds' protocol execute_node, validate_context: what the context refers to and is
// known not to be there. What nobody here can know is not said to be missing.
#include <fmt/format.h>

#include <limits>
#include <set>

#include "json/json_difference.hpp"
#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "schemas/schema_rules.hpp"
#include "sources/file_rows.hpp"
#include "sources/home_rows.hpp"
#include "tasks/context_source_rules.hpp"
#include "tasks/given_metadata.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "trees/tree_limits.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_setting_rows.hpp"
#include "util/beneath.hpp"
#include "variables/state_rows.hpp"
#include "variables/value_files.hpp"
#include "variables/variable_read.hpp"
#include "writing/schema_check.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_reference = "context_reference";
constexpr std::string_view k_missing = "context_missing";
/// Whoever has more of them to hear of has heard enough.
constexpr std::size_t k_most_missing = 20;

/// What is known as the task's context, raw; "": nothing. What is no object in its documents is known too.
std::string known_context(std::string_view record, const std::vector<std::string>& nodes) {
  std::string context = tree_documents::known_object(
      k_reference, json::find_member(json::find_member(record, "metadata"), k_reference), nodes);
  if (!context.empty() && context != "null") return context;
  context.clear();
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    context = tree_documents::merge_patch(context, json::find_member(*node, "context"));
  return context.starts_with('{') ? std::string() : context;
}

class ContextCheck {
 public:
  ContextCheck(writing::TaskWriter& writer, const records::TaskHead& task)
      : m_writer(writer), m_connection(writer.connection()), m_task(task) {}

  std::vector<Finding> of(const std::string& context) {
    const schemas::MemberRule* const rule = schemas::find_rule(schemas::metadata_rules(), k_reference);
    if (rule != nullptr)
      m_findings = writing::warnings_by_rule(context, *rule, m_task.legacy_id, std::string(k_reference));
    if (!context.starts_with('{')) return std::move(m_findings);
    check_size(json::find_member(context, "size_tokens"));
    check_source(json::find_member(context, "source"), "/source");
    check_each(json::find_member(context, "documents"), "/documents/",
               [&](std::string_view document, const std::string& pointer) {
                 check_source(json::find_member(document, "source"), pointer + "/source");
               });
    check_each(
        json::find_member(json::find_member(context, "filters"), "file_patterns"), "/filters/file_patterns/",
        [&](std::string_view pattern, const std::string& pointer) { check_pattern(pattern, pointer); });
    return std::move(m_findings);
  }

 private:
  template <class Check>
  void check_each(std::string_view list, std::string_view pointer, Check check) {
    if (!list.starts_with('[')) return;
    std::vector<std::string_view> elements;
    json::split_elements(list, elements);
    for (std::size_t i = 0; i < elements.size() && m_missing < k_most_missing; ++i)
      check(elements[i], fmt::format("{}{}", pointer, i));
  }

  void say(std::string_view code, const std::string& pointer, std::string_view raw, const std::string& why) {
    m_findings.push_back(
        {m_task.legacy_id, std::string(code),
         fmt::format("{}{} is {}, and {}", k_reference, pointer, json::shown_value(std::string(raw)), why)});
  }

  void say_missing(const std::string& pointer, std::string_view raw, const std::string& why) {
    ++m_missing;
    say(k_missing, pointer, raw, why);
  }

  void check_size(std::string_view raw) {
    if (json::kind_of(raw.empty() ? "null" : raw) != json::JsonKind::number) return;
    const bool is_negative = raw.starts_with('-');
    const double infinity = std::numeric_limits<double>::infinity();
    const double size = json::number_of(raw).value_or(is_negative ? -infinity : infinity);
    if (size < 0) return say("context_size", "/size_tokens", raw, "nothing has a size below 0");
    if (m_task.tree_id.empty()) return;
    const TreeLimits limits = trees::limits_of(trees::TreeSettingRows(m_connection).find(m_task.tree_id),
                                               trees::limits_of(trees::project_limits(m_connection)));
    if (size > static_cast<double>(limits.max_context_tokens))
      say("max_context_tokens", "/size_tokens", raw,
          fmt::format("{} allows a node {}", m_task.tree_id, limits.max_context_tokens));
  }

  void check_source(std::string_view raw, const std::string& pointer) {
    const auto text = json::text_of(raw);
    if (!text) return;
    const ContextSource source = read_context_source(*text, root());
    switch (source.what) {
      case SourceNames::unknown:
        return;
      case SourceNames::variable:
        return check_variable(source.readings.front(), raw, pointer);
      case SourceNames::file:
        if (is_missing(source.readings)) say_missing(pointer, raw, "the project has no such file");
        return;
      case SourceNames::task:
        if (!is_task(source.readings.front())) say_missing(pointer, raw, "there is no such task");
        return;
      case SourceNames::parent_result:
        return check_parent(raw, pointer);
    }
  }

  void check_pattern(std::string_view raw, const std::string& pointer) {
    const auto text = json::text_of(raw);
    if (!text) return;
    const std::string place = place_of_pattern(*text);
    if (!place.empty() && is_missing({place}))
      say_missing(pointer, raw, "the project has no " + json::shown_value(json::quoted(place)));
  }

  /// A variable that the node can see: its own, of a task above it, of a state document that may be its.
  void check_variable(const std::string& name, std::string_view raw, const std::string& pointer) {
    std::optional<std::string> expired;
    std::string variable = variable_of_tasks(name, expired);
    if (variable.empty()) variable = variable_of_states(name, expired);
    if (variable.empty())
      return say_missing(pointer, raw,
                         expired ? "that variable expired at " + *expired
                                 : "neither the task nor one above it nor a state document has it");
    const std::string place = variables::referred_place(variable);
    if (place.empty()) return;
    const ContextSource file = read_context_source("file:" + place, root());
    if (file.what == SourceNames::file && is_missing(file.readings))
      say_missing(pointer, raw, "the project has not the file that this variable names");
  }

  std::string variable_of_tasks(const std::string& name, std::optional<std::string>& expired) {
    std::set<std::int64_t> seen;
    trees::TreeRows rows(m_connection);
    for (std::optional<std::int64_t> id = m_task.id; id && seen.insert(*id).second; id = rows.parent(*id))
      if (std::string variable = living_variable(*id, name, expired); !variable.empty()) return variable;
    return {};
  }

  std::string variable_of_states(const std::string& name, std::optional<std::string>& expired) {
    const auto session = trees::TreeRows(m_connection).mode(m_task.tree_id).session_id;
    for (const variables::StateHead& state : variables::StateRows(m_connection).all()) {
      const bool is_other_tree = state.scope == "tree" && state.name != m_task.tree_id;
      const bool is_other_session = state.scope == "session" && session && state.name != *session;
      if (is_other_tree || is_other_session) continue;
      if (std::string variable = living_variable(state.id, name, expired); !variable.empty()) return variable;
    }
    return {};
  }

  /// `owner_id`: tasks.id or states.id.
  std::string living_variable(std::int64_t owner_id, const std::string& name,
                              std::optional<std::string>& expired) {
    std::string text = variables::variable_text(m_connection, owner_id, name);
    if (text.empty()) return text;
    const Variable variable = variables::variable_of(TaskId{m_task.legacy_id}, name, text);
    if (!variable.is_expired) return text;
    expired = variable.expires_at;
    return {};
  }

  void check_parent(std::string_view raw, const std::string& pointer) {
    const auto parent = trees::TreeRows(m_connection).parent(m_task.id);
    if (!parent) return say_missing(pointer, raw, "the task has no parent");
    const records::TaskHead head = m_writer.heads().get(*parent);
    if (!head.has_result && !is_result_in_documents(*parent))
      say_missing(pointer, raw, "its parent " + head.legacy_id + " has no result");
  }

  bool is_result_in_documents(std::int64_t task_id) {
    const std::vector<std::string> nodes = tree_documents::DocumentRows(m_connection).nodes_of_task(task_id);
    if (nodes.empty()) return false;
    const std::string node = tree_documents::known_node(nodes);
    const std::string_view result = json::find_member(node, "result");
    return !result.empty() && result != "null";
  }

  bool is_task(const std::string& id) {
    try {
      return m_writer.heads().find_member(id, m_task.tree_id) || m_writer.heads().find(id);
    } catch (const Error& error) {
      // Several trees have a node of that id.
      if (error.code() != ErrorCode::conflict) throw;
      return true;
    }
  }

  /// None of the places is there, nor a file that came in from it.
  bool is_missing(const std::vector<std::string>& places) {
    if (root().empty()) return false;
    for (const std::string& place : places)
      if (!is_absent(place) || sources::FileRows(m_connection).find_value(place)) return false;
    return true;
  }

  /// False also for what is not to be looked at: outside the project, or behind a link.
  bool is_absent(const std::string& place) {
    try {
      return util::look_beneath(root(), place).fault == util::BeneathFault::absent;
    } catch (const Error&) {
      return false;
    }
  }

  /// "": the database is of no project that is there.
  const std::string& root() {
    if (!m_root) {
      const auto home = sources::home_of(m_connection);
      m_root = home && sources::has_project(*home) ? home->string() : std::string();
    }
    return *m_root;
  }

  writing::TaskWriter& m_writer;
  db::Connection& m_connection;
  const records::TaskHead& m_task;
  std::vector<Finding> m_findings;
  std::size_t m_missing = 0;
  std::optional<std::string> m_root;
};

}  // namespace

std::vector<Finding> warnings_of_context(writing::TaskWriter& writer, const records::TaskHead& task,
                                         std::string_view record) {
  const std::vector<std::string> nodes =
      task.tree_id.empty() ? std::vector<std::string>()
                           : tree_documents::DocumentRows(writer.connection()).nodes_of_task(task.id);
  const std::string context = known_context(record, nodes);
  if (context.empty()) return {};
  return ContextCheck(writer, task).of(context);
}

}  // namespace rlmdb::tasks
