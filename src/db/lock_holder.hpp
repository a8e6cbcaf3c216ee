// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace rlmdb::db {

/// The process whose lock keeps others from writing to `database`, also a program that does not know the
/// writer gate. Read from /proc/locks: a descriptor of our own for the file would, when it is closed, drop
/// SQLite's locks in this process. nullopt when there is none or the kernel does not tell (another pid
/// namespace; a file system whose files have other numbers there). Some tens of microseconds.
[[nodiscard]] std::optional<pid_t> lock_holder(const std::filesystem::path& database);

/// "pid 123 (sqlite3)", "pid 123 (rlmdb, stopped)", "pid 123" when it is gone.
[[nodiscard]] std::string process_words(pid_t pid);

/// Whether a signal or a debugger has stopped it.
[[nodiscard]] bool is_stopped(pid_t pid);

}  // namespace rlmdb::db
