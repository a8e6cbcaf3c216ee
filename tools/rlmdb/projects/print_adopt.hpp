// SPDX-License-Identifier: MIT
/// What `rlmdb adopt` prints.
#pragma once

#include <string>

#include "rlmdb/adopt.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// What came in, for standard output.
[[nodiscard]] std::string text_adopt(const AdoptReport& report, Run run, const Terminal& terminal);
/// The backup, the check, and what to switch, for standard error.
[[nodiscard]] std::string text_adopt_details(const AdoptReport& report, Run run, const Terminal& terminal);
[[nodiscard]] std::string json_adopt(AdoptReport report, Run run);

/// One line a file that changed, and how many there are.
[[nodiscard]] std::string text_undo_adopt(const UndoAdoptReport& report, Run run, const Terminal& terminal);
/// What is not as the database has it.
[[nodiscard]] std::string text_undo_adopt_details(const UndoAdoptReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_undo_adopt(UndoAdoptReport report, const std::filesystem::path& database,
                                          Run run);

}  // namespace rlmdb::cli
