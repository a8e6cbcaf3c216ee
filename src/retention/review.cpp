// SPDX-License-Identifier: MIT
// A review is a row beside the task, not a change of its record: what was imported stays as it was, and an
// import of the same file sees no difference. So its event is about no task, and names it in its reason.
#include "rlmdb/review.hpp"

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/task_lookup.hpp"
#include "retention/review_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb {

namespace {

records::TaskHead failed_head(writing::TaskWriter& writer, const TaskId& id) {
  auto head = writer.heads().find(id.text);
  if (!head) throw records::no_such_task(id.text);
  if (head->state == "failed") return *std::move(head);
  throw Error(ErrorCode::conflict, id.text + " is " + head->state.value_or("in no state") + ", not failed",
              id.text, "nothing was changed; only failed work is reviewed");
}

/// An event of no task.
void note(writing::TaskWriter& writer, const records::TaskHead& task, EventKind kind,
          const std::string& name) {
  records::TaskHead tree;
  tree.tree_id = task.tree_id;
  writer.note(tree, {}, {.kind = kind, .reason = name});
}

/// Calls change(writer, head, id) for each in one transaction; what they are then.
template <class Change>
std::vector<FailedTask> change_reviews(Store& store, std::span<const TaskId> ids, Change change) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  std::vector<FailedTask> changed;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    for (const TaskId& id : ids) {
      const records::TaskHead head = failed_head(writer, id);
      change(writer, head, id);
      changed.push_back(retention::ReviewRows(connection).get(head.id));
    }
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return changed;
}

}  // namespace

std::vector<FailedTask> failed_tasks(const Store& store, FailedTasks which) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return retention::ReviewRows(use.connection()).failed(which);
}

std::vector<FailedTask> review_failures(Store& store, std::span<const TaskId> ids,
                                        const std::optional<std::string>& note_text) {
  return change_reviews(
      store, ids, [&](writing::TaskWriter& writer, const records::TaskHead& head, const TaskId& id) {
        retention::ReviewRows(writer.connection())
            .put({head.id, head.completed_at, writer.now(), writer.connection().owner(), note_text});
        note(writer, head, EventKind::failure_reviewed, id.text);
      });
}

std::vector<FailedTask> unreview_failures(Store& store, std::span<const TaskId> ids) {
  return change_reviews(store, ids,
                        [&](writing::TaskWriter& writer, const records::TaskHead& head, const TaskId& id) {
                          if (retention::ReviewRows(writer.connection()).remove(head.id))
                            note(writer, head, EventKind::failure_unreviewed, id.text);
                        });
}

}  // namespace rlmdb
