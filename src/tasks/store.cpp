// SPDX-License-Identifier: MIT
#include "rlmdb/store.hpp"

#include "db/connections.hpp"
#include "db/database.hpp"
#include "db/meta_rows.hpp"
#include "db/publish.hpp"
#include "db/schema.hpp"
#include "db/transaction.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "tasks/list_rows.hpp"
#include "tasks/task_list.hpp"
#include "util/new_directories.hpp"
#include "util/private_file.hpp"

namespace rlmdb {

Store::Store(std::shared_ptr<db::Connections> connections) : m_connections(std::move(connections)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::create(const std::filesystem::path& path, const StoreOptions& options) {
  const util::NewDirectories directories(util::parent_directory(path));
  db::publish(db::create_unpublished(path, options));
  return open(path, Access::read_write, options);
}

Store Store::open(const std::filesystem::path& path, Access access, const StoreOptions& options) {
  return Store(std::make_shared<db::Connections>(db::open_connection(path, access, options), options.clock));
}

Store Store::open_or_create(const std::filesystem::path& path, const StoreOptions& options) {
  const auto has_code = [](const Error& error, ErrorCode code) { return error.code() == code; };
  try {
    return open(path, Access::read_write, options);
  } catch (const Error& error) {
    if (!has_code(error, ErrorCode::not_found)) throw;
  }
  try {
    return create(path, options);
  } catch (const Error& error) {
    if (!has_code(error, ErrorCode::conflict)) throw;
  }
  return open(path, Access::read_write, options);
}

const std::filesystem::path& Store::path() const noexcept {
  return m_connections->path();
}

std::optional<std::int64_t> Store::database_id() const {
  const auto use = m_connections->use();
  return db::MetaRows(use.connection()).find_number(db::k_database_id);
}

const std::string& Store::owner() const {
  return m_connections->owner();
}

TaskStats Store::stats() const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  return records::TaskRows(use.connection()).count_by_state();
}

std::optional<TaskSummary> Store::find_task(const TaskId& id) const {
  return tasks::find_summary(m_connections->use().connection(), id.text);
}

void Store::query(std::string_view sql, const RowSink& sink) const {
  query(sql, {}, sink);
}

void Store::query(std::string_view sql, std::span<const SqlParameter> parameters, const RowSink& sink) const {
  const auto use = m_connections->use();
  tasks::run_user_query(use.connection(), sql, parameters, sink);
}

void Store::close() {
  m_connections->close();
}

void Store::set_busy_timeout(std::chrono::milliseconds timeout) {
  m_connections->set_busy_timeout(timeout);
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
  db::Connection connection = db::open_any_schema(database, Access::read_only, {});
  return public_status(db::migration_status(connection, db::migrations(), db::migrator_options()));
}

MigrationReport migrate_up(const std::filesystem::path& database, const StoreOptions& options) {
  db::Connection connection = db::open_any_schema(database, Access::read_write, options);
  (void)util::remove_leftovers(util::parent_directory(connection.path()));
  const db::MigratorReport applied = db::apply_pending(connection, db::migrations(), db::migrator_options());
  MigrationReport report;
  report.applied = applied.applied;
  report.backup = applied.backup;
  report.made_again = applied.made_again;
  report.status = public_status(db::migration_status(connection, db::migrations(), db::migrator_options()));
  return report;
}

}  // namespace rlmdb
