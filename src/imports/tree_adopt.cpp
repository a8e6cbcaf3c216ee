// SPDX-License-Identifier: MIT
#include "db/meta_rows.hpp"
#include "events/event_rows.hpp"
#include "events/previous_values.hpp"
#include "imports/source_import.hpp"
#include "json/json_difference.hpp"
#include "records/node_rows.hpp"
#include "records/record_children.hpp"
#include "records/record_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "tree_documents/adopt_rows.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/time_differences.hpp"
#include "tree_documents/tree_node.hpp"

namespace rlmdb::imports {

namespace {

class Adoption {
 public:
  Adoption(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options,
           sources::Findings& findings, std::int64_t event_seq)
      : m_rows(connection),
        m_documents(connection),
        m_tasks(connection),
        m_children(connection),
        m_events(connection),
        m_finder(connection),
        m_source(source),
        m_options(options),
        m_findings(findings),
        m_event_seq(event_seq) {}

  /// Once all are adopted.
  void warn_of_times() {
    if (!m_times.empty()) m_findings.warn(m_source.given_path, "differs_from_document", m_times.text());
  }

  void adopt(const tree_documents::NodeTwin& twin) {
    const std::vector<tree_documents::NodeText> texts = m_rows.node_texts(twin.node);
    const std::string node = m_finder.find(twin.node, 0);
    const std::string task = m_finder.find(twin.task, 0);
    if (m_options.on_conflict != OnConflict::replace) require_unchanged(twin, node);
    for (const tree_documents::NodeText& text : texts)
      warn(twin, tree_documents::compare_node(text.json, task));
    m_documents.move(twin.node, twin.task, twin.task_version, tree_documents::digest_of_record(task));
    m_tasks.keep_last_event(twin.node, twin.task);
    (void)events::keep_previous_values(m_events, m_event_seq, twin.task, node, task);
    m_children.remove_all(twin.node);
    m_tasks.remove(twin.node);
  }

 private:
  /// One row takes the place of the other: there is no way to keep what was done here and take the source's
  /// task too.
  void require_unchanged(const tree_documents::NodeTwin& twin, const std::string& node) {
    const std::string digest = m_documents.digest_in_documents(twin.node);
    const bool is_edited = !digest.empty() && digest != tree_documents::digest_of_record(node);
    if (m_documents.version_in_documents(twin.node) == twin.node_version && !is_edited) return;
    throw Error(ErrorCode::conflict,
                "node " + twin.node_id + " of tree " + twin.tree_id +
                    " changed here since its document came in, and " + twin.store_id +
                    " of the source is the same node",
                m_source.given_path,
                "nothing was imported; --on-conflict replace takes what the source says");
  }

  void warn(const tree_documents::NodeTwin& twin, std::vector<tree_documents::NodeDifference> differences) {
    m_times.take_from(differences, twin.store_id);
    for (const tree_documents::NodeDifference& difference : differences) {
      m_findings.warn(
          m_source.given_path + " " + twin.store_id, "differs_from_document",
          "the tree document of " + twin.tree_id + " says " + json::shown_value(difference.in_node) + " at " +
              tree_documents::pointer_of(difference) + " of " + twin.node_id + ", task " + twin.store_id +
              " says " + json::shown_value(difference.in_task) + "; the task stays as it is");
    }
  }

  tree_documents::AdoptRows m_rows;
  tree_documents::DocumentRows m_documents;
  records::TaskRows m_tasks;
  records::RecordChildren m_children;
  events::EventRows m_events;
  records::RecordTextFinder m_finder;
  const sources::SourceFile& m_source;
  const ImportOptions& m_options;
  sources::Findings& m_findings;
  std::int64_t m_event_seq;
  tree_documents::TimeDifferences m_times;
};

}  // namespace

void adopt_tree_nodes(db::Connection& connection, const sources::SourceFile& source,
                      const ImportOptions& options, sources::Findings& findings, std::int64_t event_seq) {
  tree_documents::AdoptRows rows(connection);
  if (!rows.has_documents()) return;
  // Also where the parent is nobody's twin: no document that is here tells of it.
  records::NodeRows nodes(connection);
  for (const tree_documents::ParentByNodeId& parent : rows.parents_by_node_id())
    nodes.rename_parent(parent.tree_id, parent.node_id, parent.store_id);
  const std::vector<tree_documents::NodeTwin> twins = rows.twins();
  if (twins.empty()) return;
  Adoption adoption(connection, source, options, findings, event_seq);
  std::vector<events::TaskMove> moves;
  for (const tree_documents::NodeTwin& twin : twins) moves.push_back({twin.node, twin.task});
  events::EventRows(connection).move(moves);
  for (const tree_documents::NodeTwin& twin : twins) adoption.adopt(twin);
  adoption.warn_of_times();
  db::MetaRows meta(connection);
  // The tasks that went were imported, and are not missing.
  meta.raise_counter("removed_imported_tasks",
                     meta.counter("removed_imported_tasks") + static_cast<std::int64_t>(twins.size()));
}

}  // namespace rlmdb::imports
