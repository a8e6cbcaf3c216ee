// SPDX-License-Identifier: MIT
#include "records/latest_time.hpp"

#include <algorithm>

#include "util/instant.hpp"

namespace rlmdb::records {

std::optional<std::int64_t> latest_time_ms(const TaskRecord& record) {
  std::optional<std::int64_t> latest;
  for (const auto cell : {task_completed_at, task_started_at, task_created_at}) {
    if (record.task[cell].type == CellType::text)
      latest = std::max(latest, util::instant_ms(record.task[cell].text));
  }
  return latest;
}

}  // namespace rlmdb::records
