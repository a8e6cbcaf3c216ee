// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "db/connection.hpp"
#include "rlmdb/export.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::exports {

/// A file of the project that is to be, and what writes it.
struct PlannedFile {
  sources::SourceKind kind = sources::SourceKind::tasks;
  std::string source;          ///< what it is written from
  std::int64_t import_id = 0;  ///< 0: not of an import, or of several
  std::function<ExportReport(const ByteSink&)> write;
  std::optional<std::int64_t>
      modified_ns{};  ///< since 1970: when the file was last written that was kept whole
};

/// The files of the project by their places, all beneath `.aiwg/`; what none is written for goes to
/// `report.left_out`. REQUIRES: an open snapshot, and `connection` while the files are written.
[[nodiscard]] std::map<std::string, PlannedFile> plan_project(db::Connection& connection,
                                                              const ProjectOptions& options,
                                                              ProjectExport& report);

/// Places of files that were removed here. An export removes nothing, so they may still be in a directory.
[[nodiscard]] std::set<std::string> removed_places(db::Connection& connection);

}  // namespace rlmdb::exports
