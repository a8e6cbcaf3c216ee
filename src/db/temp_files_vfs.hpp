// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace rlmdb::db {

/// Name of a SQLite VFS that is the default one, except that its temporary files (sorts, index builds,
/// VACUUM) are made in `directory`, mode 0600, and unlinked at once. SQLite's own switches for that directory
/// are one for the whole process (sqlite3_temp_directory, SQLITE_TMPDIR): they cannot serve two databases
/// and would change the settings of the program we are part of. Registered once a directory, kept to the
/// end of the process; any thread. The pointer stays valid.
[[nodiscard]] const char* temp_files_vfs(const std::filesystem::path& directory);

}  // namespace rlmdb::db
