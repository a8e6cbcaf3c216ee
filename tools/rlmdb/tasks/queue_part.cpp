// SPDX-License-Identifier: MIT
#include "tasks/queue_part.hpp"

namespace rlmdb::cli {

std::size_t kept_by(std::int64_t limit, std::size_t size) {
  const auto count = static_cast<std::int64_t>(size);
  const std::int64_t kept = limit > 0   ? std::min(limit, count)
                            : limit < 0 ? std::max<std::int64_t>(count + limit, 0)
                                        : count;
  return static_cast<std::size_t>(kept);
}

Error not_in_queue(const Store& store, const std::string& id) {
  if (!store.find_task(TaskId{id}).has_value()) {
    return Error(ErrorCode::not_found, "there is no such task", id, "`next` of an answer is the id to give");
  }
  return Error(ErrorCode::conflict, "the task is not in this list any more", id,
               "begin again without --after: tasks were taken since");
}

}  // namespace rlmdb::cli
