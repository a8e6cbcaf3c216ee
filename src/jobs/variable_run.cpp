// SPDX-License-Identifier: MIT
#include <charconv>
#include <unordered_set>

#include "db/transaction.hpp"
#include "jobs/record_text.hpp"
#include "jobs/variable_state.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_number.hpp"
#include "legacy/json_string.hpp"
#include "legacy/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "store/connections.hpp"
#include "store/task_head.hpp"
#include "store/task_rows.hpp"
#include "store/tree_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

std::optional<double> number_of(std::string_view raw) {
  double number = 0;
  const auto result = std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return result.ec == std::errc{} && result.ptr == raw.data() + raw.size() ? std::optional(number)
                                                                           : std::nullopt;
}

Variable variable_of(const TaskId& task, const std::string& name, std::string_view raw) {
  const legacy::VariableText text = legacy::read_variable_text(raw);
  Variable variable{task, name, JsonText{std::string(text.value)}, text.is_bare};
  variable.type = legacy::text_of(text.type);
  variable.description = legacy::text_of(text.description);
  variable.source = legacy::text_of(text.source);
  variable.created_at = legacy::text_of(text.created_at);
  variable.updated_at = legacy::text_of(text.updated_at);
  variable.access_count = legacy::exact_int64(text.access_count);
  variable.read_only = text.read_only == "true";
  variable.scope = legacy::text_of(text.scope);
  variable.ttl_seconds = number_of(text.ttl_seconds);
  if (const auto end = legacy::expiry_of(text)) {
    variable.expires_at = util::utc_text(*end);
    variable.is_expired = *end <= util::now();
  }
  return variable;
}

std::vector<Variable> variables_in(const TaskId& task, std::string_view record) {
  std::vector<Variable> variables;
  for (const auto& [name, text] : jobs::variables_of_record(record))
    variables.push_back(variable_of(task, name, text));
  return variables;
}

/// Variables of tasks, within one snapshot.
class VariableReader {
 public:
  explicit VariableReader(db::Connection& connection)
      : m_connection(connection), m_tasks(connection), m_texts(connection) {}

  [[nodiscard]] std::int64_t key_of(const TaskId& task) { return m_tasks.get_id(task.text); }

  [[nodiscard]] std::vector<Variable> all(std::int64_t key, const TaskId& task) {
    return variables_in(task, m_texts.find(key, 0));
  }

  [[nodiscard]] std::optional<Variable> find(std::int64_t key, const TaskId& task, const std::string& name) {
    for (const auto& [known, text] : jobs::variables_of_record(m_texts.find(key, 0))) {
      if (known == name) return variable_of(task, name, text);
    }
    return std::nullopt;
  }

  /// tasks.id of the parent; nullopt: none.
  [[nodiscard]] std::optional<std::int64_t> parent_of(std::int64_t key) {
    return store::TreeRows(m_connection).parent(key);
  }
  [[nodiscard]] TaskId id_of(std::int64_t key) {
    return TaskId{store::TaskHeads(m_connection).get(key).legacy_id};
  }

 private:
  db::Connection& m_connection;
  store::TaskRows m_tasks;
  jobs::RecordTextFinder m_texts;
};

Error no_variable(const TaskId& task, const std::string& name, const std::optional<Variable>& expired) {
  if (expired)
    return Error(ErrorCode::not_found,
                 "Variable " + name + " of " + task.text + " expired at " + expired->expires_at.value_or(""),
                 task.text, "`rlmdb var list --task " + task.text + "` shows it");
  return Error(ErrorCode::not_found, "Variable " + name + " not found in " + task.text, task.text,
               "`rlmdb var list --task " + task.text + "` shows the variables there are");
}

/// Where the task lacks it: its nearest ancestor that has it.
Variable find_in_parents(VariableReader& reader, std::int64_t key, const TaskId& task,
                         const std::string& name) {
  std::unordered_set<std::int64_t> seen{key};
  auto parent = reader.parent_of(key);
  if (!parent)
    throw Error(ErrorCode::not_found, "No parent task", task.text,
                "Variable " + name + " is not in " + task.text + " either");
  for (; parent && seen.insert(*parent).second; parent = reader.parent_of(*parent)) {
    std::optional<Variable> variable = reader.find(*parent, reader.id_of(*parent), name);
    if (variable && !variable->is_expired) return *std::move(variable);
  }
  throw Error(ErrorCode::not_found, "Variable " + name + " not found in parent", task.text,
              "neither in " + task.text + " nor in any task above it");
}

}  // namespace

std::vector<Variable> variables_of_task(const Store& store, const TaskId& task) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  VariableReader reader(use.connection());
  return reader.all(reader.key_of(task), task);
}

std::vector<Variable> variables_at(const Store& store, const TaskId& task, const Moment& moment) {
  return variables_in(task, task_json_at(store, task, moment));
}

Variable find_variable(const Store& store, const TaskId& task, const std::string& name, Inherit inherit) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  VariableReader reader(use.connection());
  const std::int64_t key = reader.key_of(task);
  std::optional<Variable> variable = reader.find(key, task, name);
  if (variable && !variable->is_expired) return *std::move(variable);
  if (inherit == Inherit::yes) return find_in_parents(reader, key, task, name);
  throw no_variable(task, name, variable);
}

}  // namespace rlmdb
