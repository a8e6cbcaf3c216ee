// SPDX-License-Identifier: MIT
#include "purging/whole_texts.hpp"

#include <optional>
#include <set>
#include <string>

#include "checkpoints/checkpoint_text.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "db/cells.hpp"
#include "grid/grid_rows.hpp"
#include "loops/loop_rows.hpp"
#include "loops/loop_text.hpp"
#include "purging/purge_rows.hpp"
#include "records/record_text.hpp"
#include "records/record_write.hpp"
#include "sources/document_source.hpp"
#include "sources/file_import.hpp"
#include "sources/file_rows.hpp"
#include "sources/source_kind.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/tree_document.hpp"
#include "tree_documents/tree_metadata.hpp"
#include "tree_documents/tree_node.hpp"
#include "util/sha256.hpp"
#include "variables/state_rows.hpp"
#include "variables/state_text.hpp"
#include "workflows/workflow_rows.hpp"
#include "workflows/workflow_rules.hpp"
#include "workflows/workflow_text.hpp"
#include "writing/precondition.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::purging {

namespace {

constexpr unsigned k_depth = 2;  ///< records stand in a list in an object

std::string_view bytes_of(const util::Digest128& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

util::Digest128 digest_of_columns(const records::TaskRecord& record) {
  records::RecordWriter writer;
  std::string columns;
  writer.append_columns(columns, record, 0);
  return util::digest128(columns);
}

void read_tasks(db::Connection& connection, WholeTexts& texts) {
  std::vector<std::int64_t> kept;
  {
    records::RecordTexts records(connection);
    while (records.next()) {
      texts.tasks.emplace(records.record().id, util::digest128(records.text()));
      if (!records.record().verbatim.empty()) kept.push_back(records.record().id);
    }
  }
  records::RecordTextFinder finder(connection);
  for (const std::int64_t id : kept) {
    (void)finder.find(id, k_depth);
    if (bytes_of(digest_of_columns(finder.record())) == finder.record().verbatim_digest)
      texts.kept_whole.insert(id);
  }
}

std::string text_of_document(const tree_documents::StoredDocument& document,
                             const std::vector<tree_documents::StoredNode>& nodes) {
  tree_documents::TreeDocument text;
  const bool is_tree = document.kind == to_text(sources::SourceKind::tree);
  text.kind = is_tree ? tree_documents::TreeDocumentKind::tree : tree_documents::TreeDocumentKind::node;
  text.outline = document.outline;
  if (is_tree) text.is_list = tree_documents::has_node_list(document.outline);
  for (const tree_documents::StoredNode& node : nodes)
    text.nodes.push_back({static_cast<std::size_t>(node.level), 0, node.json});
  return tree_documents::join_tree_document(text);
}

/// Every document with its key, its import and its canonical bytes.
class Documents {
 public:
  Documents(db::Connection& connection, WholeTexts& texts) : m_connection(connection), m_texts(texts) {}

  void read() {
    read_tree_documents();
    for (const sources::FileHead& file : sources::FileRows(m_connection).all())
      add("files", file.import_id, file.import_id, sources::bytes_of(m_connection, file));
    for (const variables::StateHead& head : variables::StateRows(m_connection).all())
      add("states", head.id, head.import_id,
          variables::join_state_document(variables::state_document(m_connection, head)));
    for (const loops::LoopHead& head : loops::LoopRows(m_connection).all())
      add("loops", head.id, head.import_id,
          loops::join_loop_document(loops::loop_document(m_connection, head)));
    for (const checkpoints::SnapshotHead& head : checkpoints::SnapshotRows(m_connection).all())
      if (head.import_id && head.outline)
        add("snapshots", head.id, head.import_id,
            sources::pretty(checkpoints::checkpoint_text(m_connection, head)));
    for (const workflows::WorkflowHead& head : workflows::WorkflowRows(m_connection).all())
      read_workflow(head);
    grid::GridRows(m_connection).for_each_version([&](const std::string&, const grid::FileVersion& version) {
      if (version.sha256) add("grid_versions", version.id, version.import_id, version.text);
    });
  }

 private:
  void add(const char* table, std::int64_t id, std::optional<std::int64_t> import_id,
           const std::string& bytes) {
    m_texts.documents[{table, id}] = {import_id.value_or(0), util::sha256_hex(bytes)};
  }

  void read_tree_documents() {
    tree_documents::DocumentRows rows(m_connection);
    records::RecordTextFinder finder(m_connection);
    PurgeRows imports(m_connection);
    for (const tree_documents::DocumentSourcePath& source : rows.all()) {
      const auto document = rows.find(source.source_path);
      if (!document) continue;
      const std::vector<tree_documents::StoredNode> nodes = rows.nodes(document->id);
      for (const tree_documents::StoredNode& node : nodes)
        if (tree_documents::digest_of_record(finder.find(node.task_id, 0)) == node.task_digest)
          m_texts.true_nodes.insert(node.id);
      add("tree_documents", document->id, imports.import_of_tree_document(document->id),
          sources::pretty(text_of_document(*document, nodes)));
    }
  }

  void read_workflow(const workflows::WorkflowHead& head) {
    const std::string bytes = workflows::canonical_bytes(m_connection, head);
    add("workflow_checkpoints", head.id, head.import_id, bytes);
    const bool is_file = workflows::is_kept_as_file(head);
    if (workflows::is_whole(head, is_file ? bytes : workflows::workflow_text(m_connection, head)))
      m_texts.whole_workflows.insert(head.id);
  }

  db::Connection& m_connection;
  WholeTexts& m_texts;
};

/// After the rows were rewritten.
class Follower {
 public:
  Follower(db::Connection& connection, const WholeTexts& before, Force force)
      : m_connection(connection),
        m_before(before),
        m_force(force),
        m_cells(connection),
        m_rows(connection),
        m_writer(connection) {}

  std::int64_t follow() {
    follow_verbatim();
    follow_workflows();
    const WholeTexts after = read_whole_texts(m_connection);
    follow_tasks(after);
    for (const auto& [key, text] : after.documents) {
      const auto known = m_before.documents.find(key);
      if (known == m_before.documents.end() || known->second.sha256 == text.sha256) continue;
      follow_document(key, known->second, text);
    }
    follow_nodes(after);
    return m_count;
  }

 private:
  void follow_verbatim() {
    records::RecordTextFinder finder(m_connection);
    for (const std::int64_t id : m_before.kept_whole) {
      (void)finder.find(id, k_depth);
      const util::Digest128 digest = digest_of_columns(finder.record());
      put_blob("tasks", "verbatim_digest", id, bytes_of(digest));
    }
  }

  void follow_workflows() {
    for (const workflows::WorkflowHead& head : workflows::WorkflowRows(m_connection).all()) {
      if (!m_before.whole_workflows.contains(head.id)) continue;
      const bool is_file = workflows::is_kept_as_file(head);
      const std::string compact = is_file ? workflows::canonical_bytes(m_connection, head)
                                          : workflows::workflow_text(m_connection, head);
      if (workflows::is_whole(head, compact)) continue;
      put_text("workflow_checkpoints", "payload_sha256", head.id, util::sha256_hex(compact));
      m_cells.put("workflow_checkpoints", "payload_bytes", head.id,
                  {db::ColumnType::integer, static_cast<std::int64_t>(compact.size()), 0, {}});
      if (is_file) continue;
      const auto fault = workflows::fault_of_checkpoint(head.kind, compact);
      if (!fault) {
        m_cells.put("workflow_checkpoints", "defect", head.id, {});
      } else {
        put_text("workflow_checkpoints", "defect", head.id, workflows::to_text(*fault));
      }
    }
  }

  void follow_tasks(const WholeTexts& after) {
    std::set<std::int64_t> changed;
    for (const auto& [id, digest] : after.tasks) {
      const auto known = m_before.tasks.find(id);
      if (known != m_before.tasks.end() && known->second != digest) changed.insert(id);
    }
    for (const std::int64_t id : changed) {
      const records::TaskHead head = m_writer.heads().get(id);
      writing::require_not_held(m_writer.heads(), head, {.if_version = {}, .token = {}, .force = m_force});
      m_writer.heads().touch(id, m_writer.note(head, {}, {.kind = EventKind::task_purged}));
      ++m_count;
    }
  }

  void follow_document(const DocumentKey& key, const DocumentText& before, const DocumentText& after) {
    ++m_count;
    if (key.first == "states") return follow_state(key.second);
    if (key.first == "loops") return follow_loop(key.second);
    if (after.import_id == 0) return;
    if (m_rows.canonical_of_import(after.import_id) == before.sha256)
      put_text("imports", "canonical_sha256", after.import_id, after.sha256);
    events::NewEvent event{.at = m_writer.now(), .kind = EventKind::import_purged};
    event.import_id = after.import_id;
    m_writer.events().insert(event);
  }

  void follow_state(std::int64_t id) {
    variables::StateRows rows(m_connection);
    for (variables::StateHead& head : rows.all()) {
      if (head.id != id) continue;
      head.last_event_seq = m_writer.note(head, {.kind = EventKind::state_purged});
      ++head.version;
      rows.update(head);
    }
  }

  void follow_loop(std::int64_t id) {
    loops::LoopRows rows(m_connection);
    loops::LoopHead head = rows.find(id).value();
    events::NewEvent event{.at = m_writer.now(), .kind = EventKind::loop_purged};
    event.loop_id = id;
    event.prev_seq = head.last_event_seq.value_or(0);
    head.last_event_seq = m_writer.events().insert(event);
    ++head.version;
    rows.update(head);
  }

  /// A node whose text was true of its task is so still: both lost the same.
  void follow_nodes(const WholeTexts& after) {
    tree_documents::DocumentRows rows(m_connection);
    records::RecordTextFinder finder(m_connection);
    for (const tree_documents::DocumentSourcePath& source : rows.all()) {
      const auto document = rows.find(source.source_path);
      if (!document) continue;
      for (const tree_documents::StoredNode& node : rows.nodes(document->id)) {
        if (!m_before.true_nodes.contains(node.id) || after.true_nodes.contains(node.id)) continue;
        const std::string digest = tree_documents::digest_of_record(finder.find(node.task_id, 0));
        put_blob("document_nodes", "task_digest", node.id, digest);
      }
    }
  }

  void put_text(const char* table, const char* column, std::int64_t row, const std::string& text) {
    m_cells.put(table, column, row, {db::ColumnType::text, 0, 0, text});
  }
  void put_blob(const char* table, const char* column, std::int64_t row, std::string_view bytes) {
    m_cells.put(table, column, row, {db::ColumnType::blob, 0, 0, bytes});
  }

  db::Connection& m_connection;
  const WholeTexts& m_before;
  Force m_force;
  db::CellWriter m_cells;
  PurgeRows m_rows;
  writing::TaskWriter m_writer;
  std::int64_t m_count = 0;
};

}  // namespace

WholeTexts read_whole_texts(db::Connection& connection) {
  WholeTexts texts;
  read_tasks(connection, texts);
  Documents(connection, texts).read();
  return texts;
}

std::int64_t follow_whole_texts(db::Connection& connection, const WholeTexts& before, Force force) {
  return Follower(connection, before, force).follow();
}

}  // namespace rlmdb::purging
