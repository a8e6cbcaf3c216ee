// SPDX-License-Identifier: MIT
// 1. The record's text is taken apart into members; given ones take the place of theirs, new ones come last.
// 2. The new text is taken apart into rows like an imported record. A state that came with it ends the
//    task's claim.
// 3. What the rows have lost refuses the change, which its transaction then takes back.
#include "tasks/set_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/document_values.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"
#include "schemas/schema_rules.hpp"
#include "tasks/belongings.hpp"
#include "tasks/node_move.hpp"
#include "tasks/task_changes.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_setting_rows.hpp"
#include "writing/given_json.hpp"
#include "writing/member_edit.hpp"
#include "writing/member_path.hpp"
#include "writing/precondition.hpp"
#include "writing/schema_check.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_output = "\"output\"";
constexpr std::string_view k_dependencies = "depends_on";

std::string raw_name(const std::string& name, const std::string& where) {
  writing::require_utf8(name, where);
  if (name == "id")
    throw Error(ErrorCode::usage, "the id of a task cannot be set", where,
                "ids are never changed nor used again");
  return writing::json_string(name);
}

/// A priority is what a new task may have, or null; --force takes any value, as the legacy store does.
std::string value_of(const std::string& name, const std::string& given, Force force,
                     const std::string& where) {
  if (name != "priority" || force == Force::yes || given == "null")
    return writing::checked_json(given, where);
  return writing::checked_priority(given, where);
}

/// The state that a JSON value names; unknown for any other value.
TaskState state_named(std::string_view json, const records::TaskHead& head, Force force,
                      const std::string& where) {
  std::string text;
  if (json::kind_of(json) == json::JsonKind::string) json::decode_string(json, text);
  const auto state = records::find_task_state(text);
  if (!state)
    throw Error(ErrorCode::invalid_input, "Invalid state: " + std::string(json), where,
                "nothing was changed; states are queued, running, completed, failed and cancelled");
  if (force == Force::no && !writing::may_follow(writing::state_of(head), *state))
    throw Error(ErrorCode::conflict,
                "task " + head.legacy_id + " is " + head.state.value_or("in no state") + ", which " + text +
                    " may not follow",
                head.legacy_id, "--force changes any state");
  return *state;
}

/// The members of a record that a change names, as they are.
std::string named_members(writing::MemberEdit& edit, const SetMembers& set) {
  json::ObjectText object;
  for (const auto& [name, json] : set.members) {
    for (const std::string& top : {name, name.substr(0, name.find('.'))}) {
      const std::string raw = writing::json_string(top);
      if (const auto value = edit.find(raw); value && find_rule(schemas::record_rules(), top))
        object.add(top, *value);
    }
  }
  return object.finish();
}

/// Dependencies are a member of the metadata; beside it nobody reads them.
void require_known_member(writing::MemberEdit& edit, const std::string& place) {
  if (!edit.find("\"depends_on\""))
    throw Error(ErrorCode::usage, "what a task depends on is its metadata.depends_on", place,
                "nothing was changed; metadata.depends_on='[\"ID\"]' sets it; --force makes a member "
                "depends_on that says nothing to rlmdb");
}

/// What the tree is run as, which is set at its root and stands in the tree's document, not in the record.
class TreeMode {
 public:
  TreeMode(writing::TaskWriter& writer, const records::TaskHead& head, std::string tree_id)
      : m_rows(writer.connection()),
        m_trees(writer.connection()),
        m_head(head),
        m_tree_id(std::move(tree_id)) {}

  /// Of a record that has a member of that name already, that is meant.
  [[nodiscard]] bool has(const std::string& name, writing::MemberEdit& edit) const {
    return !m_tree_id.empty() && (name == k_mode || name == k_session) &&
           !edit.find(writing::json_string(name));
  }

  /// null takes it away.
  void put(const std::string& name, std::string_view value, const std::string& where) {
    if (m_trees.parent(m_head.id))
      throw Error(ErrorCode::usage, "task " + m_head.legacy_id + " is not the root of " + m_tree_id, where,
                  fmt::format("nothing was changed; the {} is the tree's, and set at its root", name));
    std::optional<std::string> text = json::text_of(value);
    if (!text && value != "null")
      throw Error(ErrorCode::invalid_input, name + " is a text, or null", where, "nothing was changed");
    if (name == k_mode) writing::require_word(k_mode, text, k_execution_modes, where);
    trees::TreeSettings settings = m_rows.find(m_tree_id);
    (name == k_mode ? settings.execution_mode : settings.session_id) = std::move(text);
    m_rows.put(m_tree_id, settings);
  }

 private:
  static constexpr const char* k_mode = "execution_mode";
  static constexpr const char* k_session = "session_id";

  trees::TreeSettingRows m_rows;
  trees::TreeRows m_trees;
  const records::TaskHead& m_head;
  std::string m_tree_id;
};

/// Members of a record, which documents of the tree may know more of.
class NodeMembers {
 public:
  NodeMembers(writing::TaskWriter& writer, const records::TaskHead& head, writing::MemberEdit& edit)
      : m_documents(writer.connection()), m_task_id(head.id), m_edit(edit) {}

  /// A dotted name leads into the record, unless the record has a member of exactly that name. It changes one
  /// member of what is known of the node, wherever that is known from.
  void put(const std::string& name, std::string value, const std::string& where) {
    const std::string whole = raw_name(name, where);
    if (name.find('.') == std::string::npos || m_edit.find(whole)) {
      m_edit.put(whole, std::move(value));
      if (name == k_metadata) replace(shared_in(*m_edit.find(whole)));
      return;
    }
    const std::vector<std::string> path = writing::path_of(name, where);
    const std::string top = raw_name(path.front(), where);
    const bool is_shared = path.front() == k_metadata && tree_documents::is_shared_object(path[1]);
    std::string object(m_edit.find(top).value_or(""));
    if (is_shared && path.size() > 2) object = with_known(object, path[1]);
    m_edit.put(top, writing::with_member(object, std::span(path).subspan(1), value,
                                         fmt::format("{}.{}", where, name)));
    if (is_shared) replace({path[1]});
  }

  /// Null is silence in a record, and documents count where it is silent: what is set to null is listed as taken
  /// away, until it is given again.
  void list_withdrawn(const SetMembers& set) {
    std::vector<std::string> names = withdrawn();
    const std::vector<std::string> before = names;
    for (const auto& [name, json] : set.members) {
      const std::string member =
          name.starts_with("metadata.") ? name.substr(std::size("metadata.") - 1) : name;
      if (!records::may_be_withdrawn(member)) continue;
      std::erase(names, member);
      if (json.text == "null") names.push_back(member);
    }
    if (names == before) return;
    const std::string list =
        names.empty() ? std::string() : writing::json_string(fmt::format("{}", fmt::join(names, ", ")));
    m_edit.put(std::string(k_raw_metadata),
               json::with_member(m_edit.find(k_raw_metadata).value_or("{}"), records::k_withdrawn, list));
  }

  /// What an object that was changed has no more, documents do not say in its place. Once it has been judged
  /// what was given.
  void finish() {
    for (const std::string& name : m_replaced) {
      const std::string metadata(*m_edit.find(k_raw_metadata));
      const std::string_view given = json::find_member(metadata, name);
      if (given.empty()) continue;
      m_edit.put(std::string(k_raw_metadata),
                 json::with_member(metadata, name, tree_documents::replacing_object(name, given, nodes())));
    }
  }

 private:
  static constexpr std::string_view k_metadata = "metadata";
  static constexpr std::string_view k_raw_metadata = "\"metadata\"";

  [[nodiscard]] std::vector<std::string> withdrawn() {
    std::vector<std::string> names;
    const std::string list =
        json::text_member(m_edit.find(k_raw_metadata).value_or(""), records::k_withdrawn).value_or("");
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(", ", at), list.size());
      names.push_back(list.substr(at, end - at));
      at = end + 2;
    }
    return names;
  }

  [[nodiscard]] std::string with_known(const std::string& metadata, const std::string& name) {
    if (!(metadata.empty() || metadata == "null" || metadata.starts_with('{'))) return metadata;
    const std::string known = tree_documents::known_object(name, json::find_member(metadata, name), nodes());
    return known.empty() ? metadata : json::with_member(metadata, name, known);
  }

  static std::vector<std::string> shared_in(std::string_view metadata) {
    std::vector<std::string> names;
    std::vector<json::Member> members;
    if (metadata.starts_with('{')) json::split_members(metadata, members);
    for (const json::Member& member : members)
      if (auto name = json::text_of(member.raw_name); name && tree_documents::is_shared_object(*name))
        names.push_back(*std::move(name));
    return names;
  }

  /// Read when the first object is changed that documents may share.
  [[nodiscard]] const std::vector<std::string>& nodes() {
    if (!m_nodes) m_nodes = m_documents.nodes_of_task(m_task_id);
    return *m_nodes;
  }

  void replace(std::vector<std::string> names) {
    std::move(names.begin(), names.end(), std::back_inserter(m_replaced));
  }

  tree_documents::DocumentRows m_documents;
  std::int64_t m_task_id;
  std::optional<std::vector<std::string>> m_nodes;
  writing::MemberEdit& m_edit;
  std::vector<std::string> m_replaced;
};

void require_queued(const ChangeResult& task) {
  if (task.state == "queued") return;
  throw Error(ErrorCode::conflict, fmt::format("task {} is {}, not queued", task.id.text, task.state),
              task.id.text, "nothing was changed; only what is queued can be scheduled");
}

/// A node leaves its tree and variables go with the metadata that holds them: nobody does that in passing.
void require_no_loss(const records::TaskHead& head, const Belongings& before, const Belongings& after) {
  const std::string loss = loss_between(before, after);
  if (loss.empty()) return;
  throw Error(ErrorCode::conflict, "task " + head.legacy_id + " is not changed: " + loss, head.legacy_id,
              "set the member alone, as in metadata.note='\"…\"'; --force sets it as given");
}

}  // namespace

ChangeResult set_members(writing::TaskWriter& writer, const records::TaskHead& head, const TaskChange& change,
                         const std::string& where) {
  writing::MemberEdit edit(writer, head);
  const Belongings before = belongings_of(edit.before());
  const auto& set = std::get<SetMembers>(change.action);
  const std::string named_before = named_members(edit, set);
  NodeMembers members(writer, head, edit);
  NodeMove move(writer, head, edit);
  TreeMode mode(writer, head, before.tree_id);
  for (const auto& [name, json] : set.members) {
    const std::string place = fmt::format("{}.{}", where, name);
    std::string value = value_of(name, json.text, change.only_if.force, place);
    if (name == k_dependencies && change.only_if.force == Force::no) require_known_member(edit, place);
    if (mode.has(name, edit)) {
      mode.put(name, value, place);
      continue;
    }
    if (name == "state") edit.set_state(state_named(value, head, change.only_if.force, place));
    members.put(name, std::move(value), where);
  }
  TimeToBegin begin;
  if (set.not_before) begin = time_to_begin(writer, *set.not_before, where + ".not_before");
  std::vector<Finding> warnings = writing::checked_by_schema(named_before, named_members(edit, set),
                                                             schemas::record_rules(), where + ".record");
  members.finish();
  if (!before.tree_id.empty()) members.list_withdrawn(set);
  move.prepare(set, change.only_if.force);
  const writing::Cause cause{.kind = EventKind::task_updated, .token = change.only_if.token.value_or(0)};
  ChangeResult result = edit.write(cause);
  if (set.not_before) {
    require_queued(result);
    writer.heads().schedule(head.id, begin.utc);
  }
  result.warnings = std::move(warnings);
  if (begin.warning) result.warnings.push_back(*std::move(begin.warning));
  for (Finding& warning : result.warnings) warning.where = head.legacy_id;
  const Belongings after = belongings_of(edit.after());
  if (!after.tree_id.empty() && after.tree_id != before.tree_id)
    writing::require_file_name(after.tree_id, "tree", where + ".metadata.tree_id");
  if (change.only_if.force == Force::no) {
    require_no_loss(head, before, after);
    require_variable_room(head.legacy_id, before.variables.size(), after.variables.size(),
                          "nothing was changed; give fewer, or --force");
  }
  // Last: other records are written, and what the edit read is gone then.
  move.follow({.kind = EventKind::task_updated});
  return result;
}

ChangeResult append_to_record(writing::TaskWriter& writer, const records::TaskHead& head,
                              std::string_view chunk, const writing::Cause& cause) {
  writing::MemberEdit edit(writer, head);
  std::string value = "\"";
  if (const auto output = edit.find(k_output); output && output->starts_with('"'))
    value = output->substr(0, output->size() - 1);
  value += writing::json_string(chunk).substr(1);
  edit.put(std::string(k_output), std::move(value));
  return edit.write(cause);
}

}  // namespace rlmdb::tasks
