// SPDX-License-Identifier: MIT
/// Every JSON document the program prints; docs/schema/ describes them. All functions return the `data` of
/// one command as JSON text, to be put into the envelope by json_success.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "explanations.hpp"
#include "locate_database.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb::cli {

/// The success envelope as one line, with the warnings kept so far. `data` is JSON text and is put in as it
/// stands, never parsed again.
[[nodiscard]] std::string json_success(std::string_view command, std::string_view data);
/// The failure envelope as one line. `code` is a documented error code.
[[nodiscard]] std::string json_failure(std::string_view command, std::string_view code, const Error& error);

[[nodiscard]] std::string json_version(std::string_view version, int schema);
[[nodiscard]] std::string json_help(std::string_view topic, std::string_view text);
/// Whether the database was made by this command or was there before.
enum class Made { now, before };
[[nodiscard]] std::string json_init(const std::filesystem::path& database, const DatabaseLocation& location,
                                    Made made);
[[nodiscard]] std::string json_where(const DatabaseLocation& location);
[[nodiscard]] std::string json_import(const ImportReport& report, Run run);
[[nodiscard]] std::string json_project_export(const ProjectExport& report, std::string_view directory);
[[nodiscard]] std::string json_export(const ExportReport& report, std::string_view file);
[[nodiscard]] std::string json_verify(const VerifyReport& report, std::string_view against);
[[nodiscard]] std::string json_list(const std::vector<TaskSummary>& tasks, std::int64_t limit);
/// `records` are JSON texts and are put in as they stand.
[[nodiscard]] std::string json_show(const std::vector<std::string>& records);
[[nodiscard]] std::string json_stats(const TaskStats& stats);
[[nodiscard]] std::string json_migration_status(const MigrationStatus& status);
[[nodiscard]] std::string json_migration_run(const MigrationReport& report);
[[nodiscard]] std::string json_explanation(const Explanation& explanation);
[[nodiscard]] std::string json_explanations(const std::vector<Explanation>& all);

/// A list of strings as a JSON array.
[[nodiscard]] std::string json_strings(const std::vector<std::string>& strings);
/// One row of a query as a JSON object. Blobs become {"$base64":true,"encoded":"…"}.
[[nodiscard]] std::string json_row(const std::vector<std::string>& names, const std::vector<SqlValue>& row);

}  // namespace rlmdb::cli
