// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/backup.hpp"
#include "rlmdb/maintain.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class JsonObject;

[[nodiscard]] std::string text_backup(const BackupReport& report, const Terminal& terminal);
void add_backup(JsonObject& object, const BackupReport& report);
[[nodiscard]] std::string json_backup(const BackupReport& report);
[[nodiscard]] std::string text_restore(const BackupRestored& report, const Terminal& terminal);
[[nodiscard]] std::string json_restore(const BackupRestored& report);
[[nodiscard]] std::string text_vacuum(const VacuumReport& report);
void add_vacuum(JsonObject& object, const VacuumReport& report);
[[nodiscard]] std::string json_vacuum(const VacuumReport& report);

}  // namespace rlmdb::cli
