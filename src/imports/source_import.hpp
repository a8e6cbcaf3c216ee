// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "imports/import_apply.hpp"
#include "sources/import_plan.hpp"
#include "sources/pulse.hpp"
#include "sources/source_writer.hpp"

namespace rlmdb::imports {

/// A tasks.json.
class SourceImport final : public sources::SourceWriter {
 public:
  SourceImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options,
               const sources::Foresight* foresight, sources::Rebuild rebuild);

  void write() override;
  void prove() override;

 private:
  [[nodiscard]] std::uint64_t share_of_bytes(std::uint64_t records) const;
  [[nodiscard]] std::uint64_t left_out() const;
  [[nodiscard]] Proven proven() const;
  [[nodiscard]] sources::ProofState proof_state() const;
  void keep_style();
  bool keep_outline();
  void look_ahead();
  void leave_out_kept();
  void warn_of_dependencies();
  void warn_of_names(const sources::Batch& batch);

  db::Connection& m_connection;
  const sources::SourceFile& m_source;
  const ImportOptions& m_options;
  sources::SourceReaderOptions m_how;
  json::TextStyle m_style;
  sources::Pulse m_pulse;
  sources::Findings m_findings;
  ImportApply m_apply;
  sources::SourceDigests m_digests;
  bool m_is_canonical = false;                  ///< the whole file, records that are not taken included
  std::optional<std::string> m_written_sha256;  ///< of what an export writes, where that is not canonical
};

/// After a tasks.json came in: nodes that were known from tree documents alone and are tasks of it become
/// those tasks. The store is alive and the documents are snapshots, so the task stays as it is and every
/// difference is a warning. Throws Error conflict where the node was changed here meanwhile and `on_conflict`
/// is fail.
void adopt_tree_nodes(db::Connection& connection, const sources::SourceFile& source,
                      const ImportOptions& options, sources::Findings& findings, std::int64_t event_seq);

}  // namespace rlmdb::imports
