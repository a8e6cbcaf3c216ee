// SPDX-License-Identifier: MIT
#include "rlmdb/store.hpp"

#include "db/transaction.hpp"
#include "store/connections.hpp"
#include "store/database.hpp"
#include "store/list_rows.hpp"
#include "store/schema.hpp"
#include "store/task_rows.hpp"
#include "util/private_file.hpp"

namespace rlmdb {

Store::Store(std::unique_ptr<Connections> connections) : m_connections(std::move(connections)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::create(const std::filesystem::path& path, const StoreOptions& options) {
  db::publish(store::create_unpublished(path, options));
  return open(path, Access::read_write, options);
}

Store Store::open(const std::filesystem::path& path, Access access, const StoreOptions& options) {
  return Store(std::make_unique<Connections>(store::open_connection(path, access, options)));
}

const std::filesystem::path& Store::path() const noexcept {
  return m_connections->path();
}

TaskStats Store::stats() const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  return store::TaskRows(use.connection()).count_by_state();
}

std::optional<TaskSummary> Store::find_task(const TaskId& id) const {
  return store::find_summary(m_connections->use().connection(), id.text);
}

void Store::query(std::string_view sql, const RowSink& sink) const {
  store::run_user_query(m_connections->use().connection(), sql, sink);
}

namespace {

MigrationStatus public_status(const db::MigratorStatus& status) {
  MigrationStatus result{status.current, status.newest, {}};
  for (const db::MigrationState& step : status.steps) {
    result.steps.push_back({step.number, step.name, step.sha256, !step.applied_at.empty(), step.applied_at});
  }
  return result;
}

}  // namespace

MigrationStatus migration_status(const std::filesystem::path& database) {
  db::Connection connection = store::open_any_schema(database, db::Access::read_only, {});
  return public_status(db::migration_status(connection, store::migrations(), store::migrator_options()));
}

MigrationReport migrate_up(const std::filesystem::path& database, const StoreOptions& options) {
  db::Connection connection = store::open_any_schema(database, db::Access::read_write, options);
  (void)util::remove_leftovers(util::parent_directory(connection.path()));
  const db::MigratorReport applied =
      db::apply_pending(connection, store::migrations(), store::migrator_options());
  MigrationReport report;
  report.applied = applied.applied;
  report.backup = applied.backup;
  report.status =
      public_status(db::migration_status(connection, store::migrations(), store::migrator_options()));
  return report;
}

}  // namespace rlmdb
