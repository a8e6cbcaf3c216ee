// SPDX-License-Identifier: MIT
// verify, state documents and the checkpoints that hold variables.
#include <array>
#include <string>

#include "db/sql_text.hpp"
#include "jobs/checkpoint_text.hpp"
#include "jobs/document_source.hpp"
#include "jobs/kept_text.hpp"
#include "jobs/rlm_place.hpp"
#include "jobs/state_text.hpp"
#include "jobs/verify_parts.hpp"
#include "legacy/object_text.hpp"
#include "store/snapshot_rows.hpp"
#include "verify_twin.sql.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::array k_state_tables = {
    db::sql_named(k_verify_twin_sql, "rows_of_state"),
    db::sql_named(k_verify_twin_sql, "rows_of_state_variables"),
    db::sql_named(k_verify_twin_sql, "rows_of_state_mutations"),
};

void verify_name(const store::StateHead& head, const std::string& where, VerifyNotes& notes) {
  if (!head.source_path) return;
  const auto place = place_of(*head.source_path);
  if (!place || place->file != RlmFile::state || !place->owner) return;
  if (to_text(place->owner->scope) != head.scope || place->owner->id != head.name)
    notes.add(where, "columns_differ", "not what its place says: scope, name");
}

/// An outline has no variables and mutations of its own: an export would write the rows alone.
void verify_state_outline(const std::string& outline, const std::string& where, VerifyNotes& notes) {
  const legacy::StateDocument document = legacy::split_state_document(outline);
  if (!document.variables.empty() || !document.mutations.empty())
    notes.add(where, "columns_differ", "the outline holds variables or mutations");
}

void write_twin(db::Connection& connection, db::Connection& twin, const store::StateHead& head) {
  store::StateRows stored(connection);
  store::StateRows made(twin);
  made.insert(head);
  made.update(head);
  std::vector<store::StoredVariable> variables;
  for (const store::StoredVariable& variable : stored.variables(head.id))
    variables.push_back(stored_variable(variable.name, text_of(variable)));
  made.replace_variables(head.id, variables);
  made.replace_mutations(head.id, stored.mutations(head.id));
}

void verify_state(db::Connection& connection, VerifyTwin& twin, const store::StateHead& head,
                  VerifyNotes& notes) {
  const std::string where = "states:" + std::to_string(head.id);
  verify_name(head, where, notes);
  const legacy::StateDocument document = state_document(connection, head);
  verify_state_outline(head.outline, where, notes);
  if (head.import_id && head.version == head.source_version)
    verify_canonical(connection, *head.import_id, pretty(legacy::join_state_document(document)), where,
                     notes);
  write_twin(connection, twin.connection(), head);
  for (const std::string_view table : k_state_tables)
    twin.compare(connection, table, head.id, head.id, notes);
  store::StateRows(twin.connection()).remove(head.id);
}

/// What the columns of an imported checkpoint repeat.
void verify_columns(const store::SnapshotHead& head, const std::string& where, VerifyNotes& notes) {
  const auto compare = [&](std::string_view member, const std::optional<std::string>& column) {
    if (legacy::text_member(*head.outline, member) != column)
      notes.add(where, "columns_differ", "not what the kept text says: " + std::string(member));
  };
  compare("name", head.name);
  compare("timestamp", head.timestamp);
  compare("description", head.description);
  if (legacy::text_member(*head.outline, "checkpoint_id")) compare("checkpoint_id", head.checkpoint_id);
  if (head.scope == "task") compare("task_id", head.owner);
}

void verify_snapshot(db::Connection& connection, const store::SnapshotHead& head, VerifyNotes& notes) {
  const std::string where = "snapshots:" + std::to_string(head.id);
  const std::string text = checkpoint_text(connection, head);
  for (const store::SnapshotNode& node : store::SnapshotRows(connection).nodes(head.id))
    require_kept_text(node.json, KeptShape::object, where + " nodes/" + node.member);
  if (!head.import_id) return;
  if (!head.outline) {
    notes.add(where, "text_broken", "it was imported, and has no outline");
    return;
  }
  verify_canonical(connection, *head.import_id, pretty(text), where, notes);
  verify_columns(head, where, notes);
}

}  // namespace

void verify_states(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes) {
  notes.guarded("states", [&] {
    for (const store::StateHead& head : store::StateRows(connection).all())
      notes.guarded("states:" + std::to_string(head.id),
                    [&] { verify_state(connection, twin, head, notes); });
  });
}

void verify_snapshots(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("snapshots", [&] {
    for (const store::SnapshotHead& head : store::SnapshotRows(connection).all())
      notes.guarded("snapshots:" + std::to_string(head.id),
                    [&] { verify_snapshot(connection, head, notes); });
  });
}

}  // namespace rlmdb::jobs
