// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sources/document_import.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// The checkpoint of a workflow on its way into the database, packed or not: a record of its own, or the
/// state of a loop.
class WorkflowImport final : public sources::DocumentImport {
 public:
  WorkflowImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void read_head(const sources::DocumentSource& read);
  void read_damaged_head(const sources::DocumentSource& read);
  void read_place(const std::string& compact);
  void read_loop_state(const std::string& compact);
  /// `other` has this place by another file, or was taken here.
  [[nodiscard]] bool takes_place_of(const WorkflowHead& other);
  void store_rows(const sources::DocumentSource& read);

  WorkflowRows m_checkpoints;
  WorkflowHead m_head;
};

}  // namespace rlmdb::workflows
