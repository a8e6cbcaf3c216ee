// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "db/migrator.hpp"

namespace rlmdb::store {

/// The embedded history of the schema, oldest step first.
[[nodiscard]] std::span<const db::Migration> migrations() noexcept;

/// What the migrator records and accepts.
[[nodiscard]] db::MigratorOptions migrator_options();

}  // namespace rlmdb::store
