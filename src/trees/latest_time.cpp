// SPDX-License-Identifier: MIT
#include "trees/latest_time.hpp"

#include <algorithm>

#include "util/instant.hpp"

namespace rlmdb::trees {

std::optional<std::int64_t> latest_time_ms(const records::TaskRecord& record) {
  std::optional<std::int64_t> latest;
  for (const auto cell : {records::task_completed_at, records::task_started_at, records::task_created_at}) {
    if (record.task[cell].type == records::CellType::text)
      latest = std::max(latest, util::instant_ms(record.task[cell].text));
  }
  return latest;
}

}  // namespace rlmdb::trees
