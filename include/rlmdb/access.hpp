// SPDX-License-Identifier: MIT
/// How a database is opened.
#pragma once

namespace rlmdb {

/// `full`: every acknowledged commit survives a power loss; each one waits for the disk. `normal`: a power
/// loss may lose the newest commits, never the file's consistency; only checkpoints wait for the disk.
enum class Durability { full, normal };

/// `read_only` never writes to the database itself, and makes none.
enum class Access { read_only, read_write };

}  // namespace rlmdb
