// SPDX-License-Identifier: MIT
#include "db/schema.hpp"

#include "0001_core.sql.hpp"
#include "0002_task_store.sql.hpp"
#include "0003_trees.sql.hpp"
#include "0004_states.sql.hpp"
#include "0005_loops.sql.hpp"
#include "0006_state_checkpoints.sql.hpp"
#include "0007_removed_records.sql.hpp"
#include "0008_ready.sql.hpp"
#include "rlmdb/version.hpp"

namespace rlmdb {

namespace {

constexpr db::Migration k_migrations[] = {
    {1, "core", k_0001_core_sql, k_0001_core_sha256},
    {2, "task_store", k_0002_task_store_sql, k_0002_task_store_sha256},
    {3, "trees", k_0003_trees_sql, k_0003_trees_sha256},
    {4, "states", k_0004_states_sql, k_0004_states_sha256},
    {5, "loops", k_0005_loops_sql, k_0005_loops_sha256},
    {6, "state_checkpoints", k_0006_state_checkpoints_sql, k_0006_state_checkpoints_sha256},
    {7, "removed_records", k_0007_removed_records_sql, k_0007_removed_records_sha256},
    {8, "ready", k_0008_ready_sql, k_0008_ready_sha256},
};

}  // namespace

std::string_view library_version() noexcept {
  return RLMDB_VERSION;
}

int schema_version() noexcept {
  return std::end(k_migrations)[-1].number;
}

namespace db {

std::span<const Migration> migrations() noexcept {
  return k_migrations;
}

MigratorOptions migrator_options() {
  MigratorOptions options;
  options.by_version = library_version();
  options.schema_major = 5;
  return options;
}

}  // namespace db
}  // namespace rlmdb
