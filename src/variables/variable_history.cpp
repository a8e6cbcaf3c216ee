// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/event_rows.hpp"
#include "events/task_events.hpp"
#include "records/record_text.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/variable.hpp"
#include "variables/variable_mutations.hpp"

namespace rlmdb {

std::optional<Finding> variable_history_not_exported(const Store& store, const std::optional<TreeId>& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<std::string> tasks =
      events::EventRows(use.connection()).tasks_with_variable_history(tree ? tree->text : "");
  if (tasks.empty()) return std::nullopt;
  const bool is_one = tasks.size() == 1;
  return Finding{"variables", "history_left",
                 "a legacy file has no place for the history of the variables of " +
                     (is_one ? "1 task" : std::to_string(tasks.size()) + " tasks") +
                     ": `rlmdb var history --task " + tasks.front() + "` shows " +
                     (is_one ? "it, and `rlmdb backup` keeps it"
                             : "that of the first, and `rlmdb backup` keeps all of them")};
}

std::vector<VariableMutation> variable_history(const Store& store, const TaskId& task,
                                               const std::optional<std::string>& name) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = records::TaskRows(connection).get_id(task.text);
  const variables::VariableTexts now =
      variables::variables_of_record(records::RecordTextFinder(connection).find(key, 0));
  std::vector<VariableMutation> all =
      variables::mutations_of(now, events::TaskEvents(connection).of(key), variables::k_task_variables);
  const std::string node = records::node_id_of_task(connection, key);
  for (VariableMutation& mutation : all) mutation.node_id = node;
  return name ? variables::mutations_of_one(all, *name) : all;
}

}  // namespace rlmdb
