// SPDX-License-Identifier: MIT
#include "retention/review_rows.hpp"

#include "db/sql_text.hpp"
#include "records/typed_ids.hpp"
#include "review_rows.sql.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::retention {

namespace {

FailedTask read_failed_task(const db::Statement& row) {
  const auto text = [&row](int column) { return std::string(row.column_text(column)); };
  return {TaskId{text(0)}, records::id_or_none<TreeId>(text(1)), text(2), text(3), text(4), text(5), text(6),
          text(7)};
}

}  // namespace

void ReviewRows::put(const NewReview& review) {
  m_connection.cached(db::sql_named(k_review_rows_sql, "upsert_review"))
      .bind_all(review.task_id, review.failed_at, review.reviewed_at, review.reviewed_by, review.note)
      .run();
}

bool ReviewRows::remove(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_review_rows_sql, "delete_review")).bind_all(task_id).run();
  return m_connection.changes() > 0;
}

std::vector<FailedTask> ReviewRows::failed(FailedTasks which) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_review_rows_sql, "select_failed_tasks"));
  std::vector<FailedTask> tasks;
  db::for_each_row(statement.bind_all(std::int64_t{which == FailedTasks::all}),
                   [&](const db::Statement& row) { tasks.push_back(read_failed_task(row)); });
  return tasks;
}

FailedTask ReviewRows::get(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_review_rows_sql, "select_failed_task"));
  auto task = db::get_maybe(statement.bind_all(task_id), read_failed_task);
  if (!task) throw Error(ErrorCode::internal, "there is no such task");
  return *std::move(task);
}

}  // namespace rlmdb::retention
