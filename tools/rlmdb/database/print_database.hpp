// SPDX-License-Identifier: MIT
/// What `rlmdb init`, `where` and `migrate` print. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <filesystem>
#include <string>

#include "format/rows.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/store.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Whether the database was made by this command or was there before.
enum class Made { now, before };
[[nodiscard]] std::string json_init(const std::filesystem::path& database, const DatabaseLocation& location,
                                    Made made);
[[nodiscard]] std::string json_where(const DatabaseLocation& location);

[[nodiscard]] const Rows<MigrationStep>& step_rows();
[[nodiscard]] std::string text_migration_status(const MigrationStatus& status, const Terminal& terminal);
[[nodiscard]] std::string text_migration_run(const MigrationReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_migration_status(const MigrationStatus& status);
[[nodiscard]] std::string json_migration_run(const MigrationReport& report);

}  // namespace rlmdb::cli
