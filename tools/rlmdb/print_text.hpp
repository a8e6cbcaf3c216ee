// SPDX-License-Identifier: MIT
/// Every line for people. All functions return whole lines; text that came from data is made visible where
/// the Terminal is one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explanations.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace rlmdb::cli {

/// `text` as it may be shown there: made visible on a terminal, exact elsewhere.
[[nodiscard]] std::string shown(std::string_view text, const Terminal& terminal);

/// "rlmdb: error: …" with its `where:` and `hint:` lines.
[[nodiscard]] std::string text_error(const Error& error, const Terminal& terminal);

/// One "rlmdb: warning: …" line each, for standard error.
[[nodiscard]] std::string text_warnings(const std::vector<Finding>& warnings, const Terminal& terminal);

/// One line a source, for standard output.
[[nodiscard]] std::string text_import(const ImportReport& report, Run run, const Terminal& terminal);
/// Rows, proof, warnings, rejects and where the database is, for standard error.
[[nodiscard]] std::string text_import_details(const ImportReport& report, Run run, const Terminal& terminal);

[[nodiscard]] std::string text_project_export(const ProjectExport& report, std::string_view directory,
                                              const Terminal& terminal);
[[nodiscard]] std::string text_export(const ExportReport& report, std::string_view file,
                                      const Terminal& terminal);
[[nodiscard]] std::string text_verify(const VerifyReport& report, const Terminal& terminal);

/// An aligned table on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_list(const std::vector<TaskSummary>& tasks, const Terminal& terminal);
/// Labelled lines for one task; `record` is its JSON text as stored.
[[nodiscard]] std::string text_show(const TaskSummary& task, std::string_view record,
                                    const Terminal& terminal);
[[nodiscard]] std::string text_stats(const TaskStats& stats, const Terminal& terminal);

[[nodiscard]] std::string text_migration_status(const MigrationStatus& status, const Terminal& terminal);
[[nodiscard]] std::string text_migration_run(const MigrationReport& report, const Terminal& terminal);

[[nodiscard]] std::string text_explanation(const Explanation& explanation, const Terminal& terminal);
[[nodiscard]] std::string text_explanations(const std::vector<Explanation>& all, const Terminal& terminal);

/// A value of a query as a cell of the table, and as a field of a CSV line (RFC 4180).
[[nodiscard]] TableCell table_cell(const SqlValue& value);
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);
[[nodiscard]] std::string csv_field(const SqlValue& value);

}  // namespace rlmdb::cli
