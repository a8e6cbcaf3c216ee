// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/review.hpp"

namespace rlmdb::retention {

/// What is written of a review. Texts belong to the caller.
struct NewReview {
  std::int64_t task_id = 0;
  std::optional<std::string> failed_at;  ///< the task's end as it is now
  std::string_view reviewed_at;
  std::string_view reviewed_by;
  std::optional<std::string> note;
};

/// The writer of `failure_reviews`.
class ReviewRows {
 public:
  explicit ReviewRows(db::Connection& connection) : m_connection(connection) {}

  void put(const NewReview& review);
  /// False: there was none.
  bool remove(std::int64_t task_id);
  /// Looks at all tasks; oldest end first.
  [[nodiscard]] std::vector<FailedTask> failed(FailedTasks which);
  /// One of them by tasks.id.
  [[nodiscard]] FailedTask get(std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::retention
