// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "jobs/import_apply.hpp"
#include "jobs/import_plan.hpp"
#include "jobs/pulse.hpp"

namespace rlmdb::jobs {

/// Thrown by a proof that failed: some record may have to be kept verbatim.
struct NeedsRebuildCheck {};

/// The report of a source of which nothing is known yet.
[[nodiscard]] SourceReport new_report(const SourceFile& source, std::string_view kind);

/// One source on its way into the database.
class SourceWriter {
 public:
  SourceWriter(const SourceFile& source, std::string_view kind) : m_report(new_report(source, kind)) {}
  SourceWriter(const SourceWriter&) = delete;
  SourceWriter& operator=(const SourceWriter&) = delete;
  virtual ~SourceWriter() = default;

  /// Writes everything of the source, its own `imports` row included. REQUIRES: an open transaction, which
  /// must not be seen by anyone before prove() has returned.
  virtual void write() = 0;
  /// Reads the rows back and holds them against the source. Throws NeedsRebuildCheck, or Error internal at
  /// the first difference.
  virtual void prove() = 0;
  [[nodiscard]] SourceReport& report() noexcept { return m_report; }

 protected:
  SourceReport m_report;
};

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
