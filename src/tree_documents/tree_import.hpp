// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "db/meta_rows.hpp"
#include "events/event_rows.hpp"
#include "records/record_edit.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "records/task_rows.hpp"
#include "sources/import_plan.hpp"
#include "sources/import_rows.hpp"
#include "sources/pulse.hpp"
#include "sources/source_writer.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/time_differences.hpp"
#include "tree_documents/tree_source.hpp"

namespace rlmdb::tree_documents {

/// One tree document on its way into the database. A node that no task is known of becomes a task without
/// store id. A node that is a task already stays as the task has it, and every difference is a warning: the
/// document is a snapshot, the store is alive.
class TreeImport final : public sources::SourceWriter {
 public:
  TreeImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options,
             TreeDocumentKind kind);

  void write() override;
  void prove() override;

 private:
  using Members = std::unordered_map<std::string, std::vector<TreeMember>>;  ///< by node id

  [[nodiscard]] Proven proven() const;
  void find_decisions();
  void begin();
  void place(std::size_t index);
  [[nodiscard]] NodePlace place_of(std::size_t index) const;
  [[nodiscard]] std::string digest_now(std::int64_t task_id);
  [[nodiscard]] const TreeMember* find_unmatched(const std::string& node_id) const;
  void insert_task(const std::string& record_json, StoredNode& node);
  void update_known(std::size_t index, const TreeMember& member, StoredNode& node);
  void decide_again(std::size_t index, const TreeMember& member, StoredNode& node, const std::string& now);
  [[nodiscard]] bool may_update(const TreeMember& member) const;
  void update_or_keep(std::size_t index, const TreeMember& member, StoredNode& node, const std::string& now);
  void update(const TreeMember& member, const std::string& record_json, StoredNode& node);
  void warn_of_differences(std::size_t index, const TreeMember& member);
  void store_document();
  void follow_mode();
  void finish();

  db::Connection& m_connection;
  const sources::SourceFile& m_source;
  const ImportOptions& m_options;
  TreeDocumentKind m_kind;
  sources::Findings m_findings;
  TimeDifferences m_times;
  TreeSource m_read;

  records::TaskRows m_tasks;
  records::TaskHeads m_heads;
  sources::ImportRows m_imports;
  events::EventRows m_events;
  db::MetaRows m_meta;
  DocumentRows m_documents;
  records::RecordEdit m_records;
  records::RecordTextFinder m_finder;

  std::string m_path;
  std::int64_t m_import_id = 0;
  std::int64_t m_event_seq = 0;
  std::int64_t m_next_id = 0;
  std::int64_t m_document_id = 0;
  std::string m_outline_before;  ///< of the document as it was imported before; "": never
  bool m_has_kept = false;       ///< the last import of this document kept nodes back
  Members m_members;
  std::unordered_set<std::int64_t> m_matched;             ///< tasks that a node of the document is
  std::unordered_map<std::int64_t, StoredNode> m_before;  ///< by task: the document's last import
  std::vector<StoredNode> m_nodes;                        ///< as they will be stored
  std::vector<std::string> m_public_ids;                  ///< store id, else node id; one a node
};

}  // namespace rlmdb::tree_documents
