// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "rlmdb/import.hpp"
#include "sources/source_file.hpp"

namespace rlmdb::sources {

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

}  // namespace rlmdb::sources
