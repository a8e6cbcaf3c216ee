// SPDX-License-Identifier: MIT
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "loops/loop_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "sources/document_source.hpp"
#include "workflows/workflow_find.hpp"
#include "workflows/workflow_text.hpp"

namespace rlmdb {

namespace {

std::vector<std::string> owners_of(db::Connection& connection) {
  std::set<std::string> owners;
  for (workflows::WorkflowHead& head : workflows::WorkflowRows(connection).all())
    owners.insert(std::move(head.owner));
  return {owners.begin(), owners.end()};
}

/// A loop may be there without a checkpoint; a workflow is known by its checkpoints alone.
void require_owner(db::Connection& connection, const WorkflowOwner& owner) {
  if (!workflows::WorkflowRows(connection).of_owner(owner.id).empty()) return;
  if (owner.kind == WorkflowKind::loop && !loops::LoopRows(connection).find_by_loop(owner.id).empty()) return;
  throw Error(ErrorCode::not_found, "there is no " + to_text(owner), owner.id,
              "`rlmdb checkpoint list --workflows` shows those that have checkpoints");
}

}  // namespace

std::string to_text(const WorkflowOwner& owner) {
  return (owner.kind == WorkflowKind::loop ? "loop " : "workflow ") + owner.id;
}

std::vector<WorkflowCheckpoint> workflow_checkpoints_of(const Store& store,
                                                        const std::optional<WorkflowOwner>& owner) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  if (owner) require_owner(connection, *owner);
  std::vector<WorkflowCheckpoint> checkpoints;
  for (const std::string& id : owner ? std::vector{owner->id} : owners_of(connection)) {
    for (const workflows::WorkflowHead& head : workflows::newest_first(connection, id))
      checkpoints.push_back(workflows::workflow_checkpoint_of(connection, head));
  }
  return checkpoints;
}

WorkflowContent workflow_checkpoint(const Store& store, const WorkflowOwner& owner, const std::string& id) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const workflows::WorkflowHead head = workflows::get_workflow_checkpoint(connection, owner, id);
  workflows::ReadWorkflow read = workflows::read_workflow(connection, head);
  WorkflowContent content;
  content.checkpoint = workflows::workflow_checkpoint_of(connection, head, read);
  if (!workflows::is_whole(head, read.compact)) return content;
  content.file_text = sources::pretty(read.compact);
  content.document.text = std::move(read.compact);
  return content;
}

}  // namespace rlmdb
