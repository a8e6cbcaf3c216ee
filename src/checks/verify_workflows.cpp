// SPDX-License-Identifier: MIT
// verify, checkpoints of workflows: the document against its hash, and what its columns repeat.
#include <filesystem>
#include <string>

#include "checks/oddities.hpp"
#include "checks/verify_parts.hpp"
#include "db/sql_text.hpp"
#include "json/object_text.hpp"
#include "json/packed.hpp"
#include "loops/loop_facts.hpp"
#include "sources/document_source.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"
#include "sources/workflow_place.hpp"
#include "util/sha256.hpp"
#include "verify_twin.sql.hpp"
#include "workflows/workflow_artifacts.hpp"
#include "workflows/workflow_rows.hpp"
#include "workflows/workflow_rules.hpp"
#include "workflows/workflow_text.hpp"

namespace rlmdb::checks {

namespace {

void verify_place(const workflows::WorkflowHead& head, const std::string& where, VerifyNotes& notes) {
  if (!head.source_path) return;
  const auto path = sources::path_in_project(*head.source_path);
  if (path && *path != head.place) notes.add(where, "columns_differ", "not what its place says: place");
  const auto place = sources::ralph_place_of(*head.source_path);
  if (place && !place->owner.empty() && place->owner != head.owner)
    notes.add(where, "columns_differ", "not what its place says: owner");
}

/// One that was taken here lies where its record says.
void verify_own_place(const workflows::WorkflowHead& head, const std::string& compact,
                      const std::string& where, VerifyNotes& notes) {
  const auto place = sources::ralph_place_of(head.place);
  const std::string family = place ? place->family : "ralph";
  if (!head.source_path && !sources::place_of_workflow(compact, family).has(head.place))
    notes.add(where, "columns_differ", "not what the kept text says: place");
}

/// The state of a loop says neither when nor in which iteration it was kept: the file's name does, else its
/// members.
void verify_loop_state(const workflows::WorkflowHead& head, const std::string& compact,
                       const std::string& where, VerifyNotes& notes) {
  if (head.kind != "loop-state" || !head.source_path) return;
  const sources::CheckpointName named =
      sources::parse_checkpoint_name(std::filesystem::path(*head.source_path).filename().string())
          .value_or(sources::CheckpointName{});
  auto created_at = named.created_at;
  std::string iteration = named.iteration ? std::to_string(*named.iteration) : "";
  if (!created_at || created_at->empty())
    created_at = loops::find_text(compact, loops::LoopFact::last_updated);
  if (const auto said = loops::find_number(compact, loops::LoopFact::iteration); said && iteration.empty())
    iteration = std::to_string(*said);
  if (created_at != head.created_at)
    notes.add(where, "columns_differ", "not what its name and text say: created_at");
  if (head.iteration && std::to_string(*head.iteration) != iteration)
    notes.add(where, "columns_differ", "not what its name and text say: iteration");
}

void verify_rules(const workflows::WorkflowHead& head, const std::string& compact, const std::string& where,
                  VerifyNotes& notes) {
  const auto fault = workflows::fault_of_checkpoint(head.kind, compact);
  const auto defect = fault ? std::optional(workflows::to_text(*fault)) : std::nullopt;
  if (defect != head.defect)
    notes.add(where, "columns_differ",
              "not what the kept text says: defect, which is " + defect.value_or("none"));
}

/// The state that a workflow goes on with was taken from its checkpoint.
void verify_restored(db::Connection& connection, const workflows::WorkflowHead& head,
                     const std::string& compact, VerifyNotes& notes) {
  const auto restored = workflows::WorkflowRows(connection).state_of(head.owner);
  if (!restored || restored->checkpoint != head.id) return;
  const std::string_view state = json::find_member(compact, "state");
  const auto compare = [&](std::string_view member, const std::optional<std::string>& column) {
    if (json::find_member(state, member) != column.value_or(""))
      notes.add("workflow_states:" + head.owner, "columns_differ",
                "not what its checkpoint says: " + std::string(member));
  };
  compare("variables", restored->variables);
  compare("agent_state", restored->agent_state);
}

/// A copy is the file that the artifact's hash is of.
void verify_copies(db::Connection& connection, const workflows::WorkflowHead& head, VerifyNotes& notes) {
  for (const workflows::WorkflowArtifact& artifact : workflows::WorkflowRows(connection).artifacts(head.id)) {
    if (!artifact.copy_sha256 || *artifact.copy_sha256 == workflows::sha256_of(artifact.hash)) continue;
    notes.add("workflow_artifacts:" + std::to_string(head.id) + "/" + std::to_string(artifact.position),
              "columns_differ", "its copy is another file than its hash is of");
  }
}

/// Whether these are the bytes that the checkpoint's import read.
bool is_as_imported(db::Connection& connection, const workflows::WorkflowHead& head,
                    const std::string& bytes) {
  const auto sha256 = db::get_maybe(connection.cached(db::sql_named(k_verify_twin_sql, "sha256_of_import"))
                                        .bind_all(head.import_id.value_or(0)),
                                    [](const db::Statement& row) { return std::string(row.column_text(0)); });
  return sha256 == util::sha256_hex(bytes);
}

/// A packed file that was kept as it came in holds what the document says.
void verify_file_bytes(db::Connection& connection, const workflows::WorkflowHead& head,
                       const std::string& compact, const std::string& where, VerifyNotes& notes) {
  const auto bytes = workflows::WorkflowRows(connection).file_bytes(head.id);
  if (!bytes) return;
  try {
    if (workflows::packed_file_says(*bytes, compact, head.place) && is_as_imported(connection, head, *bytes))
      return;
    notes.add(where, "columns_differ", "not what the kept text says: file_bytes");
  } catch (const Error& error) {
    notes.add(where, "content_damaged", std::string("file_bytes: ") + error.what());
  }
}

void verify_workflow(db::Connection& connection, VerifyTwin& twin, const workflows::WorkflowHead& head,
                     VerifyNotes& notes) {
  const std::string where = "workflow_checkpoints:" + std::to_string(head.id);
  verify_place(head, where, notes);
  if (workflows::is_kept_as_file(head)) {
    if (!workflows::is_whole(head, workflows::canonical_bytes(connection, head)))
      notes.add(where, "content_damaged", "the bytes are not what payload_sha256 and payload_bytes say");
    return;
  }
  // Of a file that came in damaged its bytes are kept, and nothing is read out of them.
  const bool is_file = workflows::is_kept_as_file(head);
  const std::string compact =
      is_file ? workflows::canonical_bytes(connection, head) : workflows::workflow_text(connection, head);
  if (!workflows::is_whole(head, compact))
    notes.add(where, "content_damaged", "the document is not what payload_sha256 and payload_bytes say");
  if (head.import_id)
    verify_canonical(connection, *head.import_id, is_file ? compact : sources::pretty(compact), where, notes);
  if (!is_file) {
    workflows::judge_checkpoint(head.kind, compact, sources::directory_of_loop(head.place),
                                Oddities(notes.report()).at(head.place));
    verify_own_place(head, compact, where, notes);
    verify_rules(head, compact, where, notes);
    verify_loop_state(head, compact, where, notes);
    verify_restored(connection, head, compact, notes);
    verify_file_bytes(connection, head, compact, where, notes);
  }
  workflows::WorkflowRows made(twin.connection());
  workflows::WorkflowHead unpacked = head;
  unpacked.content_id = head.content_id.value_or(1);
  made.put(unpacked, is_file ? std::string_view("{}") : std::string_view(compact));
  twin.compare(connection, db::sql_named(k_verify_twin_sql, "rows_of_workflow_checkpoint"), head.id, head.id,
               notes, {"packed", "file_bytes"});
  twin.compare(connection, db::sql_named(k_verify_twin_sql, "rows_of_workflow_artifacts"), head.id, head.id,
               notes, {"mode"});
  verify_copies(connection, head, notes);
  made.remove(head.id);
}

}  // namespace

void verify_workflows(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes) {
  notes.guarded("workflow_checkpoints", [&] {
    for (const workflows::WorkflowHead& head : workflows::WorkflowRows(connection).all())
      notes.guarded("workflow_checkpoints:" + std::to_string(head.id),
                    [&] { verify_workflow(connection, twin, head, notes); });
  });
}

}  // namespace rlmdb::checks
