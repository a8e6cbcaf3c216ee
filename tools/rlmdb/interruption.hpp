// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace rlmdb::cli {

/// SIGPIPE and SIGXFSZ become ordinary write errors instead of deaths.
void ignore_write_signals() noexcept;

/// From now on the first SIGINT or SIGTERM only sets interrupted(); a second one ends the process.
void watch_for_interruption() noexcept;

/// True once such a signal has come. Lives as long as the process.
[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

/// Ends the process as a broken pipe ends any other: by SIGPIPE, quietly.
[[noreturn]] void end_by_broken_pipe() noexcept;

}  // namespace rlmdb::cli
