// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jobs/find_source_kind.hpp"
#include "jobs/import_plan.hpp"
#include "jobs/pulse.hpp"
#include "jobs/source_import.hpp"

namespace rlmdb::jobs {

/// A source of a call, with its plan where there is one.
struct PlannedSource {
  SourceFile file;
  SourceKind kind = SourceKind::tasks;
  std::optional<SourcePlan> plan;
  Rebuild rebuild = Rebuild::proved;
  bool closes_when_idle = false;  ///< its descriptor is open only while it is worked on
  std::optional<SourceReport> refused;
};

/// Opens and reads the sources, but a single one that is to be applied, which is read while it is written.
/// The first refusal is thrown, or with keep_going kept. Of many documents no descriptor stays open.
[[nodiscard]] std::vector<PlannedSource> plan_all(const std::vector<std::filesystem::path>& paths,
                                                  const ImportOptions& options);

/// What takes another reading to know of a tasks.json.
[[nodiscard]] SourcePlan plan_with_progress(const SourceFile& source, const ImportOptions& options);

[[nodiscard]] std::unique_ptr<SourceWriter> make_writer(db::Connection& connection,
                                                        const PlannedSource& source,
                                                        const ImportOptions& options, Rebuild rebuild);

/// With keep_going: a source that was refused.
[[nodiscard]] SourceReport refused_report(const std::filesystem::path& path, SourceKind kind,
                                          const Error& error);

}  // namespace rlmdb::jobs
