// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "format/rows.hpp"
#include "rlmdb/purge.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<PurgedValues>& purged_value_rows();
[[nodiscard]] const Rows<PurgeCopy>& purge_copy_rows();

/// What goes, by table: a table on a terminal, elsewhere tab-separated lines.
[[nodiscard]] std::string text_purged(const PurgeReport& report, const Terminal& terminal);
/// The files that a purge does not reach, in the same way.
[[nodiscard]] std::string text_copies(const PurgeReport& report, const Terminal& terminal);
/// What would go or has gone, in one line, and what is to be done yet.
[[nodiscard]] std::string text_purge(const PurgeReport& report, PurgeRun run);
/// The `data` of the document.
[[nodiscard]] std::string json_purge(const PurgeReport& report);

}  // namespace rlmdb::cli
