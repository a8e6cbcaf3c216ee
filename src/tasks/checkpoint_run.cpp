// SPDX-License-Identifier: MIT
#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/checkpoint_find.hpp"
#include "rlmdb/checkpoint.hpp"
#include "store/connections.hpp"
#include "tasks/take_checkpoint.hpp"

namespace rlmdb {

CheckpointCreated create_checkpoint(Store& store, const NewCheckpoint& checkpoint) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  CheckpointCreated created;
  {
    db::WriteTransaction transaction(connection);
    tasks::TaskWriter writer(connection);
    created = tasks::take_checkpoint(writer, checkpoint);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return created;
}

Checkpoint pin_checkpoint(Store& store, const CheckpointName& name, bool is_pinned) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  db::WriteTransaction transaction(connection);
  jobs::FoundCheckpoint found = jobs::find_checkpoint(connection, name);
  if (found.head.is_pinned != is_pinned) {
    store::SnapshotRows(connection).set_pinned(found.head.id, is_pinned);
    found.head.is_pinned = is_pinned;
    transaction.commit();
  }
  return jobs::checkpoint_of(connection, found.head);
}

}  // namespace rlmdb
