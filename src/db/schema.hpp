// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "db/migrator.hpp"

namespace rlmdb::db {

/// The embedded history of the schema, oldest step first.
[[nodiscard]] std::span<const Migration> migrations() noexcept;

/// What the migrator records and accepts.
[[nodiscard]] MigratorOptions migrator_options();

}  // namespace rlmdb::db
