// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace rlmdb {

enum class LogLevel { debug, info, warning };

/// Where the library's own remarks go. Called on the thread that does the work; must not throw. Messages
/// carry ids, paths, counts and durations, never prompts, results, outputs or variable values.
using LogSink = std::function<void(LogLevel, std::string_view message)>;

}  // namespace rlmdb
