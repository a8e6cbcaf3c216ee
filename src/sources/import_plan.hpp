// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "rlmdb/import.hpp"
#include "sources/source_reader.hpp"

namespace rlmdb::sources {

/// A source as one reading without a database shows it. Nothing is written.
struct SourcePlan {
  Foresight foresight;
  SourceReport report;           ///< path, kind, sha256, bytes, records.read and .rejected, warnings, rejects
  std::uint64_t records = 0;     ///< tasks that would come in
  std::int64_t next_number = 0;  ///< past the numbers of all store ids, as the legacy store counts
};

using ReadProgress = std::function<void(std::uint64_t bytes_done, std::uint64_t records_done)>;

/// Reads the whole source once or more and finds out what takes the place of what. Throws Error
/// invalid_input where `options` refuse the source; otherwise the findings are in the report. Memory: 24
/// bytes a record.
[[nodiscard]] SourcePlan plan_source(const SourceFile& source, const ImportOptions& options,
                                     const ReadProgress& progress);

/// The reader options that `options` ask for.
[[nodiscard]] SourceReaderOptions reader_options(const ImportOptions& options);

/// Error invalid_input that names the file, the offset, the pointer and the reason.
[[nodiscard]] Error damage_error(const SourceFile& source, const JsonDamage& damage);

/// Collects findings of a source: the first thousand in full, all of them in number.
class Findings {
 public:
  static constexpr std::size_t k_most_kept = 1000;

  Findings(const SourceFile& source, const ImportOptions& options, SourceReport& report)
      : m_source(source), m_options(options), m_report(report) {}

  void add(const Batch& batch);
  /// What a salvaged source could not give. Throws Error invalid_input where nothing says that it is a store.
  void add_damages(const SourceDigests& digests);
  void add_losses(const std::vector<KeptText>& losses);
  void warn(std::string where, std::string code, std::string message);
  /// True once a reject or a loss came that `options` refuse: nothing more needs to be written.
  [[nodiscard]] bool refused() const noexcept;
  /// Throws Error invalid_input when refused().
  void check() const;

 private:
  void warn(std::uint64_t byte_offset, std::string_view pointer, std::string code, std::string message);

  const SourceFile& m_source;
  const ImportOptions& m_options;
  SourceReport& m_report;
};

}  // namespace rlmdb::sources
