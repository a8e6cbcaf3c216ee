// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace rlmdb::cli {

/// SIGPIPE and SIGXFSZ become ordinary write errors instead of deaths.
void ignore_write_signals() noexcept;

/// From now on the first SIGINT or SIGTERM only sets interrupted(); a second one ends the process. SIGHUP, unless
/// it is ignored (nohup), sets it however often it comes.
void watch_for_interruption() noexcept;

/// From now on the functions above change nothing: whose process this is, another part of it says.
void leave_signals_alone() noexcept;

/// As if such a signal had come.
void interrupt() noexcept;
/// As if none had.
void forget_interruption() noexcept;

/// Nobody waits any more for what comes later: there is nothing left to ask for, but what was asked is done.
void end_waits() noexcept;
[[nodiscard]] bool are_waits_over() noexcept;

/// The running call was taken back, or its time is over: it changes nothing any more.
void withdraw() noexcept;
/// What it changes is stored: to be taken back it is too late, and it ends its work.
void keep_from_withdrawal() noexcept;
/// A call begins: it is not taken back, and has stored nothing.
void forget_withdrawal() noexcept;
[[nodiscard]] bool is_withdrawn() noexcept;

/// True once such a signal has come. Lives as long as the process.
[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

/// From now on Ctrl-Z only sets a mark, so that a changed terminal can be put in order first.
void watch_for_suspension() noexcept;

/// True once after each such Ctrl-Z.
[[nodiscard]] bool take_suspension() noexcept;

/// Stops the process as Ctrl-Z stops any other; returns when it goes on.
void suspend() noexcept;

/// Ends the process as a broken pipe ends any other: by SIGPIPE, quietly.
[[noreturn]] void end_by_broken_pipe() noexcept;

}  // namespace rlmdb::cli
