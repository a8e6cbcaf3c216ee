// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/store.hpp"
#include "tasks/task_list.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_prompt_units = 80;
constexpr std::int64_t k_recent = 5;

void cut_prompts(std::vector<TaskSummary>& tasks) {
  for (TaskSummary& task : tasks) task.prompt.resize(util::bytes_of_utf16_units(task.prompt, k_prompt_units));
}

}  // namespace

StoreSummary Store::summary() const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  StoreSummary summary;
  summary.stats = records::TaskRows(use.connection()).count_by_state();
  TaskFilter running;
  running.state = "running";
  TaskFilter recent;
  recent.limit = k_recent;
  summary.running = tasks::list_tasks(use.connection(), running);
  summary.recent = tasks::list_tasks(use.connection(), recent);
  cut_prompts(summary.running);
  cut_prompts(summary.recent);
  return summary;
}

}  // namespace rlmdb
