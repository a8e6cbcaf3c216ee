// SPDX-License-Identifier: MIT
/// How each kind of legacy file comes in: one entry a kind.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "imports/planned_source.hpp"
#include "sources/import_rows.hpp"
#include "sources/source_file.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::imports {

/// What the file is, by its top-level names and its place. A file that may be a tasks.json is one, except
/// where it is a variable's value by its place in an `.aiwg/rlm/`, or lies where the files of loops do; in an
/// `.aiwg/` any other that nothing is known of is kept whole. Reads as far as it must. Throws Error
/// invalid_input: a packed file that is damaged.
[[nodiscard]] sources::SourceKind find_source_kind(const sources::SourceFile& source);

struct KindOfSource {
  sources::SourceKind kind;
  /// Reads the file without writing anything, and says what it holds.
  sources::SourcePlan (*plan)(const PlannedSource& source, const ImportOptions& options);
  std::unique_ptr<sources::SourceWriter> (*make_writer)(db::Connection& connection,
                                                        const PlannedSource& source,
                                                        const ImportOptions& options,
                                                        sources::Rebuild rebuild);
  /// Whether what the file at `path` brought is still here; nullopt: nothing of that path is. Only whole rows
  /// count: what they say may have been edited, and stays so. nullptr for tasks, which go by their bytes.
  std::optional<bool> (*is_here)(db::Connection& connection, const std::string& path,
                                 const sources::ImportOutcome& outcome);
};

[[nodiscard]] const KindOfSource& find_kind(sources::SourceKind kind);

}  // namespace rlmdb::imports
