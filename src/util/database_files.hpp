// SPDX-License-Identifier: MIT
/// The files that belong to a database, by what they are and not by how they are called.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

#include "util/own_names.hpp"

namespace rlmdb::util {

/// What stands at `path`; a symbolic link is followed. nullopt where nothing can be seen there.
[[nodiscard]] std::optional<struct stat> status_of(const std::filesystem::path& path);

/// Whether both are the same file, under whatever names.
[[nodiscard]] bool is_same_file(const struct stat& left, const struct stat& right) noexcept;

/// Whether `file` is the database or one of its companions: through symbolic or hard links, and also under
/// the name of a companion that is not there at the moment. Opens nothing, so no lock is lost. Only looks:
/// the answer holds for this moment.
[[nodiscard]] bool is_database_file(const std::filesystem::path& database, const std::filesystem::path& file);

/// The name of a companion that lies beside `file` ("x.db-wal"), empty without one: then `file` may be a
/// database that is in use.
[[nodiscard]] std::string companion_beside(const std::filesystem::path& file);

/// The same without what a reader leaves that was killed: an empty -wal, and a -shm. Then `file` was written
/// through rlmdb, or there are commits beside it that it lacks.
[[nodiscard]] std::string companion_of_writer(const std::filesystem::path& file);

/// Removes those. REQUIRES: companion_of_writer() is empty.
void remove_companions_of_reader(const std::filesystem::path& file) noexcept;

}  // namespace rlmdb::util
