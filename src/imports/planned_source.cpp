// SPDX-License-Identifier: MIT
#include "imports/planned_source.hpp"

#include <algorithm>

#include "imports/find_source_kind.hpp"
#include "imports/source_kinds.hpp"

namespace rlmdb::imports {

namespace {

/// Sources that may be open at a time.
constexpr std::size_t k_most_open = 100;

/// A private copy could not be opened again.
bool may_close(const PlannedSource& source, const ImportOptions& options) {
  return source.kind != sources::SourceKind::tasks && options.live == LiveSource::refuse;
}

}  // namespace

sources::SourcePlan plan_with_progress(const sources::SourceFile& source, const ImportOptions& options) {
  sources::Pulse pulse(options, source);
  return sources::plan_source(
      source, options, [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

std::vector<PlannedSource> plan_all(const std::vector<FoundSource>& found, const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  for (const auto& [path, kind] : found) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = sources::open_source(path, options.live);
      source.kind = kind ? *kind : find_source_kind(source.file);
      const bool is_alone =
          found.size() == 1 && options.copies == Copies::apart && options.damage == Damage::refuse;
      if (is_alone && options.run == Run::apply) continue;
      source.plan = find_kind(source.kind).plan(source, options);
      source.closes_when_idle = found.size() > k_most_open && may_close(source, options);
      if (source.closes_when_idle) source.file.close();
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = refused_report(path, source.kind, error);
    }
  }
  if (options.copies == Copies::newest) {
    std::stable_sort(planned.begin(), planned.end(),
                     [](const PlannedSource& left, const PlannedSource& right) {
                       return sources::modified_at(left.file) < sources::modified_at(right.file);
                     });
  }
  return planned;
}

SourceReport refused_report(const std::filesystem::path& path, sources::SourceKind kind, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = sources::to_text(kind);
  report.error = error;
  return report;
}

}  // namespace rlmdb::imports
