// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/record_text.hpp"
#include "jobs/task_events.hpp"
#include "jobs/variable_mutations.hpp"
#include "rlmdb/variable.hpp"
#include "store/connections.hpp"
#include "store/task_rows.hpp"

namespace rlmdb {

std::vector<VariableMutation> variable_history(const Store& store, const TaskId& task,
                                               const std::optional<std::string>& name) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = store::TaskRows(connection).get_id(task.text);
  const jobs::VariableTexts now = jobs::variables_of_record(jobs::RecordTextFinder(connection).find(key, 0));
  std::vector<VariableMutation> all =
      jobs::mutations_of(now, jobs::TaskEvents(connection).of(key), jobs::k_task_variables);
  return name ? jobs::mutations_of_one(all, *name) : all;
}

}  // namespace rlmdb
