// SPDX-License-Identifier: MIT
// 1. Every node is matched with the node of that id in the tree, or becomes a task.
// 2. The document itself is kept as its outline and its nodes, as they stand.
// 3. Put together again from the rows, it must be the source.
#include "tree_documents/tree_import.hpp"

#include <unistd.h>

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_difference.hpp"
#include "json/object_text.hpp"
#include "records/newest_rules.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "sources/rlm_place.hpp"
#include "sources/source_text.hpp"
#include "tree_documents/silent_members.hpp"
#include "trees/tree_setting_rows.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"

namespace rlmdb::tree_documents {

TreeImport::TreeImport(db::Connection& connection, const sources::SourceFile& source,
                       const ImportOptions& options, TreeDocumentKind kind)
    : sources::SourceWriter(source, to_text(source_kind_of(kind))),
      m_connection(connection),
      m_source(source),
      m_options(options),
      m_kind(kind),
      m_findings(source, options, m_report),
      m_tasks(connection),
      m_heads(connection),
      m_imports(connection),
      m_events(connection),
      m_meta(connection),
      m_documents(connection),
      m_records(connection),
      m_finder(connection),
      m_path(sources::known_as(connection, source.real_path)) {}

void TreeImport::write() {
  m_read = read_tree_source(m_source, m_kind, m_options.max_depth);
  m_report.sha256 = m_read.sha256;
  m_report.records.read = m_read.document.nodes.size();
  m_report.oddity_count = m_read.oddity_count;
  m_findings.add_losses(m_read.losses);
  m_findings.check();
  if (!m_read.names_its_tree)
    m_findings.warn(m_source.given_path, "no_tree_id",
                    "the document names no tree; it goes by " + m_read.tree_id + " here");
  if (sources::has_no_file_name(m_source.real_path, m_read.tree_id))
    m_findings.warn(
        m_source.given_path, "no_file_name",
        "the id of the tree cannot be the name of a file: an export of the project leaves it out");
  find_decisions();
  begin();
  for (std::size_t i = 0; i < m_read.document.nodes.size(); ++i) place(i);
  if (!m_times.empty()) m_findings.warn(m_source.given_path, "differs_from_store", m_times.text());
  store_document();
  follow_mode();
  finish();
}

/// An earlier import kept nodes back: the document here has what they say, the tasks have not.
void TreeImport::find_decisions() {
  const auto before = m_imports.latest_of(m_path);
  m_has_kept = before && m_imports.outcome_of(before->id).has_kept;
}

void TreeImport::begin() {
  const std::string now = util::utc_now_text();
  m_import_id = m_imports.begin({.source_path = m_path,
                                 .kind = m_report.kind,
                                 .bytes = m_source.bytes,
                                 .modified_at = sources::modified_at(m_source),
                                 .started_at = now});
  for (const sources::KeptText& loss : m_read.losses) m_imports.insert_loss(m_import_id, loss);
  events::NewEvent event{.at = now, .kind = EventKind::import_finished};
  event.tree_id = m_read.tree_id;
  event.import_id = m_import_id;
  m_event_seq = m_events.insert(event);
  m_next_id = m_tasks.next_id();
  for (TreeMember& member : m_documents.members_of_tree(m_read.tree_id))
    m_members[member.node_id].push_back(std::move(member));
  if (const auto document = m_documents.find(m_path)) {
    m_outline_before = document->outline;
    for (StoredNode& node : m_documents.nodes(document->id)) {
      if (node.version_now != 0) m_before[node.task_id] = std::move(node);
    }
    m_documents.remove(document->id);
  }
}

/// The node's parent by the id that tasks go by: its store id, or its node id where it has none.
NodePlace TreeImport::place_of(std::size_t index) const {
  const std::vector<DocumentNode>& nodes = m_read.document.nodes;
  NodePlace place{m_read.tree_id, m_read.identities[index].parent_id};
  if (nodes[index].level > 0) {
    std::size_t parent = index;
    while (nodes[parent].level >= nodes[index].level) --parent;
    place.parent = m_public_ids[parent];
  } else if (place.parent) {
    const auto known = m_members.find(*place.parent);
    if (known != m_members.end() && !known->second.empty())
      place.parent = known->second.front().store_id.value_or(*place.parent);
  }
  return place;
}

void TreeImport::place(std::size_t index) {
  const DocumentNode& source = m_read.document.nodes[index];
  StoredNode node;
  node.level = static_cast<std::int64_t>(source.level);
  node.node_id = *m_read.identities[index].node_id;
  node.json = source.json;
  if (const TreeMember* member = find_unmatched(node.node_id)) {
    m_public_ids.push_back(member->store_id.value_or(node.node_id));
    update_known(index, *member, node);
  } else {
    if (m_members.contains(node.node_id))
      m_findings.warn(m_source.given_path + " " + pointer_of_node(m_read.document, index),
                      "duplicate_node_id", "another node has the id " + node.node_id + "; both are kept");
    insert_task(record_of_node(node.json, place_of(index)), node);
    m_public_ids.push_back(node.node_id);
  }
  m_matched.insert(node.task_id);
  m_nodes.push_back(std::move(node));
}

std::string TreeImport::digest_now(std::int64_t task_id) {
  return digest_of_record(m_finder.find(task_id, 0));
}

const TreeMember* TreeImport::find_unmatched(const std::string& node_id) const {
  const auto known = m_members.find(node_id);
  if (known == m_members.end()) return nullptr;
  for (const TreeMember& member : known->second) {
    if (!m_matched.contains(member.task_id)) return &member;
  }
  return nullptr;
}

void TreeImport::insert_task(const std::string& record_json, StoredNode& node) {
  node.task_id = m_next_id++;
  node.task_version = 1;
  if (!m_records.insert(node.task_id, record_json, {.import_id = m_import_id}))
    throw Error(ErrorCode::internal, "a node without store id was not inserted", m_source.given_path);
  node.task_digest = digest_now(node.task_id);
  m_members[node.node_id].push_back(
      {node.task_id, node.node_id, std::nullopt, node.task_version, m_path, {}});
  ++m_report.records.added;
}

void TreeImport::update_known(std::size_t index, const TreeMember& member, StoredNode& node) {
  const std::string now = digest_now(member.task_id);
  node.task_id = member.task_id;
  node.task_version = member.version;
  node.task_digest = now;
  const auto before = m_before.find(member.task_id);
  const bool is_known = before != m_before.end();
  const bool changed_there = !is_known || before->second.json != node.json;
  const bool is_undecided =
      !changed_there && m_has_kept && may_update(member) &&
      (before->second.task_version != member.version || before->second.task_digest != now);
  if (is_known) {
    // What changed here since goes on counting against the document as it was imported.
    node.task_version = before->second.task_version;
    node.task_digest = before->second.task_digest;
    m_before.erase(before);
  }
  if (is_undecided) {
    decide_again(index, member, node, now);
  } else if (!changed_there) {
    if (!may_update(member)) warn_of_differences(index, member);
    ++m_report.records.unchanged;
  } else if (may_update(member)) {
    // Another document may have brought it, or this one long ago: what was done here since counts all the
    // same.
    if (!is_known) {
      node.task_version = m_documents.version_in_documents(member.task_id);
      if (node.task_version != member.version)
        node.task_digest = m_documents.digest_in_documents(member.task_id);
    }
    update_or_keep(index, member, node, now);
  } else {
    node.task_version = member.version;
    node.task_digest = now;
    warn_of_differences(index, member);
    ++m_report.records.unchanged;
  }
}

/// What was kept back stays so, and is told again, until an import is to take it.
void TreeImport::decide_again(std::size_t index, const TreeMember& member, StoredNode& node,
                              const std::string& now) {
  const bool may_take =
      m_options.on_conflict == OnConflict::replace || m_options.on_conflict == OnConflict::newer;
  if (may_take) {
    update_or_keep(index, member, node, now);
  } else if (compare_node(node.json, m_finder.find(member.task_id, 0)).empty()) {
    ++m_report.records.unchanged;
  } else {
    ++m_report.records.kept;
  }
}

/// Only rows that a document made: this one, or for a whole tree the file of a single node.
bool TreeImport::may_update(const TreeMember& member) const {
  if (member.store_id) return false;
  return member.source_path == m_path ||
         (m_kind == TreeDocumentKind::tree && member.source_kind == "node-json");
}

void TreeImport::update_or_keep(std::size_t index, const TreeMember& member, StoredNode& node,
                                const std::string& now) {
  const std::string record_json = record_of_node(node.json, place_of(index));
  const std::string& record = m_finder.find(member.task_id, 0);
  if (compare_node(node.json, record).empty()) {
    node.task_version = member.version;
    node.task_digest = now;
    ++m_report.records.unchanged;
    return;
  }
  // Another tool changes a task without a version.
  const bool changed_here = node.task_version != member.version || node.task_digest != now;
  if (changed_here && m_options.on_conflict != OnConflict::replace) {
    if (m_options.on_conflict == OnConflict::fail)
      throw Error(ErrorCode::conflict,
                  "node " + node.node_id + " changed both here and in the source since the last import",
                  m_source.given_path + " " + pointer_of_node(m_read.document, index),
                  "nothing was imported; decide with --on-conflict skip, newer or replace");
    const bool is_newer =
        records::latest_time_ms(m_records.read(record_json)) > records::latest_time_ms(m_finder.record());
    if (m_options.on_conflict == OnConflict::skip || !is_newer) {
      ++m_report.records.kept;
      return;
    }
  }
  update(member, record_json, node);
  ++m_report.records.changed;
}

void TreeImport::update(const TreeMember& member, const std::string& record_json, StoredNode& node) {
  const std::string before = m_finder.find(member.task_id, 0);
  const bool is_another_run = records::runs_otherwise(m_finder.record(), m_records.read(record_json));
  m_records.replace(m_finder.record(), record_json, {.import_id = m_import_id});
  if (is_another_run) m_heads.drop_claim(member.task_id);
  node.task_version = member.version + 1;
  node.task_digest = digest_now(member.task_id);
  m_documents.follow_version(member.task_id, node.task_version, member.version, node.task_digest);
  m_report.tables["event_changes"] += events::keep_previous_values(m_events, m_event_seq, member.task_id,
                                                                   before, m_finder.find(member.task_id, 0));
}

void TreeImport::warn_of_differences(std::size_t index, const TreeMember& member) {
  const std::string& record = m_finder.find(member.task_id, 0);
  const std::string& task = m_public_ids[index];
  const std::string& json = m_read.document.nodes[index].json;
  std::vector<NodeDifference> differences = compare_node(json, record);
  m_times.take_from(differences, task);
  for (const NodeDifference& difference : differences) {
    m_findings.warn(
        m_source.given_path + " " + pointer_of_node(m_read.document, index) + pointer_of(difference),
        "differs_from_store",
        "the document says " + json::shown_value(difference.in_node) + ", task " + task + " says " +
            json::shown_value(difference.in_task) + "; the task stays as it is");
  }
}

void TreeImport::store_document() {
  const StoredDocument document{0, m_read.tree_id, std::string(to_text(source_kind_of(m_kind))),
                                m_read.document.outline, m_read.sha256};
  m_document_id = m_documents.insert(m_path, m_import_id, document);
  sources::keep_text(m_connection, m_path, m_import_id, m_read.written);
  for (std::size_t i = 0; i < m_nodes.size(); ++i)
    m_documents.insert_node(m_document_id, static_cast<std::int64_t>(i), m_nodes[i]);
  SilentMembers silent(m_connection);
  silent.fill_document(m_document_id);
  for (const auto& [task_id, gone] : m_before) silent.fill(task_id, m_read.tree_id, std::nullopt);
  m_report.records.missing = m_before.size();
}

/// A mode or session that the document has anew is newer than what the tree was given here before.
void TreeImport::follow_mode() {
  if (m_kind != TreeDocumentKind::tree) return;
  const auto said_in = [](std::string_view outline, std::string_view name) {
    const std::string_view metadata = json::find_member(outline, "metadata");
    return metadata.starts_with('{') ? json::text_member(metadata, name) : std::nullopt;
  };
  const auto says_anew = [&](std::string_view name) {
    const auto said = said_in(m_read.document.outline, name);
    return said && said != said_in(m_outline_before, name);
  };
  trees::TreeSettingRows rows(m_connection);
  trees::TreeSettings settings = rows.find(m_read.tree_id);
  const trees::TreeSettings before = settings;
  if (says_anew("execution_mode")) settings.execution_mode.reset();
  if (says_anew("session_id")) settings.session_id.reset();
  if (settings != before) rows.put(m_read.tree_id, settings);
}

void TreeImport::finish() {
  m_tasks.use_ids(m_next_id);
  m_report.tables["tasks"] = m_report.records.added + m_report.records.changed;
  m_report.tables["tree_nodes"] = m_report.tables["tasks"];
  m_report.tables["tree_documents"] = 1;
  m_report.tables["document_nodes"] = m_nodes.size();
  m_report.tables["import_losses"] = m_read.losses.size();
  m_report.tables["layouts"] = m_records.layouts_added();
  m_report.tables["imports"] = 1;
  m_report.tables["events"] = 1;
  std::erase_if(m_report.tables, [](const auto& table) { return table.second == 0; });
  sources::FinishedImport finished;
  finished.sha256 = m_read.sha256;
  finished.canonical_sha256 = m_read.canonical_sha256;
  finished.proof =
      m_options.proof == Proof::skipped ? sources::ProofState::skipped : sources::state_of(proven());
  finished.top_level = m_read.document.outline.empty() ? "{}" : m_read.document.outline;
  finished.records = m_report.records;
  m_imports.finish(m_import_id, finished);
}

void TreeImport::prove() {
  if (m_options.proof == Proof::skipped) return;
  TreeDocument document;
  document.kind = m_kind;
  document.is_list = m_read.document.is_list;
  document.outline = m_read.document.outline;
  for (StoredNode& node : m_documents.nodes(m_document_id))
    document.nodes.push_back({static_cast<std::size_t>(node.level), 0, std::move(node.json)});
  const std::string digest = util::sha256_hex(sources::pretty(join_tree_document(document)));
  if (digest != m_read.canonical_sha256)
    throw Error(ErrorCode::internal, "the rows do not give the document back", m_source.given_path,
                "nothing was imported; please report this with the file");
  m_report.proof = ProofResult{proven(), 0, digest};
}

/// The document has all that came in, whatever its tasks are here.
Proven TreeImport::proven() const {
  const bool gives_file =
      m_read.written ? m_read.written->gives_file : m_read.sha256 == m_read.canonical_sha256;
  return gives_file ? Proven::identical : Proven::complete;
}

}  // namespace rlmdb::tree_documents
