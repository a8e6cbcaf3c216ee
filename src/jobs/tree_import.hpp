// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "jobs/import_plan.hpp"
#include "jobs/pulse.hpp"
#include "jobs/record_edit.hpp"
#include "jobs/record_text.hpp"
#include "jobs/source_writer.hpp"
#include "jobs/tree_source.hpp"
#include "store/document_rows.hpp"
#include "store/event_rows.hpp"
#include "store/import_rows.hpp"
#include "store/meta_rows.hpp"
#include "store/task_head.hpp"
#include "store/task_rows.hpp"

namespace rlmdb::jobs {

/// One tree document on its way into the database. A node that no task is known of becomes a task without
/// store id. A node that is a task already stays as the task has it, and every difference is a warning: the
/// document is a snapshot, the store is alive.
class TreeImport final : public SourceWriter {
 public:
  TreeImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
             legacy::TreeDocumentKind kind);

  void write() override;
  void prove() override;

 private:
  using Members = std::unordered_map<std::string, std::vector<store::TreeMember>>;  ///< by node id

  void find_decisions();
  void begin();
  void place(std::size_t index);
  [[nodiscard]] legacy::NodePlace place_of(std::size_t index) const;
  [[nodiscard]] const store::TreeMember* find_unmatched(const std::string& node_id) const;
  void insert_task(const std::string& record_json, store::StoredNode& node);
  void meet(std::size_t index, const store::TreeMember& member, store::StoredNode& node);
  void decide_again(std::size_t index, const store::TreeMember& member, store::StoredNode& node);
  [[nodiscard]] bool may_update(const store::TreeMember& member) const;
  void update_or_keep(std::size_t index, const store::TreeMember& member, store::StoredNode& node);
  void update(const store::TreeMember& member, const std::string& record_json, store::StoredNode& node);
  void warn_of_differences(std::size_t index, const store::TreeMember& member);
  void store_document();
  void finish();

  const SourceFile& m_source;
  const ImportOptions& m_options;
  legacy::TreeDocumentKind m_kind;
  Findings m_findings;
  TreeSource m_read;

  store::TaskRows m_tasks;
  store::TaskHeads m_heads;
  store::ImportRows m_imports;
  store::EventRows m_events;
  store::MetaRows m_meta;
  store::DocumentRows m_documents;
  RecordEdit m_records;
  RecordTextFinder m_finder;

  std::string m_path;
  std::int64_t m_import_id = 0;
  std::int64_t m_event_seq = 0;
  std::int64_t m_next_id = 0;
  std::int64_t m_document_id = 0;
  bool m_has_kept = false;  ///< the last import of this document kept nodes back
  Members m_members;
  std::unordered_set<std::int64_t> m_matched;                    ///< tasks that a node of the document is
  std::unordered_map<std::int64_t, store::StoredNode> m_before;  ///< by task: the document's last import
  std::vector<store::StoredNode> m_nodes;                        ///< as they will be stored
  std::vector<std::string> m_public_ids;                         ///< store id, else node id; one a node
};

}  // namespace rlmdb::jobs
