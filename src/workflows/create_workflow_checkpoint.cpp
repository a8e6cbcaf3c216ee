// SPDX-License-Identifier: MIT
// 1. Files are read before anybody has to wait.
// 2. In one transaction the checkpoint is taken.
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/take_workflow_checkpoint.hpp"
#include "workflows/workflow_find.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

/// What SQLite takes in one value is a little more.
constexpr std::int64_t k_most_copied_bytes = 900'000'000;

std::vector<workflows::ArtifactFile> read_files(const db::Connection& connection,
                                                const NewWorkflowCheckpoint& asked) {
  const bool keeps = asked.copies == ArtifactCopies::keep;
  std::vector<workflows::ArtifactFile> files;
  std::uint64_t bytes = 0;
  for (const std::string& path : asked.artifacts) {
    writing::require_utf8(path, "artifact");
    files.push_back(workflows::read_artifact(connection, asked.root, path));
    bytes += files.back().bytes.size();
    if (!keeps) files.back().bytes.clear();
    if (keeps && bytes > static_cast<std::uint64_t>(asked.most_artifact_bytes))
      throw Error(ErrorCode::invalid_input,
                  "copies of the artifacts would be more than " + std::to_string(asked.most_artifact_bytes) +
                      " bytes together",
                  path, "nothing was changed; --artifact-bytes N allows more, or keep no copies");
  }
  return files;
}

void require_sound(const NewWorkflowCheckpoint& asked) {
  if (asked.owner.id.empty())
    throw Error(ErrorCode::usage, "a checkpoint needs an owner", "checkpoint.owner");
  writing::require_utf8(asked.owner.id, "checkpoint.owner");
  if (asked.trigger) writing::require_utf8(*asked.trigger, "checkpoint.trigger");
  if (!asked.document && asked.owner.kind == WorkflowKind::workflow)
    throw Error(ErrorCode::usage, "a checkpoint of a workflow needs its state as JSON", "checkpoint.document",
                "only a loop's document is known here");
  if (asked.most_artifact_bytes < 1 || asked.most_artifact_bytes > k_most_copied_bytes)
    throw Error(ErrorCode::usage, "copies may have 1 to " + std::to_string(k_most_copied_bytes) + " bytes",
                "checkpoint.artifact_bytes");
  if (asked.copies == ArtifactCopies::keep && asked.artifacts.empty())
    throw Error(ErrorCode::usage, "there is no artifact of which a copy could be kept",
                "checkpoint.artifacts", "--artifact PATH names one");
}

}  // namespace

WorkflowCheckpoint create_workflow_checkpoint(Store& store, const NewWorkflowCheckpoint& asked) {
  require_sound(asked);
  std::optional<std::string> document;
  if (asked.document)
    document = writing::checked_json(asked.document->text, json::JsonKind::object, "checkpoint");
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const std::vector<workflows::ArtifactFile> files = read_files(connection, asked);
  WorkflowCheckpoint created;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    created = workflows::workflow_checkpoint_of(
        connection, workflows::take_checkpoint(writer, asked, document, files, {}, writer.now()));
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return created;
}

}  // namespace rlmdb
