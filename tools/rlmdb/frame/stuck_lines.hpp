// SPDX-License-Identifier: MIT
/// What cannot go on before somebody does something, and the line to type.
#pragma once

#include <string>

#include "format/json_writer.hpp"
#include "frame/context.hpp"
#include "rlmdb/stuck.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "rlmdb task retry task-0001"
[[nodiscard]] std::string command_for(const StuckCause& cause);
/// "stuck: task-0001 failed, 2 tasks wait for it: task-0002, task-0000; rlmdb task retry task-0001", a line a cause,
/// the first three, and one for the rest. Nothing where nothing is stuck.
[[nodiscard]] std::string text_stuck(const Stuck& stuck, const Terminal& terminal);
/// The member `stuck_by`.
void add_stuck(JsonObject& object, const Stuck& stuck);
/// The lines to standard error; with --json warnings in the document that is printed next.
void warn_of_stuck(const Stuck& stuck, const Context& context);

}  // namespace rlmdb::cli
