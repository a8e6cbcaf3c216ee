// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "imports/destination.hpp"
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

/// Error io when the file system of `database` has less free for this user than `factor` times the bytes of the
/// sources. Asked before they are written, so that this does not fill the disk first and fail then.
void require_space_for(std::span<const PlannedSource> sources, const std::filesystem::path& database,
                       double factor);

/// Which project the database is of, before the first of the sources is written: the one it lies in; where it
/// lies in none the first that it takes files of, under whatever name that has now. Error conflict for files
/// of a copy of a project that is here and still there, unless `options` decide what becomes of conflicts.
/// REQUIRES: a write transaction.
void settle_home(db::Connection& connection, std::span<const PlannedSource> sources,
                 const ImportOptions& options);

/// Imports sources that are open, as import_files() says, and leaves them open.
void import_planned(const Destination& destination, std::vector<PlannedSource>& planned,
                    const ImportOptions& options, ImportReport& report);

}  // namespace rlmdb::imports
