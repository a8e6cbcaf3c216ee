// SPDX-License-Identifier: MIT
// verify, checkpoints of workflows: the document against its hash, and what its columns repeat.
#include <filesystem>
#include <string>

#include "db/sql_text.hpp"
#include "jobs/document_source.hpp"
#include "jobs/ralph_place.hpp"
#include "jobs/rlm_place.hpp"
#include "jobs/verify_parts.hpp"
#include "jobs/workflow_place.hpp"
#include "jobs/workflow_rules.hpp"
#include "jobs/workflow_text.hpp"
#include "legacy/object_text.hpp"
#include "store/workflow_rows.hpp"
#include "verify_twin.sql.hpp"

namespace rlmdb::jobs {

namespace {

void verify_place(const store::WorkflowHead& head, const std::string& where, VerifyNotes& notes) {
  if (!head.source_path) return;
  const auto path = path_in_project(*head.source_path);
  if (path && *path != head.place) notes.add(where, "columns_differ", "not what its place says: place");
  const auto place = ralph_place_of(*head.source_path);
  if (place && !place->owner.empty() && place->owner != head.owner)
    notes.add(where, "columns_differ", "not what its place says: owner");
}

/// One that was taken here lies where its record says.
void verify_own_place(const store::WorkflowHead& head, const std::string& compact, const std::string& where,
                      VerifyNotes& notes) {
  if (!head.source_path && !place_of_workflow(compact).has(head.place))
    notes.add(where, "columns_differ", "not what the kept text says: place");
}

/// The state of a loop says neither when nor in which iteration it was kept: the file's name does, else its
/// members.
void verify_loop_state(const store::WorkflowHead& head, const std::string& compact, const std::string& where,
                       VerifyNotes& notes) {
  if (head.kind != "loop-state" || !head.source_path) return;
  const CheckpointName named =
      parse_checkpoint_name(std::filesystem::path(*head.source_path).filename().string())
          .value_or(CheckpointName{});
  auto created_at = named.created_at;
  std::string iteration = named.iteration ? std::to_string(*named.iteration) : "";
  for (const char* member : {"last_updated", "lastUpdate"})
    if (!created_at || created_at->empty()) created_at = legacy::text_member(compact, member);
  for (const char* member : {"iteration", "currentIteration"})
    if (iteration.empty()) iteration = legacy::find_member(compact, member);
  if (created_at != head.created_at)
    notes.add(where, "columns_differ", "not what its name and text say: created_at");
  if (head.iteration && std::to_string(*head.iteration) != iteration)
    notes.add(where, "columns_differ", "not what its name and text say: iteration");
}

void verify_rules(const store::WorkflowHead& head, const std::string& compact, const std::string& where,
                  VerifyNotes& notes) {
  const auto fault = fault_of_checkpoint(head.kind, compact);
  const auto defect = fault ? std::optional(to_text(*fault)) : std::nullopt;
  if (defect != head.defect)
    notes.add(where, "columns_differ",
              "not what the kept text says: defect, which is " + defect.value_or("none"));
}

/// The state that a workflow goes on with was taken from its checkpoint.
void verify_restored(db::Connection& connection, const store::WorkflowHead& head, const std::string& compact,
                     VerifyNotes& notes) {
  const auto restored = store::WorkflowRows(connection).state_of(head.owner);
  if (!restored || restored->checkpoint != head.id) return;
  const std::string_view state = legacy::find_member(compact, "state");
  const auto compare = [&](std::string_view member, const std::optional<std::string>& column) {
    if (legacy::find_member(state, member) != column.value_or(""))
      notes.add("workflow_states:" + head.owner, "columns_differ",
                "not what its checkpoint says: " + std::string(member));
  };
  compare("variables", restored->variables);
  compare("agent_state", restored->agent_state);
}

void verify_workflow(db::Connection& connection, VerifyTwin& twin, const store::WorkflowHead& head,
                     VerifyNotes& notes) {
  const std::string where = "workflow_checkpoints:" + std::to_string(head.id);
  verify_place(head, where, notes);
  if (is_kept_as_file(head)) {
    if (!is_whole(head, canonical_bytes(connection, head)))
      notes.add(where, "content_damaged", "the bytes are not what payload_sha256 and payload_bytes say");
    return;
  }
  // Of a file that came in damaged its bytes are kept, and nothing is read out of them.
  const bool is_file = is_kept_as_file(head);
  const std::string compact = is_file ? canonical_bytes(connection, head) : workflow_text(connection, head);
  if (!is_whole(head, compact))
    notes.add(where, "content_damaged", "the document is not what payload_sha256 and payload_bytes say");
  if (head.import_id)
    verify_canonical(connection, *head.import_id, is_file ? compact : pretty(compact), where, notes);
  if (!is_file) {
    verify_own_place(head, compact, where, notes);
    verify_rules(head, compact, where, notes);
    verify_loop_state(head, compact, where, notes);
    verify_restored(connection, head, compact, notes);
  }
  store::WorkflowRows made(twin.connection());
  store::WorkflowHead unpacked = head;
  unpacked.content_id = head.content_id.value_or(1);
  made.put(unpacked, is_file ? std::string_view("{}") : std::string_view(compact));
  twin.compare(connection, db::sql_named(k_verify_twin_sql, "rows_of_workflow_checkpoint"), head.id, head.id,
               notes, {"packed"});
  twin.compare(connection, db::sql_named(k_verify_twin_sql, "rows_of_workflow_artifacts"), head.id, head.id,
               notes);
  made.remove(head.id);
}

}  // namespace

void verify_workflows(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes) {
  notes.guarded("workflow_checkpoints", [&] {
    for (const store::WorkflowHead& head : store::WorkflowRows(connection).all())
      notes.guarded("workflow_checkpoints:" + std::to_string(head.id),
                    [&] { verify_workflow(connection, twin, head, notes); });
  });
}

}  // namespace rlmdb::jobs
