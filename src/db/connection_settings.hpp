// SPDX-License-Identifier: MIT
/// Part of connection.cpp: what every connection is set to. Nobody else calls these.
#pragma once

#include "db/connection.hpp"

namespace rlmdb::db {

enum class FileState { unpublished, published };

/// Before the first read: no extensions, no trust in the schema's functions, no checkpoint
/// while others may be at work.
void harden(sqlite3* handle, FileState state);

/// After the file is known to be ours: WAL, synchronous, foreign keys, caches.
void apply_settings(Connection& connection);

/// The settings of a private file: journal off, no syncs, exclusive, application_id.
void apply_unpublished_settings(Connection& connection);

}  // namespace rlmdb::db
