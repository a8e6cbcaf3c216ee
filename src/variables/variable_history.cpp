// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/task_events.hpp"
#include "records/record_text.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/variable.hpp"
#include "variables/variable_mutations.hpp"

namespace rlmdb {

std::vector<VariableMutation> variable_history(const Store& store, const TaskId& task,
                                               const std::optional<std::string>& name) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = records::TaskRows(connection).get_id(task.text);
  const variables::VariableTexts now =
      variables::variables_of_record(records::RecordTextFinder(connection).find(key, 0));
  std::vector<VariableMutation> all =
      variables::mutations_of(now, events::TaskEvents(connection).of(key), variables::k_task_variables);
  const std::string node = records::node_of_task(connection, key);
  for (VariableMutation& mutation : all) mutation.node_id = node;
  return name ? variables::mutations_of_one(all, *name) : all;
}

}  // namespace rlmdb
