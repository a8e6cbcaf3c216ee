// SPDX-License-Identifier: MIT
#include "db/migrator.hpp"

#include <algorithm>
#include <charconv>

#include "db/copy_database.hpp"
#include "db/schema_parts.hpp"
#include "db/sql_text.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "migrator.sql.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "util/own_names.hpp"
#include "util/sha256.hpp"

namespace rlmdb::db {

namespace {

bool has_table(Connection& connection, const std::string& name) {
  Statement& statement = connection.cached(sql_named(k_migrator_sql, "count_named_table"));
  statement.bind_text(1, name);
  return get_int64(statement) != 0;
}

std::vector<MigrationState> recorded_steps(Connection& connection) {
  std::vector<MigrationState> steps;
  if (!has_table(connection, "schema_migrations")) return steps;
  Statement& statement = connection.cached(sql_named(k_migrator_sql, "select_schema_migrations"));
  for_each_row(statement, [&](const Statement& row) {
    steps.push_back({static_cast<int>(row.column_int64(0)), std::string(row.column_text(1)),
                     std::string(row.column_text(2)), std::string(row.column_text(3))});
  });
  return steps;
}

/// meta 'schema_major', nullopt when the file has none.
std::optional<int> recorded_major(Connection& connection) {
  if (!has_table(connection, "meta")) return std::nullopt;
  Statement& statement = connection.cached(sql_named(k_migrator_sql, "select_meta_value"));
  statement.bind_text(1, std::string_view("schema_major"));
  const auto text =
      get_maybe(statement, [](const Statement& row) { return std::string(row.column_text(0)); });
  int major = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), major).ec != std::errc{})
    return std::nullopt;
  return major;
}

void require_known_order(std::span<const Migration> migrations) {
  for (std::size_t i = 0; i < migrations.size(); ++i)
    if (migrations[i].number != static_cast<int>(i) + 1)
      throw Error(ErrorCode::internal, "the migrations are not numbered 1, 2, 3, …");
}

void require_usable(Connection& connection, int current, int newest, int usable_major) {
  const auto major = recorded_major(connection);
  const bool newer_major = major && *major > usable_major;
  const bool unknown_major = !major && current > newest;
  if (newer_major || unknown_major)
    throw Error(ErrorCode::schema_too_new,
                connection.path().string() + " was written by a newer rlmdb (schema " +
                    std::to_string(current) + ", this program knows up to " + std::to_string(newest) + ")",
                connection.path().string(), "use the newer rlmdb");
}

/// Steps of a chain that went have numbers, and a major version, that say nothing beside today's.
void require_not_retired(const Connection& connection, std::span<const MigrationState> recorded,
                         std::string_view retired_first_step) {
  if (retired_first_step.empty() || recorded.empty() || recorded[0].name != retired_first_step) return;
  throw Error(
      ErrorCode::conflict,
      connection.path().string() +
          " has the schema of an rlmdb before the first release, which this program does not read",
      connection.path().string(),
      "export it with the rlmdb that made it (rlmdb export --format project -o DIR), then import DIR here");
}

/// The first that these steps would make, never dropping one of that name, and that is there already.
std::optional<SchemaPart> made_before(Connection& connection, std::span<const Migration> pending) {
  for (const SchemaPart& made : parts_defined(pending)) {
    const std::string dropped = "DROP " + title_of(made);
    const bool is_dropped = std::any_of(pending.begin(), pending.end(), [&](const Migration& step) {
      return step.sql.find(dropped) != std::string_view::npos;
    });
    Statement& count = connection.cached(sql_named(k_migrator_sql, "count_named"));
    if (!is_dropped && get_int64(count.bind_all(made.name)) != 0) return made;
  }
  return std::nullopt;
}

/// user_version, schema_migrations and the tables have to say one thing: with two of them a step would fail
/// in the middle, or be left out. REQUIRES: recorded steps in the order of their numbers.
void require_one_schema(Connection& connection, std::span<const Migration> migrations, int current,
                        std::span<const MigrationState> recorded) {
  const auto known = std::min(migrations.size(), static_cast<std::size_t>(std::max(current, 0)));
  const MigrationState* beyond =
      !recorded.empty() && recorded.back().number > current ? &recorded.back() : nullptr;
  const std::optional<SchemaPart> made = made_before(connection, migrations.subspan(known));
  if (beyond == nullptr && !made) return;
  std::string message =
      connection.path().string() + " contradicts itself: user_version says schema " + std::to_string(current);
  if (beyond != nullptr)
    message +=
        ", schema_migrations records step " + std::to_string(beyond->number) + " (" + beyond->name + ")";
  if (made) message += ", and what a later step makes is there already: " + title_of(*made);
  throw Error(
      ErrorCode::corrupt, message, connection.path().string(),
      "nothing was changed; part of the file is of another time, or its number was set by hand: put a "
      "backup back (`rlmdb restore FILE --force`)");
}

std::string sha256_of(const Migration& migration) {
  return migration.sha256.empty() ? util::sha256_hex(migration.sql) : std::string(migration.sha256);
}

void require_recorded(Connection& connection, const Migration& migration, const std::string& sha256,
                      const MigrationState* recorded) {
  const std::string name = std::to_string(migration.number) + " (" + std::string(migration.name) + ")";
  if (recorded == nullptr)
    throw Error(ErrorCode::not_our_database,
                connection.path().string() + " does not record schema step " + name + ", which it claims",
                connection.path().string());
  if (recorded->sha256 != sha256 || recorded->name != migration.name)
    throw Error(ErrorCode::conflict,
                "schema step " + name + " of " + connection.path().string() +
                    " differs from the step of that number in this program",
                "schema_migrations:" + std::to_string(migration.number),
                "use the rlmdb that made the database");
}

void apply_step(Connection& connection, const Migration& migration, const MigratorOptions& options) {
  WriteTransaction transaction(connection);
  if (connection.user_version() != migration.number - 1)
    throw Error(ErrorCode::conflict, "another program changed the schema during the migration",
                connection.path().string());
  connection.execute(migration.sql);
  const std::string applied_at = util::utc_now_text(options.clock);
  const std::string sha256 = sha256_of(migration);
  connection.cached(sql_named(k_migrator_sql, "insert_schema_migration"))
      .bind_all(migration.number, migration.name, sha256, applied_at, options.by_version)
      .run();
  connection.execute("PRAGMA user_version=" + std::to_string(migration.number));
  connection.execute("PRAGMA application_id=" + std::to_string(k_application_id));
  const auto broken = foreign_key_messages(connection);
  if (!broken.empty())
    throw Error(ErrorCode::corrupt,
                "schema step " + std::to_string(migration.number) + " would leave " +
                    std::to_string(broken.size()) + " rows that point nowhere, first " + broken.front(),
                connection.path().string());
  transaction.commit();
}

/// A step may rebuild a table, and dropping the old one would delete the rows that refer to it.
class ForeignKeysOff {
 public:
  explicit ForeignKeysOff(Connection& connection) : m_connection(connection) {
    m_connection.execute("PRAGMA foreign_keys=OFF");
  }
  ForeignKeysOff(const ForeignKeysOff&) = delete;
  ForeignKeysOff& operator=(const ForeignKeysOff&) = delete;
  ~ForeignKeysOff() {
    try {
      m_connection.execute("PRAGMA foreign_keys=ON");
    } catch (const Error& error) {
      m_connection.log(LogLevel::warning, error.what());
    }
  }

 private:
  Connection& m_connection;
};

std::filesystem::path back_up(Connection& connection, int version, const MigratorOptions& options) {
  std::filesystem::path copy = util::name_before_migration(connection.path().string(), version,
                                                           util::utc_file_text(util::now(options.clock)));
  backup_to_new_file(connection, copy);
  return copy;
}

}  // namespace

MigratorStatus migration_status(Connection& connection, std::span<const Migration> migrations,
                                const MigratorOptions& options) {
  require_known_order(migrations);
  const ReadTransaction snapshot(connection);
  MigratorStatus status;
  status.current = connection.user_version();
  status.newest = static_cast<int>(migrations.size());
  std::vector<MigrationState> recorded = recorded_steps(connection);
  require_not_retired(connection, recorded, options.retired_first_step);
  require_usable(connection, status.current, status.newest, options.schema_major);
  require_one_schema(connection, migrations, status.current, recorded);
  for (const Migration& migration : migrations) {
    const std::string sha256 = sha256_of(migration);
    const auto found = std::find_if(recorded.begin(), recorded.end(), [&](const MigrationState& step) {
      return step.number == migration.number;
    });
    const bool known = found != recorded.end();
    if (known || migration.number <= status.current)
      require_recorded(connection, migration, sha256, known ? &*found : nullptr);
    status.steps.push_back(
        {migration.number, std::string(migration.name), sha256, known ? found->applied_at : std::string()});
  }
  for (MigrationState& step : recorded)
    if (step.number > status.newest) status.steps.push_back(std::move(step));
  return status;
}

MigratorReport apply_pending(Connection& connection, std::span<const Migration> migrations,
                             const MigratorOptions& options) {
  std::optional<WriterGate::Hold> hold;
  if (!connection.is_unpublished() && !connection.gate().is_held())
    hold.emplace(connection.gate().acquire(connection.options().busy_timeout));
  MigratorReport report;
  const int current = migration_status(connection, migrations, options).current;
  if (current > static_cast<int>(migrations.size())) return report;
  const auto applied = migrations.first(static_cast<std::size_t>(current));
  if (current > 0) {
    report.made_again = make_missing_parts(connection, applied);
    require_own_parts(connection, applied);
  }
  if (applied.size() == migrations.size()) return report;
  if (current > 0 && !connection.is_unpublished()) report.backup = back_up(connection, current, options);
  {
    const ForeignKeysOff off(connection);
    for (const Migration& migration : migrations.subspan(static_cast<std::size_t>(current))) {
      apply_step(connection, migration, options);
      report.applied.push_back(migration.number);
    }
  }
  if (!connection.is_unpublished()) checkpoint_committed(connection);
  return report;
}

}  // namespace rlmdb::db
