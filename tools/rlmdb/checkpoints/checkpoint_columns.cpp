// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_columns.hpp"

#include "format/units_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_value = 24;

Tint tint_of_status(const Checkpoint& checkpoint) {
  return checkpoint.status == CheckpointStatus::kept ? Tint::none : Tint::dim;
}

Tint tint_of_kind(const ChangedPlace& place) {
  if (place.variable.kind == DifferenceKind::added) {
    return Tint::green;
  }
  return place.variable.kind == DifferenceKind::removed ? Tint::red : Tint::yellow;
}

DifferenceKind kind_of(const ValueDifference& value) {
  if (!value.old_value.has_value()) {
    return DifferenceKind::added;
  }
  return value.new_value.has_value() ? DifferenceKind::changed : DifferenceKind::removed;
}

std::string_view wholeness(const WorkflowCheckpoint& checkpoint) {
  return checkpoint.defect.has_value() ? "invalid" : "whole";
}

Tint tint_of_wholeness(const WorkflowCheckpoint& checkpoint) {
  return checkpoint.defect.has_value() ? Tint::red : Tint::none;
}

std::string remark_on(const WorkflowCheckpoint& checkpoint) {
  return checkpoint.defect.value_or(checkpoint.is_restored ? "restored" : "");
}

template <class Kept>
Tint tint_of_pruned(const Pruned<Kept>& pruned) {
  return pruned.what == "removed" || pruned.what == "goes" ? Tint::red : Tint::none;
}

}  // namespace

WordOf<k_owner_scopes> scope_of(const CheckpointOwner& owner) {
  if (const auto* state = std::get_if<StateName>(&owner)) {
    return {to_text(state->scope)};
  }
  return {std::holds_alternative<TaskId>(owner) ? "task" : "tree"};
}

std::optional<std::string> id_of(const CheckpointOwner& owner) {
  if (const auto* state = std::get_if<StateName>(&owner)) {
    return state->id.empty() ? std::nullopt : std::optional(state->id);
  }
  const auto* task = std::get_if<TaskId>(&owner);
  return task != nullptr ? task->text : std::get<TreeId>(owner).text;
}

const Rows<Checkpoint>& checkpoint_rows() {
  static const Rows<Checkpoint> k_rows(
      {{"checkpoint_id", &Checkpoint::checkpoint_id, {"ID", 18}},
       {"scope", about("what has the variables",
                       [](const Checkpoint& checkpoint) { return scope_of(checkpoint.owner); })},
       {"owner", about("a store id, a tree or the id of a state document; null for the global one",
                       [](const Checkpoint& checkpoint) { return id_of(checkpoint.owner); })},
       {"status",
        about("pruned: taken here and removed since; not_imported: only a list names it",
              &Checkpoint::status),
        {"STATUS", 6},
        tint_of_status},
       {"name", &Checkpoint::name, {"NAME", 12}},
       {"timestamp",
        about("when it was taken; of an imported one the source's own text", as_time(&Checkpoint::timestamp)),
        {"TAKEN", 16}},
       {"description", &Checkpoint::description},
       {"tree_id", about("the tree that it counts to", &Checkpoint::tree_id)},
       {"variables", about("how many it holds", &Checkpoint::variables), {"VARIABLES", 9}},
       {"is_pinned", about("prune never takes it", &Checkpoint::is_pinned)},
       {"last_used_at",
        about("when it was last taken, imported or restored, in UTC", &Checkpoint::last_used_at)},
       {"event_seq", about("of its taking; null where it was not taken here", &Checkpoint::event_seq)},
       {"source_path", about("the file that it was imported from", &Checkpoint::source_path)},
       {"snapshot_path",
        about("as the owner's list names its file, where only that is known", &Checkpoint::snapshot_path)}},
      {{"of", as_words(&Checkpoint::owner), {"OWNER", 12}},
       {"pinned",
        [](const Checkpoint& checkpoint) { return checkpoint.is_pinned ? "pinned" : ""; },
        {"", 6}}},
      {.screen = "checkpoint_id of name timestamp variables status pinned",
       .gives_way = "timestamp variables"});
  return k_rows;
}

const Rows<WorkflowCheckpoint>& workflow_rows() {
  using Shown = WorkflowCheckpoint;
  static const Rows<Shown> k_rows(
      {{"checkpoint_id", &Shown::id, {"ID", 12}},
       {"owner", about("the loop, else the workflow", &Shown::owner), {"OWNER", 12}},
       {"kind", about("workflow: a record of its own; loop-state: a loop's state document",
                      word_of<k_workflow_checkpoint_kinds>(&Shown::kind))},
       {"place", about("where an export writes its file, from the project's root", &Shown::place)},
       {"workflow_id", &Shown::workflow_id},
       {"loop_id", &Shown::loop_id},
       {"workflow_type", &Shown::workflow_type},
       {"created_at", as_time(&Shown::created_at), {"CREATED", time_width()}},
       {"trigger", about("why it was taken, as its document says", &Shown::trigger), {"TRIGGER", 9}},
       {"phase", &Shown::phase},
       {"step", &Shown::step},
       {"iteration", &Shown::iteration, {"ITER", 4}},
       {"percentage", about("how much was done, 0 to 100", &Shown::percentage)},
       {"retention_days", about("how long prune keeps it", &Shown::retention_days)},
       {"tags", about("prune never takes one that has any", &Shown::tags), {"TAGS", 6}},
       {"schema_version", &Shown::schema_version},
       {"source_path", about("the file that it was imported from", &Shown::source_path)},
       {"event_seq", about("of its taking; null where it was not taken here", &Shown::event_seq)},
       {"bytes", about("of the document as compact JSON", as_bytes(&Shown::bytes)), {"SIZE", 6}},
       {"kept_artifacts", about("how many artifacts a copy is kept of", &Shown::kept_artifacts)},
       {"is_packed", &Shown::is_packed},
       {"is_restored", about("its owner goes on from it", &Shown::is_restored)},
       {"defect", about("why it cannot be restored; null where it is whole", &Shown::defect)}},
      {{"status", wholeness, {"STATUS", 7}, tint_of_wholeness}, {"remark", remark_on, {""}}},
      {.screen = "checkpoint_id owner trigger iteration created_at bytes tags status remark",
       .gives_way = "owner tags bytes trigger"});
  return k_rows;
}

const Rows<HeldVariable>& held_rows() {
  static const Rows<HeldVariable> k_rows(
      {},
      {{"node", &HeldVariable::node, {"NODE", 12}},
       {"name", &HeldVariable::name, {"NAME", 10}},
       {"variable", &HeldVariable::value, {"VARIABLE", 8, k_room_for_value}}},
      {.may_lack = "node"});
  return k_rows;
}

const Rows<ChangedPlace>& changed_rows() {
  static const Rows<ChangedPlace> k_rows(
      {},
      {{"change",
        [](const ChangedPlace& place) { return to_text(place.variable.kind); },
        {"CHANGE", 7},
        tint_of_kind},
       {"node", [](const ChangedPlace& place) { return place.variable.member; }, {"NODE", 12}},
       {"name", [](const ChangedPlace& place) { return place.variable.name; }, {"NAME", 10}},
       {"pointer", [](const ChangedPlace& place) { return place.value.pointer; }, {"PLACE"}},
       {"old_value",
        [](const ChangedPlace& place) { return place.value.old_value; },
        {"FROM", 8, k_room_for_value}},
       {"new_value",
        [](const ChangedPlace& place) { return place.value.new_value; },
        {"TO", 8, k_room_for_value}}},
      {.may_lack = "node"});
  return k_rows;
}

const Rows<ValueDifference>& difference_rows() {
  static const Rows<ValueDifference> k_rows(
      {{"kind", kind_of},
       {"pointer", about("inside the variable's value (RFC 6901)", &ValueDifference::pointer)},
       {"old_value", about("as it is stored; null where there was none", &ValueDifference::old_value)},
       {"new_value", about("null where there is none any more", &ValueDifference::new_value)}});
  return k_rows;
}

const Rows<Pruned<Checkpoint>>& pruned_rows() {
  using Row = Pruned<Checkpoint>;
  static const Rows<Row> k_rows(
      {},
      {{"what", &Row::what, {"", 7}, tint_of_pruned<Checkpoint>},
       {"checkpoint_id", [](const Row& row) { return row.checkpoint->checkpoint_id; }, {"ID", 18}},
       {"of", [](const Row& row) { return to_text(row.checkpoint->owner); }, {"OWNER", 12}},
       {"name", [](const Row& row) { return row.checkpoint->name; }, {"NAME", 12}},
       {"because", &Row::because, {"BECAUSE", 7}}},
      {.gives_way = "name"});
  return k_rows;
}

const Rows<Pruned<WorkflowCheckpoint>>& pruned_workflow_rows() {
  using Row = Pruned<WorkflowCheckpoint>;
  static const Rows<Row> k_rows(
      {},
      {{"what", &Row::what, {"", 7}, tint_of_pruned<WorkflowCheckpoint>},
       {"checkpoint_id", [](const Row& row) { return row.checkpoint->id; }, {"ID", 12}},
       {"owner", [](const Row& row) { return row.checkpoint->owner; }, {"OWNER", 12}},
       {"created_at",
        as_time([](const Row& row) { return row.checkpoint->created_at; }),
        {"CREATED", time_width()}},
       {"because", &Row::because, {"BECAUSE"}}},
      {.gives_way = "created_at"});
  return k_rows;
}

}  // namespace rlmdb::cli
