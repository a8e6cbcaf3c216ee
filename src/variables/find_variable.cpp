// SPDX-License-Identifier: MIT
#include <unordered_set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "trees/tree_rows.hpp"
#include "variables/value_files.hpp"
#include "variables/variable_read.hpp"
#include "variables/variable_state.hpp"

namespace rlmdb {

namespace {

std::vector<Variable> variables_in(const TaskId& task, std::string_view record) {
  std::vector<Variable> variables;
  for (const auto& [name, text] : variables::variables_of_record(record))
    variables.push_back(variables::variable_of(task, name, text));
  return variables;
}

/// Variables of tasks, within one snapshot.
class VariableReader {
 public:
  explicit VariableReader(db::Connection& connection)
      : m_connection(connection), m_tasks(connection), m_texts(connection) {}

  [[nodiscard]] std::int64_t key_of(const TaskId& task) { return m_tasks.get_id(task.text); }

  [[nodiscard]] std::vector<Variable> all(std::int64_t key, const TaskId& task) {
    std::vector<Variable> found = variables_in(task, m_texts.find(key, 0));
    variables::add_files(m_connection, key, found);
    return found;
  }

  [[nodiscard]] std::optional<Variable> find(std::int64_t key, const TaskId& task, const std::string& name) {
    for (const auto& [known, text] : variables::variables_of_record(m_texts.find(key, 0))) {
      if (known != name) continue;
      Variable variable = variables::variable_of(task, name, text);
      variables::add_files(m_connection, key, {&variable, 1});
      return variable;
    }
    return std::nullopt;
  }

  /// tasks.id of the parent; nullopt: none.
  [[nodiscard]] std::optional<std::int64_t> parent_of(std::int64_t key) {
    return trees::TreeRows(m_connection).parent(key);
  }
  [[nodiscard]] TaskId id_of(std::int64_t key) {
    return TaskId{records::TaskHeads(m_connection).get(key).legacy_id};
  }

 private:
  db::Connection& m_connection;
  records::TaskRows m_tasks;
  records::RecordTextFinder m_texts;
};

Error no_variable(const TaskId& task, const std::string& name, const std::optional<Variable>& expired) {
  if (expired)
    return Error(ErrorCode::not_found,
                 "Variable " + name + " of " + task.text + " expired at " + expired->expires_at.value_or(""),
                 task.text, "`rlmdb var list --task " + task.text + "` shows it");
  return Error(ErrorCode::not_found, "there is no variable '" + name + "' in " + task.text, task.text,
               "`rlmdb var list --task " + task.text + "` shows the variables there are");
}

/// Where the task lacks it: its nearest ancestor that has it.
Variable find_in_parents(VariableReader& reader, std::int64_t key, const TaskId& task,
                         const std::string& name) {
  std::unordered_set<std::int64_t> seen{key};
  auto parent = reader.parent_of(key);
  if (!parent)
    throw Error(ErrorCode::not_found, "No parent task: " + task.text + " has no parent", task.text,
                "nor is there a variable '" + name + "' in the task itself");
  for (; parent && seen.insert(*parent).second; parent = reader.parent_of(*parent)) {
    std::optional<Variable> variable = reader.find(*parent, reader.id_of(*parent), name);
    if (variable && !variable->is_expired) return *std::move(variable);
  }
  throw Error(ErrorCode::not_found, "there is no variable '" + name + "' above " + task.text, task.text,
              "neither in " + task.text + " nor in any task above it");
}

}  // namespace

std::vector<Variable> variables_of_task(const Store& store, const TaskId& task) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  VariableReader reader(use.connection());
  return reader.all(reader.key_of(task), task);
}

std::vector<Variable> variables_at(const Store& store, const TaskId& task, const Moment& moment) {
  return variables_in(task, task_json_at(store, task, moment));
}

Variable find_variable(const Store& store, const TaskId& task, const std::string& name, Inherit inherit) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  VariableReader reader(use.connection());
  const std::int64_t key = reader.key_of(task);
  std::optional<Variable> variable = reader.find(key, task, name);
  if (variable && !variable->is_expired) return *std::move(variable);
  if (inherit == Inherit::yes) return find_in_parents(reader, key, task, name);
  throw no_variable(task, name, variable);
}

}  // namespace rlmdb
