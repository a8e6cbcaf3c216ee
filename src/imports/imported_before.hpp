// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "imports/planned_source.hpp"

namespace rlmdb::imports {

/// How a source stands to what was imported.
enum class ImportedBefore {
  no,       ///< these bytes are new
  whole,    ///< they are in, and nothing that the options ask for is left to do
  removed,  ///< a document's were in, and went with its tree
  again,    ///< they were in, but something of them is gone, or other options decide anew
};

/// A tasks.json is in when the newest import of some tasks.json had its bytes; a document when the newest of
/// this document had. What was deleted outside of rlmdb is found by counting: tasks, nodes of a document, and
/// documents. `sha256`: of the source, where it had to be known.
[[nodiscard]] ImportedBefore find_imported_before(db::Connection& connection, const PlannedSource& planned,
                                                  const ImportOptions& options, sources::Pulse& pulse,
                                                  std::string& sha256);

/// What is said of a source that is in already: what its import said of it, by the work done again and taken
/// back where there is something to say. Errors: those of an import. REQUIRES: a write transaction.
[[nodiscard]] SourceReport report_again(db::Connection& connection, PlannedSource& source,
                                        const ImportOptions& options, SourceReport report);

/// What is said of a source that stays removed.
[[nodiscard]] SourceReport removed_report(SourceReport report);

/// After a source that was in before: what it brought anew takes the place of what was gone.
void count_as_restored(db::Connection& connection, SourceReport& report);

}  // namespace rlmdb::imports
