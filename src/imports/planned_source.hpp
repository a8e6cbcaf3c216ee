// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "imports/project_sources.hpp"
#include "imports/source_import.hpp"
#include "sources/import_plan.hpp"
#include "sources/pulse.hpp"

namespace rlmdb::imports {

/// A source of a call, with its plan where there is one.
struct PlannedSource {
  sources::SourceFile file;
  sources::SourceKind kind = sources::SourceKind::tasks;
  std::optional<sources::SourcePlan> plan;
  sources::Rebuild rebuild = sources::Rebuild::proved;
  bool closes_when_idle = false;  ///< its descriptor is open only while it is worked on
  std::optional<SourceReport> refused;
  std::optional<Finding> defect{};  ///< why a document of a directory is kept whole, as a text
};

/// Opens and reads the sources, but a single one that is to be applied, which is read while it is written
/// (not so one that is to be merged or salvaged). The first refusal is thrown, or with keep_going kept.
/// Copies of one store come from the oldest file to the newest. Of many documents no descriptor stays open.
[[nodiscard]] std::vector<PlannedSource> plan_all(const std::vector<FoundSource>& sources,
                                                  const ImportOptions& options);

/// Adds to the report why the file is kept whole, in place of what a text says of its damage.
void tell_defect(const PlannedSource& source, SourceReport& report);

/// What takes another reading to know of a tasks.json.
[[nodiscard]] sources::SourcePlan plan_with_progress(const sources::SourceFile& source,
                                                     const ImportOptions& options);

/// With keep_going: a source that was refused.
[[nodiscard]] SourceReport refused_report(const std::filesystem::path& path, sources::SourceKind kind,
                                          const Error& error);

}  // namespace rlmdb::imports
