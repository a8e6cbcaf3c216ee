// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_find.hpp"

#include <algorithm>
#include <limits>

#include "events/event_rows.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/task_rows.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "sources/removed_rows.hpp"
#include "variables/checkpoint_owner.hpp"

namespace rlmdb::checkpoints {

namespace {

bool has_member(db::Connection& connection, const SnapshotHead& head, const std::string& member) {
  const auto nodes = SnapshotRows(connection).nodes(head.id);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const SnapshotNode& node) { return node.member == member; });
}

/// Those of one owner; of a task also that of its tree.
std::vector<FoundCheckpoint> of_owner(db::Connection& connection, const std::vector<SnapshotHead>& heads,
                                      const CheckpointOwner& owner) {
  const auto* task = std::get_if<TaskId>(&owner);
  variables::OwnerKey key = variables::key_of(owner);
  const std::string given = key.owner;
  if (task != nullptr) {
    if (const auto head = records::TaskHeads(connection).find(task->text)) key.owner = head->legacy_id;
  }
  std::vector<FoundCheckpoint> found;
  for (const SnapshotHead& head : heads) {
    if (head.scope == key.scope && (head.owner == key.owner || head.owner == given))
      found.push_back({head, std::nullopt});
  }
  if (!found.empty() || task == nullptr) return found;
  for (const SnapshotHead& head : heads) {
    if (head.scope == "tree" && has_member(connection, head, key.owner)) found.push_back({head, key.owner});
  }
  return found;
}

std::optional<records::TaskHead> task_that_names(db::Connection& connection, const CheckpointName& name) {
  records::TaskHeads heads(connection);
  records::CheckpointRows rows(connection);
  if (!name.owner) {
    const auto id = rows.find_task_that_names(name.id);
    return id ? std::optional(heads.get(*id)) : std::nullopt;
  }
  const auto* task = std::get_if<TaskId>(&*name.owner);
  return task == nullptr ? std::nullopt : heads.find(task->text);
}

/// What the list of the checkpoint's task says of it, with that task's name.
std::optional<Error> why_empty(db::Connection& connection, const CheckpointName& name) {
  const auto task = task_that_names(connection, name);
  if (!task) return std::nullopt;
  for (const records::ListedCheckpoint& listed : records::CheckpointRows(connection).listed(task->id)) {
    if (listed.checkpoint_id != name.id) continue;
    const bool made_here = records::TaskRows(connection).is_made_here(task->id);
    if (status_of(connection, listed, made_here, takings_of(connection, *task)) == CheckpointStatus::pruned)
      return Error(ErrorCode::not_found, "Checkpoint " + name.id + " of " + task->legacy_id + " was pruned",
                   name.id,
                   "`rlmdb checkpoint list --task " + task->legacy_id + "` shows those that are kept");
    return Error(
        ErrorCode::not_found,
        "Checkpoint " + name.id + " of " + task->legacy_id + " is only named: its file was never imported",
        name.id,
        listed.snapshot_path ? "import it: `rlmdb import " + *listed.snapshot_path + "`"
                             : "the list does not say which file it is");
  }
  return std::nullopt;
}

/// What the list said of the checkpoint that the event took out of it.
std::optional<records::ListedCheckpoint> taken_out_by(const Event& event, const std::string& checkpoint_id) {
  for (const MemberChange& change : event.changes) {
    std::vector<std::string_view> elements;
    const std::string list = change.member.ends_with("/checkpoints") ? change.old_json.value_or("") : "";
    if (list.starts_with('[')) json::split_elements(list, elements);
    for (const std::string_view element : elements) {
      const auto text = [&](std::string_view name) {
        return json::text_of(json::find_member(element, name));
      };
      if (text("checkpoint_id") == checkpoint_id)
        return records::ListedCheckpoint{checkpoint_id, text("name"), text("timestamp"), text("description"),
                                         text("snapshot_path")};
    }
  }
  return std::nullopt;
}

std::vector<Event> prunings(events::EventRows& rows) {
  EventFilter filter;
  filter.kind = EventKind::checkpoint_pruned;
  return rows.select(filter, std::numeric_limits<std::int64_t>::max());
}

/// What the events say of it.
std::optional<Error> why_gone(db::Connection& connection, const CheckpointName& name) {
  events::EventRows rows(connection);
  std::optional<std::string> asked;
  if (name.owner && !std::holds_alternative<TreeId>(*name.owner)) asked = to_text(*name.owner);
  for (Event& event : prunings(rows)) {
    if (asked && id_text(event.task) != *asked) continue;
    if (name.owner && !asked && id_text(event.tree_id) != to_text(*name.owner)) continue;
    rows.read_changes(event, 0);
    if (!taken_out_by(event, name.id)) continue;
    return Error(ErrorCode::not_found, "Checkpoint " + name.id + " of " + id_text(event.task) + " was pruned",
                 name.id, "`rlmdb checkpoint list` shows those that are kept");
  }
  return std::nullopt;
}

[[noreturn]] void refuse(db::Connection& connection, const CheckpointName& name) {
  if (const auto why = why_empty(connection, name)) throw Error(*why);
  if (const auto why = why_gone(connection, name)) throw Error(*why);
  const std::string of_owner = name.owner ? " of " + to_text(*name.owner) : "";
  throw Error(ErrorCode::not_found, "there is no checkpoint '" + name.id + "'" + of_owner, name.id,
              "`rlmdb checkpoint list` shows those there are");
}

}  // namespace

std::optional<records::ListedCheckpoint> listed_before_pruning(db::Connection& connection, const TaskId& task,
                                                               const std::string& checkpoint_id) {
  events::EventRows rows(connection);
  std::optional<records::ListedCheckpoint> listed;
  for (Event& event : prunings(rows)) {
    if (event.task != task) continue;
    rows.read_changes(event, event.owner_key);
    if (auto found = taken_out_by(event, checkpoint_id)) listed = std::move(found);
  }
  return listed;
}

FoundCheckpoint find_checkpoint(db::Connection& connection, const CheckpointName& name) {
  const std::vector<SnapshotHead> heads = SnapshotRows(connection).find_checkpoint(name.id);
  std::vector<FoundCheckpoint> found;
  if (name.owner) {
    found = of_owner(connection, heads, *name.owner);
  } else {
    for (const SnapshotHead& head : heads) found.push_back({head, std::nullopt});
  }
  if (found.empty()) refuse(connection, name);
  for (const FoundCheckpoint& other : found) {
    if (other.head.scope == found.back().head.scope && other.head.owner == found.back().head.owner) continue;
    throw Error(ErrorCode::conflict,
                "checkpoint " + name.id + " is one of " + to_text(variables::owner_of(other.head)) +
                    " and one of " + to_text(variables::owner_of(found.back().head)),
                name.id, "say whose: --task, --tree, --session…");
  }
  return found.back();  // the same one twice: taken here, and its file imported since
}

Checkpoint checkpoint_of(db::Connection& connection, const SnapshotHead& head) {
  Checkpoint checkpoint;
  checkpoint.checkpoint_id = head.checkpoint_id;
  checkpoint.owner = variables::owner_of(head);
  checkpoint.name = head.name;
  checkpoint.timestamp = head.timestamp;
  checkpoint.description = head.description;
  checkpoint.tree_id = records::id_of<TreeId>(head.tree_id);
  checkpoint.source_path = sources::text_of_known(connection, head.source_path);
  checkpoint.event_seq = head.event_seq;
  checkpoint.last_used_at = head.last_used_at;
  checkpoint.is_pinned = head.is_pinned;
  checkpoint.variables = SnapshotRows(connection).count_variables(head.id);
  return checkpoint;
}

std::vector<SnapshotVariable> variables_of(db::Connection& connection, const FoundCheckpoint& checkpoint) {
  SnapshotRows rows(connection);
  if (!checkpoint.member) return rows.variables(checkpoint.head.id);
  std::vector<SnapshotVariable> variables;
  for (variables::StoredVariable& variable : rows.variables(checkpoint.head.id, *checkpoint.member))
    variables.push_back({*checkpoint.member, std::move(variable)});
  return variables;
}

CheckpointStatus status_of(db::Connection& connection, const records::ListedCheckpoint& listed,
                           bool made_here, const std::vector<Event>& takings) {
  const bool was_taken = std::any_of(takings.begin(), takings.end(),
                                     [&](const Event& event) { return event.at == listed.timestamp; });
  const bool was_here =
      made_here || was_taken ||
      (listed.snapshot_path && sources::RemovedRows(connection).is_place_removed(*listed.snapshot_path));
  return was_here ? CheckpointStatus::pruned : CheckpointStatus::not_imported;
}

std::vector<Event> takings_of(db::Connection& connection, const records::TaskHead& task) {
  EventFilter filter;
  filter.task = TaskId{task.legacy_id};
  filter.kind = EventKind::checkpoint_created;
  return events::EventRows(connection).select(filter, std::numeric_limits<std::int64_t>::max());
}

std::vector<Event> takings_of(db::Connection& connection, const variables::StateHead& state) {
  std::vector<Event> events = events::EventRows(connection).of_state(state.id);
  std::erase_if(events,
                [](const Event& event) { return event.kind != to_text(EventKind::checkpoint_created); });
  return events;
}

}  // namespace rlmdb::checkpoints
