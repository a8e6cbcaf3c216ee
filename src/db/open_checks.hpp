// SPDX-License-Identifier: MIT
/// What is looked at before a file is taken for a database of ours.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "util/own_names.hpp"

struct sqlite3;

namespace rlmdb::db {

/// The kind of private file that becomes a database.
inline constexpr std::string_view k_unpublished_kind = util::k_database_in_making;

/// Without symbolic links; nullopt where nothing is. Error io.
[[nodiscard]] std::optional<std::filesystem::path> find_real_path(const std::filesystem::path& path);

/// The same of a file. Errors: not_found; not_our_database for what is no file; io.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Error not_our_database unless SQLite reads our application_id.
void require_ours(sqlite3* handle, const std::filesystem::path& path);

/// Whether the file's own first page says that it is ours, read past SQLite's page cache: a checkpoint that
/// is under way, or was cut off, leaves a first page that counts more pages than the file has yet, and a
/// connection that may not look into the -wal takes that for damage.
[[nodiscard]] bool header_is_ours(sqlite3* handle);

/// Error conflict when the file has several hard links: SQLite finds the -wal by the name, so each name would
/// have a -wal of its own, and the locks in one -shm are not seen by who uses the other.
void require_one_name(const std::filesystem::path& path);

}  // namespace rlmdb::db
