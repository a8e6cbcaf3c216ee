// SPDX-License-Identifier: MIT
// verify, state documents and the checkpoints that hold variables.
#include <string>

#include "checkpoints/checkpoint_text.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "checks/oddities.hpp"
#include "checks/verify_parts.hpp"
#include "db/sql_text.hpp"
#include "json/json_scan.hpp"
#include "json/object_text.hpp"
#include "records/kept_text.hpp"
#include "records/variable_text.hpp"
#include "schemas/state_rules.hpp"
#include "sources/document_source.hpp"
#include "sources/rlm_place.hpp"
#include "variables/state_text.hpp"
#include "variables/value_files.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

namespace {

void verify_name(const variables::StateHead& head, const std::string& where, VerifyNotes& notes) {
  if (!head.source_path) return;
  const auto place = sources::place_of(*head.source_path);
  if (!place || place->file != sources::RlmFile::state || !place->owner) return;
  if (to_text(place->owner->scope) != head.scope || place->owner->id != head.name)
    notes.add(where, "columns_differ", "not what its place says: scope, name");
}

/// "state tree:tree-12345678", as messages call it.
std::string name_of(const variables::StateHead& head) {
  return "state " + (head.name.empty() ? head.scope : head.scope + ":" + head.name);
}

/// An outline has no variables and mutations of its own: an export would write the rows alone.
void verify_state_outline(const std::string& outline, const std::string& where, VerifyNotes& notes) {
  const variables::StateDocument document = variables::split_state_document(outline);
  if (!document.variables.empty() || !document.mutations.empty())
    notes.add(where, "columns_differ", "the outline holds variables or mutations");
}

std::string value_of(db::Connection& connection, std::int64_t owner_id, const std::string& name) {
  return std::string(records::read_variable_text(variables::variable_text(connection, owner_id, name)).value);
}

/// A value of the scope tree may stand in rlm_state of the root as well, and then says the same there.
void judge_two_places(db::Connection& connection, const variables::StateHead& head, VerifyNotes& notes) {
  if (head.scope != to_text(StateScope::tree)) return;
  db::for_each_row(connection.cached(db::sql_named(k_verify_sql, "select_values_in_two_places"))
                       .bind_all(head.id, head.name),
                   [&](const db::Statement& row) {
                     const std::string name(row.column_text(0));
                     const std::string value = value_of(connection, head.id, name);
                     schemas::Fault fault{"/variables", value, schemas::FaultKind::token, {}};
                     json::append_pointer_name(fault.pointer, name);
                     fault.pointer += "/value";
                     fault.allowed = value_of(connection, row.column_int64(1), name) +
                                     ", as in rlm_state of " + std::string(row.column_text(2));
                     Oddities(notes.report()).at(name_of(head))(fault);
                   });
}

void verify_state(db::Connection& connection, const variables::StateHead& head, VerifyNotes& notes) {
  const std::string where = "states:" + std::to_string(head.id);
  verify_name(head, where, notes);
  const variables::StateDocument document = variables::state_document(connection, head);
  verify_state_outline(head.outline, where, notes);
  schemas::judge_members(variables::join_state_document(document), schemas::state_rules(), {},
                         Oddities(notes.report()).at(name_of(head)));
  judge_two_places(connection, head, notes);
  if (head.import_id && head.version == head.source_version)
    verify_canonical(connection, *head.import_id, sources::pretty(variables::join_state_document(document)),
                     where, notes);
}

/// What the columns of an imported checkpoint repeat.
void verify_columns(const checkpoints::SnapshotHead& head, const std::string& where, VerifyNotes& notes) {
  const auto compare = [&](std::string_view member, const std::optional<std::string>& column) {
    if (json::text_member(*head.outline, member) != column)
      notes.add(where, "columns_differ", "not what the kept text says: " + std::string(member));
  };
  compare("name", head.name);
  compare("timestamp", head.timestamp);
  compare("description", head.description);
  if (json::text_member(*head.outline, "checkpoint_id")) compare("checkpoint_id", head.checkpoint_id);
  if (head.scope == "task") compare("task_id", head.owner);
}

void verify_snapshot(db::Connection& connection, const checkpoints::SnapshotHead& head, VerifyNotes& notes) {
  const std::string where = "snapshots:" + std::to_string(head.id);
  const std::string text = checkpoints::checkpoint_text(connection, head);
  for (const checkpoints::SnapshotNode& node : checkpoints::SnapshotRows(connection).nodes(head.id))
    records::require_kept_text(node.json, records::KeptShape::object, where + " nodes/" + node.member);
  schemas::judge_members(
      text, schemas::checkpoint_rules(), {},
      Oddities(notes.report()).at("checkpoint " + head.checkpoint_id + " of " + head.owner));
  if (!head.import_id) return;
  if (!head.outline) {
    notes.add(where, "text_broken", "it was imported, and has no outline");
    return;
  }
  verify_canonical(connection, *head.import_id, sources::pretty(text), where, notes);
  verify_columns(head, where, notes);
}

}  // namespace

void verify_states(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("states", [&] {
    for (const variables::StateHead& head : variables::StateRows(connection).all())
      notes.guarded("states:" + std::to_string(head.id), [&] { verify_state(connection, head, notes); });
  });
}

void verify_snapshots(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("snapshots", [&] {
    for (const checkpoints::SnapshotHead& head : checkpoints::SnapshotRows(connection).all())
      notes.guarded("snapshots:" + std::to_string(head.id),
                    [&] { verify_snapshot(connection, head, notes); });
  });
}

}  // namespace rlmdb::checks
