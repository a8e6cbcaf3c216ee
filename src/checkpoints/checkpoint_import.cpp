// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_import.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/checkpoint_list.hpp"
#include "json/object_text.hpp"
#include "sources/file_import.hpp"
#include "sources/file_rows.hpp"
#include "sources/home_rows.hpp"
#include "sources/rlm_place.hpp"
#include "util/instant.hpp"

namespace rlmdb::checkpoints {

namespace {

/// Whose it is: of the task that it names, else of the state in whose directory it lies.
void find_owner(SnapshotHead& head, const std::optional<sources::RlmPlace>& place) {
  const auto owner = place ? place->owner : std::nullopt;
  const bool is_in_tree = owner && owner->scope == StateScope::tree;
  head.tree_id = is_in_tree ? std::optional(owner->id) : json::text_member(*head.outline, "tree_id");
  if (auto task = json::text_member(*head.outline, "task_id")) {
    head.scope = "task";
    head.owner = *std::move(task);
  } else if (owner) {
    head.scope = to_text(owner->scope);
    head.owner = owner->id;
  } else if (head.tree_id) {
    head.scope = "tree";
    head.owner = *head.tree_id;
  } else {
    head.scope = to_text(StateScope::state);
    head.owner = json::text_member(*head.outline, "state_id").value_or("");
  }
}

}  // namespace

CheckpointImport::CheckpointImport(db::Connection& connection, const sources::SourceFile& source,
                                   const ImportOptions& options)
    : sources::DocumentImport(connection, source, options, sources::SourceKind::checkpoint),
      m_snapshots(connection) {}

void CheckpointImport::write() {
  sources::DocumentSource read =
      sources::read_document_of_kind(m_source, sources::SourceKind::checkpoint, m_options.max_depth);
  m_report.oddity_count = read.oddity_count;
  for (const Finding& remark : read.remarks) m_findings.warn(remark.where, remark.code, remark.message);
  begin(read);
  CheckpointDocument document = split_checkpoint(read.compact);
  read_head(std::move(document.outline));
  const auto known = m_snapshots.find_by_source(m_path);
  const auto other = known ? std::nullopt : find_other();
  const std::string tree_id = m_head.tree_id.value_or("");
  write_event({.tree_id = tree_id});
  if (other && is_copy_of(*other, read.compact)) return keep_copy(read.compact);
  if (other && !takes_place_of(*other, read.compact)) return finish(false);
  if (known || other) {
    m_head.id = known ? known->id : other->id;
    m_head.is_pinned = known ? known->is_pinned : other->is_pinned;
    ++(known && is_unchanged_there() ? m_report.records.unchanged : m_report.records.changed);
    m_snapshots.update(m_head);
    m_snapshots.remove_content(m_head.id);
  } else {
    ++m_report.records.added;
    m_head.id = m_snapshots.insert(m_head);
    name_again();
  }
  store_rows(document);
  finish(true);
}

void CheckpointImport::read_head(std::string outline) {
  m_head.outline = std::move(outline);
  auto id = json::text_member(*m_head.outline, "checkpoint_id");
  if (!id) {
    id = m_source.real_path.stem().string();
    m_findings.warn(m_source.given_path, "no_checkpoint_id",
                    "the checkpoint has no string as its checkpoint_id; it goes by " + *id + " here");
  }
  if (sources::has_no_file_name(m_source.real_path, *id))
    m_findings.warn(
        m_source.given_path, "no_file_name",
        "the id of the checkpoint cannot be the name of a file: an export of the project leaves it out");
  m_head.checkpoint_id = *std::move(id);
  m_head.name = json::text_member(*m_head.outline, "name");
  m_head.timestamp = json::text_member(*m_head.outline, "timestamp");
  m_head.description = json::text_member(*m_head.outline, "description");
  find_owner(m_head, sources::place_of(m_source.real_path));
  m_head.source_path = m_path;
  m_head.import_id = m_import_id;
  m_head.last_used_at = m_now;
}

/// The checkpoint of that id and owner which another file brought, or which was taken here.
std::optional<SnapshotHead> CheckpointImport::find_other() {
  for (SnapshotHead& head : m_snapshots.find_checkpoint(m_head.checkpoint_id)) {
    if (head.scope == m_head.scope && head.owner == m_head.owner) return std::move(head);
  }
  return std::nullopt;
}

/// The same checkpoint in a second file, as a folder that was copied has it.
bool CheckpointImport::is_copy_of(const SnapshotHead& other, const std::string& compact) const {
  std::error_code ignored;
  return other.source_path &&
         std::filesystem::exists(sources::path_of_known(m_connection, *other.source_path), ignored) &&
         sources::path_in_project(m_source.real_path) && checkpoint_text(m_connection, other) == compact;
}

/// It is no checkpoint of its own, and comes out at its place as it came.
void CheckpointImport::keep_copy(const std::string& compact) {
  sources::keep_file(m_connection, m_source, sources::SourceKind::kept_json, m_import_id, compact);
  ++m_report.records.unchanged;
  m_report.tables["files"] = 1;
  m_is_copy = true;
  finish(true);
}

bool CheckpointImport::takes_place_of(const SnapshotHead& other, const std::string& compact) {
  if (checkpoint_text(m_connection, other) == compact) {
    ++m_report.records.unchanged;
    return false;
  }
  const bool is_taken =
      wins_conflict("checkpoint " + m_head.checkpoint_id + " of " + m_head.owner + " already belongs to " +
                        sources::text_of_known(m_connection, other.source_path).value_or("this database") +
                        " with other content",
                    util::is_later(m_head.timestamp.value_or(""), other.timestamp.value_or("")));
  if (!is_taken) ++m_report.records.kept;
  return is_taken;
}

/// One that was pruned here and is asked for again: pruning took it out of its task's list.
void CheckpointImport::name_again() {
  const auto task =
      m_head.scope == "task" ? records::TaskHeads(m_connection).find(m_head.owner) : std::nullopt;
  if (!task) return;
  const auto listed = listed_before_pruning(m_connection, TaskId{task->legacy_id}, m_head.checkpoint_id);
  if (!listed) return;
  const auto now = records::CheckpointRows(m_connection).listed(task->id);
  if (std::any_of(now.begin(), now.end(), [&](const records::ListedCheckpoint& other) {
        return other.checkpoint_id == listed->checkpoint_id;
      }))
    return;
  writing::TaskWriter writer(m_connection);
  (void)add_to_list(writer, *task, *listed,
                    {.kind = EventKind::task_updated, .reason = m_head.checkpoint_id});
}

void CheckpointImport::store_rows(const CheckpointDocument& document) {
  std::map<std::string, std::vector<variables::StoredVariable>> by_member;
  for (const SnapshotVariable& variable : document.variables)
    by_member[variable.member].push_back(variable.variable);
  for (const auto& [member, variables] : by_member)
    m_snapshots.insert_variables(m_head.id, member, variables);
  m_snapshots.insert_nodes(m_head.id, document.nodes);
  m_report.tables["snapshots"] = 1;
  if (!document.variables.empty()) m_report.tables["snapshot_variables"] = document.variables.size();
  if (!document.nodes.empty()) m_report.tables["snapshot_nodes"] = document.nodes.size();
}

std::string CheckpointImport::bytes_of_rows() {
  if (m_is_copy) {
    const auto file = sources::FileRows(m_connection).find(m_path);
    return file ? sources::bytes_of(m_connection, *file) : std::string();
  }
  const auto head = m_snapshots.find(m_head.id);
  return head ? sources::pretty(checkpoint_text(m_connection, *head)) : std::string();
}

}  // namespace rlmdb::checkpoints
