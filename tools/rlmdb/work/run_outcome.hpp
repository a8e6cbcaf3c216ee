// SPDX-License-Identifier: MIT
/// What the end of a command makes of its task.
#pragma once

#include <string>
#include <string_view>

#include "rlmdb/change.hpp"

namespace rlmdb::cli {

/// What --json-result says: {result, status, confidence, model, output_type, finish_reason, tokens, cost,
/// artifacts, errors}, all of them optional; with the status "failed" the task fails. Error invalid_input
/// where `text` is no such object.
[[nodiscard]] TaskAction action_of_json(std::string_view text);

/// "exit status 3", "signal 9 (KILL)".
[[nodiscard]] std::string words_for_status(int wait_status);
/// "KILL"; "" for a status that is no signal's.
[[nodiscard]] std::string signal_name_of(int wait_status);

/// A failure that is tried again as its task was given attempts.
[[nodiscard]] FailTask failure_because(std::string error);

}  // namespace rlmdb::cli
