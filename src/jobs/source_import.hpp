// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "jobs/import_apply.hpp"
#include "jobs/import_plan.hpp"
#include "jobs/pulse.hpp"
#include "jobs/source_writer.hpp"

namespace rlmdb::jobs {

/// A tasks.json.
class SourceImport final : public SourceWriter {
 public:
  SourceImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
               const Foresight* foresight, Rebuild rebuild);

  void write() override;
  void prove() override;

 private:
  [[nodiscard]] std::uint64_t share_of_bytes(std::uint64_t records) const;
  void leave_out_kept();

  db::Connection& m_connection;
  const SourceFile& m_source;
  const ImportOptions& m_options;
  SourceReaderOptions m_how;
  Pulse m_pulse;
  Findings m_findings;
  ImportApply m_apply;
  SourceDigests m_digests;
  bool m_is_salvaged = false;  ///< only what is complete before the damage came in
};

}  // namespace rlmdb::jobs
