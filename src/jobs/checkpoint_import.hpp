// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "jobs/checkpoint_text.hpp"
#include "jobs/document_import.hpp"

namespace rlmdb::jobs {

/// The file of one checkpoint on its way into the database. Nothing changes a checkpoint here, so a changed
/// file replaces what is known of it.
class CheckpointImport final : public DocumentImport {
 public:
  CheckpointImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void read_head(std::string outline);
  [[nodiscard]] std::optional<store::SnapshotHead> find_other();
  [[nodiscard]] bool takes_place_of(const store::SnapshotHead& other, const std::string& compact);
  void store_rows(const CheckpointDocument& document);

  store::SnapshotRows m_snapshots;
  store::SnapshotHead m_head;  ///< as it will be stored
};

}  // namespace rlmdb::jobs
