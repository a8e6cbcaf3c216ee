// SPDX-License-Identifier: MIT
/// Databases with our schema: how every job and the public Store open them.
#pragma once

#include <filesystem>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::db {

/// Opens an existing database whose schema this library knows. Errors: those of db::Connection::open;
/// schema_too_new; conflict when it waits for a migration and is to be written.
[[nodiscard]] Connection open_connection(const std::filesystem::path& path, Access access,
                                         const StoreOptions& options);

/// Opens one of any schema, also of none: for those who look at the schema or carry the file as it is.
[[nodiscard]] Connection open_any_schema(const std::filesystem::path& path, Access access,
                                         const StoreOptions& options);

/// An empty database that db::publish() makes appear.
[[nodiscard]] Connection create_unpublished(const std::filesystem::path& path, const StoreOptions& options);

}  // namespace rlmdb::db
