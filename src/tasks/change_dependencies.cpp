// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "tasks/set_members.hpp"
#include "tasks/task_changes.hpp"
#include "trees/relation_rows.hpp"
#include "writing/given_json.hpp"
#include "writing/precondition.hpp"
#include "writing/transitions.hpp"

namespace rlmdb {

namespace tasks {

namespace {

/// The elements that the record has, as they stand.
std::vector<std::string> current_elements(writing::TaskWriter& writer, const records::TaskHead& head) {
  const std::string_view metadata =
      json::find_member(writer.texts().find(head.id, 0, records::Chunks::left_out), "metadata");
  const std::string_view value = json::find_member(metadata, "depends_on");
  if (value.empty() || value == "null") return {};
  if (json::kind_of(value) == json::JsonKind::string) return {std::string(value)};
  if (json::kind_of(value) != json::JsonKind::array)
    throw Error(ErrorCode::conflict,
                "metadata.depends_on of task " + head.legacy_id + " is neither a list nor an id",
                head.legacy_id,
                "nothing was changed; set it whole: rlmdb task set ID metadata.depends_on='[\"ID\"]'");
  std::vector<std::string_view> elements;
  json::split_elements(value, elements);
  return {elements.begin(), elements.end()};
}

std::string text_of(const std::string& element) {
  std::string text;
  if (json::kind_of(element) == json::JsonKind::string) json::decode_string(element, text);
  return text;
}

class NewDependencies {
 public:
  NewDependencies(writing::TaskWriter& writer, const records::TaskHead& head)
      : m_writer(writer), m_head(head), m_elements(current_elements(writer, head)) {}

  /// Also one on an id that no task has.
  void remove(const TaskId& id) {
    const auto store_id = store_id_of(id);
    const std::size_t before = m_elements.size();
    std::erase_if(m_elements, [&](const std::string& element) {
      const std::string text = text_of(element);
      return text == id.text || text == store_id;
    });
    if (m_elements.size() < before) return;
    if (!store_id) throw records::no_such_task(id.text);
    throw Error(ErrorCode::not_found, "task " + m_head.legacy_id + " does not depend on " + id.text,
                m_head.legacy_id,
                "nothing was changed; `rlmdb task depend list ID` shows what it depends on");
  }

  /// One that is there already stays where it is.
  void add(const TaskId& id, Force force) {
    const auto store_id = store_id_of(id);
    if (!store_id && force == Force::no) throw records::no_such_task(id.text);
    const std::string text = store_id.value_or(id.text);
    const bool is_there = std::any_of(m_elements.begin(), m_elements.end(),
                                      [&](const std::string& element) { return text_of(element) == text; });
    if (!is_there) m_elements.push_back(writing::json_string(text));
  }

  [[nodiscard]] std::string json() const {
    std::string json = "[";
    for (const std::string& element : m_elements) json += (json.size() > 1 ? "," : "") + element;
    return json + "]";
  }

 private:
  [[nodiscard]] std::optional<std::string> store_id_of(const TaskId& id) {
    writing::require_utf8(id.text, "depends_on");
    const auto head = m_writer.heads().find(id.text);
    return head ? std::optional(head->legacy_id) : std::nullopt;
  }

  writing::TaskWriter& m_writer;
  const records::TaskHead& m_head;
  std::vector<std::string> m_elements;
};

}  // namespace

ChangeResult change_dependencies(writing::TaskWriter& writer, const records::TaskHead& head,
                                 const ChangeDependencies& dependencies, const TaskChange& change,
                                 const std::string& where) {
  if (dependencies.add.empty() && dependencies.remove.empty())
    throw Error(ErrorCode::usage, "there is no dependency to add or to take away", where);
  NewDependencies now(writer, head);
  for (const TaskId& id : dependencies.remove) now.remove(id);
  for (const TaskId& id : dependencies.add) now.add(id, change.only_if.force);
  const TaskChange set{change.id, SetMembers{{{"metadata.depends_on", JsonText{now.json()}}}},
                       change.only_if};
  return set_members(writer, head, set, where);
}

}  // namespace tasks

std::vector<Dependency> Store::dependencies(std::span<const TaskId> ids) const {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  records::TaskHeads heads(connection);
  std::vector<Dependency> dependencies;
  for (const TaskId& id : ids) {
    const auto head = heads.find(id.text);
    if (!head) throw records::no_such_task(id.text);
    for (const trees::Blocker& named : trees::named_dependencies(connection, head->id)) {
      Dependency dependency{TaskId{head->legacy_id}, named.name, {}, false};
      if (named.id != 0) {
        const records::TaskHead on = heads.get(named.id);
        const TaskState state = writing::state_of(on);
        dependency.state = on.state.value_or("");
        dependency.is_met = state == TaskState::completed || state == TaskState::cancelled;
      }
      dependencies.push_back(std::move(dependency));
    }
  }
  return dependencies;
}

}  // namespace rlmdb
