// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "checkpoints/checkpoint_text.hpp"
#include "sources/document_import.hpp"

namespace rlmdb::checkpoints {

/// The file of one checkpoint on its way into the database. Nothing changes a checkpoint here, so a changed
/// file replaces what is known of it.
class CheckpointImport final : public sources::DocumentImport {
 public:
  CheckpointImport(db::Connection& connection, const sources::SourceFile& source,
                   const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void read_head(std::string outline);
  [[nodiscard]] std::optional<SnapshotHead> find_other();
  [[nodiscard]] bool is_copy_of(const SnapshotHead& other, const std::string& compact) const;
  void keep_copy(const std::string& compact);
  [[nodiscard]] bool takes_place_of(const SnapshotHead& other, const std::string& compact);
  void name_again();
  void store_rows(const CheckpointDocument& document);

  SnapshotRows m_snapshots;
  SnapshotHead m_head;     ///< as it will be stored
  bool m_is_copy = false;  ///< a second file of a checkpoint that is here
};

}  // namespace rlmdb::checkpoints
