// SPDX-License-Identifier: MIT
/// What `rlmdb import` prints.
#pragma once

#include <string>

#include "rlmdb/import.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// One line a source, for standard output.
[[nodiscard]] std::string text_import(const ImportReport& report, Run run, const Terminal& terminal);
/// Rows, proof, warnings, rejects and where the database is, for standard error.
[[nodiscard]] std::string text_import_details(const ImportReport& report, Run run, const Terminal& terminal);
/// The `data` of the document.
[[nodiscard]] std::string json_import(const ImportReport& report, Run run);

}  // namespace rlmdb::cli
