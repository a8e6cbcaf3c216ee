// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/take_checkpoint.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/checkpoint.hpp"

namespace rlmdb {

CheckpointCreated create_checkpoint(Store& store, const NewCheckpoint& checkpoint) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  CheckpointCreated created;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    created = checkpoints::take_checkpoint(writer, checkpoint);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return created;
}

Checkpoint pin_checkpoint(Store& store, const CheckpointName& name, bool is_pinned) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  db::WriteTransaction transaction(connection);
  checkpoints::FoundCheckpoint found = checkpoints::find_checkpoint(connection, name);
  if (found.head.is_pinned != is_pinned) {
    checkpoints::SnapshotRows(connection).set_pinned(found.head.id, is_pinned);
    found.head.is_pinned = is_pinned;
    transaction.commit();
  }
  return checkpoints::checkpoint_of(connection, found.head);
}

}  // namespace rlmdb
