// SPDX-License-Identifier: MIT
/// Whether the -wal beside a database belongs to it. A -wal holds whole pages and does not say of which file:
/// beside an older copy, or another database, SQLite makes a mixture of the two. So whoever begins a -wal
/// writes down which one it is and what the file beside it was then: its inode, its size and the time of its
/// last change, which only a checkpoint moves on.
#pragma once

#include <filesystem>

#include "db/connection.hpp"

namespace rlmdb::db {

enum class FileChange {
  none,    ///< a commit: only a -wal that is not known yet is written down
  moving,  ///< a checkpoint begins: killed in the middle of it, also of one page, it leaves any mixture
  moved,   ///< a checkpoint has changed the file
};

/// Writes it into the gate's file. REQUIRES: the gate is held. Where that fails, a wrong -wal will not be
/// recognised; nothing else depends on it.
void remember_wal(const Connection& connection, FileChange change) noexcept;

/// After a close that began with FileChange::moving: when the -wal is still there, others have the database
/// open, and what stands there is written down again.
void remember_what_is_left(const std::filesystem::path& database) noexcept;

/// Error conflict when the -wal beside `database` was begun for another file than the one that is there now,
/// and no checkpoint has moved a page of it into this one. What nobody wrote down is not refused: a -wal
/// begun by another program, and files that were copied together. `look`: an open connection of the file.
/// Without a -wal one stat(2); else some ten system calls, and reading the -wal before a refusal.
void require_own_wal(const std::filesystem::path& database, sqlite3* look);

}  // namespace rlmdb::db
