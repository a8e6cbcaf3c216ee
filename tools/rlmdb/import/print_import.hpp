// SPDX-License-Identifier: MIT
/// What `rlmdb import` prints of its sources one by one.
#pragma once

#include <string>

#include "rlmdb/import.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class JsonObject;

/// One line a source, for standard output.
[[nodiscard]] std::string text_import(const ImportReport& report, Run run, const Terminal& terminal);
enum class Heads { none, lines };  ///< whether the line of a source stands above what is told of it
/// For standard error, of every source: rows, proof, warnings, rejects; and where the database is.
[[nodiscard]] std::string text_import_details(const ImportReport& report, Run run, Heads heads,
                                              const Terminal& terminal);
/// Something of the sources is not in the database, or not as what it should be.
[[nodiscard]] bool has_findings(const ImportReport& report);
/// For standard error, of all sources together: what a table of their kinds does not say.
[[nodiscard]] std::string text_import_remarks(const ImportReport& report, Run run, const Terminal& terminal);
/// Why sources were refused, the first ten; "" where none was.
[[nodiscard]] std::string text_import_refusals(const ImportReport& report, const Terminal& terminal);
/// The `data` of the document.
void add_import(JsonObject& object, const ImportReport& report, Run run);
[[nodiscard]] std::string json_import(const ImportReport& report, Run run);

}  // namespace rlmdb::cli
