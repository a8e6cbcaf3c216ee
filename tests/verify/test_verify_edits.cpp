// SPDX-License-Identifier: MIT
// Seeded edits of single values and rows, drawn from the schema as it is. An edit that parts two things which
// must agree is found; one of a column that is the only truth is not, and the next export shows it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "full_database.hpp"
#include "live_schema.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// What stands nowhere else, and is in no record that an export of tasks writes: nothing can tell that it was
/// edited. "table.*" is a whole table.
const std::set<std::string> k_said_once = {
    // History: what happened is said in one place.
    "events.at", "events.actor", "events.kind", "events.tree_id", "events.old_state", "events.new_state",
    "events.token", "events.reason", "events.node_id", "event_changes.member", "event_changes.old_form",
    "event_changes.old_value", "removed_records.*", "removed_sources.*", "reissued_ids.*", "requests.*",
    "failure_reviews.*",
    // Settings and the queue.
    "tree_settings.*", "retention_settings.*", "holds.*", "held_tasks.*", "tasks.attempts",
    "tasks.max_attempts", "tasks.backoff_ms", "tasks.not_before", "tasks.is_scheduled", "tasks.blocked_by",
    "tasks.token", "tasks.lease_expires_at", "tasks.resume_checkpoint_id", "tasks.owner_pid",
    "tasks.owner_start_ticks", "tasks.owner_boot_id", "tasks.owner_pid_namespace", "tasks.owner",
    "tasks.owner_host",
    // Of a source, what only the source could confirm.
    "imports.source_path", "imports.kind", "imports.bytes", "imports.sha256", "imports.canonical_sha256",
    "imports.proof", "imports.top_level", "imports.started_at", "imports.by_version", "imports.modified_at",
    "imports.records_missing", "source_records.*", "import_losses.*", "import_rejects.*",
    "workflow_checkpoints.owner", "workflow_checkpoints.compression", "files.modified_ns", "grid_versions.at",
    "grid_versions.modified_ns", "schema_migrations.applied_at", "schema_migrations.by_version",
    // Only their order counts.
    "tasks.position", "variables.position", "task_checkpoints.position",
    // Of documents made here: what they are called, what they hold, how often they changed.
    "states.scope", "states.name", "states.version", "loops.version", "snapshots.scope", "snapshots.owner",
    "snapshots.checkpoint_id", "snapshots.name", "snapshots.timestamp", "snapshots.description",
    "snapshots.tree_id", "snapshots.pinned", "snapshots.last_used_at", "snapshot_variables.member",
    "snapshot_variables.name", "snapshot_nodes.member",
    // Of a mission: where it is, and how often it changed.
    "grids.place", "grids.source_path", "grids.write_through", "grids.version",
    // Of its files, what only the directory, or who wrote there, could confirm.
    "grid_files.agreed_sha256", "grid_versions.utc_offset_minutes",
    // Another one only makes an export ask the task again.
    "document_nodes.task_digest",
    // Beside a text that is no JSON they say nothing.
    "tasks.result_type", "variables.value_type",
    // Where a copy of a value lies, which the next command or export sets right.
    "value_files.place", "value_files.name", "value_files.owner_id"};

bool is_said_once(const LiveColumn& column) {
  return k_said_once.contains(column.full()) || k_said_once.contains(column.table + ".*");
}

/// Records and documents that came in and that rlmdb did not change since: a digest says what they hold.
const std::map<std::string, std::string> k_with_digest = {
    {"tasks", "import_id IS NOT NULL AND version = source_version AND legacy_id IS NOT NULL"},
    {"tree_nodes",
     "task_id IN (SELECT id FROM tasks WHERE import_id IS NOT NULL AND version = source_version AND "
     "legacy_id IS NOT NULL)"},
    {"variables",
     "task_id IN (SELECT id FROM tasks WHERE import_id IS NOT NULL AND version = source_version) OR "
     "state_id IN (SELECT id FROM states WHERE import_id IS NOT NULL AND version = source_version)"},
    {"task_checkpoints",
     "task_id IN (SELECT id FROM tasks WHERE import_id IS NOT NULL AND version = source_version)"}};

/// Records that were made here and are in no tree document.
const std::map<std::string, std::string> k_made_here = {
    {"tasks", "import_id IS NULL AND id NOT IN (SELECT task_id FROM output_chunks)"},
    {"tree_nodes", "task_id IN (SELECT id FROM tasks WHERE import_id IS NULL)"},
    {"variables", "task_id IN (SELECT id FROM tasks WHERE import_id IS NULL)"},
    {"task_checkpoints", "task_id IN (SELECT id FROM tasks WHERE import_id IS NULL)"}};

/// Of each kind.
constexpr unsigned k_edits = 60;

unsigned number_of(const char* variable, unsigned otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::atoi(text));
}

std::string quoted_sql(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

/// Another value than the one that is there, as an expression.
std::string other_value(const LiveColumn& column, std::mt19937& random) {
  const std::string old = '"' + column.name + '"';
  const std::string number = std::to_string(random() % 100000 + 1000);
  if (column.is_reference || column.is_referenced)
    return "coalesce(" + old + ", 0) + " + std::to_string(1'000'000);
  if (column.type == "INTEGER") return "coalesce(" + old + " + 1, " + number + ")";
  if (column.type == "REAL" || column.type == "NUMERIC") return "coalesce(" + old + " + 0.5, " + number + ")";
  if (column.type == "BLOB") return "coalesce(" + old + ", x'') || x'00'";
  return "coalesce(" + old + ", '') || 'x" + number + "'";
}

class Edits {
 public:
  Edits() : m_columns(live_columns(m_full.path())), m_records(key_map_columns()) {}

  /// An edit that parts two things; "" where the column drawn has no row for it.
  std::string parting(std::mt19937& random) const {
    if (random() % 8 == 0) return removal(random);
    return parting(m_columns[random() % m_columns.size()], random);
  }

  std::string parting(const LiveColumn& column, std::mt19937& random) const {
    if (is_said_once(column) || (column.is_rowid && !column.is_referenced)) return {};
    std::string among = "1";
    if (m_records.contains(column.full()) && !column.is_reference) among = k_with_digest.at(column.table);
    if (column.full() == "tasks.source_version") among = "import_id IS NOT NULL";
    // Nothing else says where the project is.
    if (column.full() == "meta.value") among = "key <> 'home'";
    if (column.is_referenced) among = "\"" + column.name + "\" IN (" + references_to(column) + ")";
    return update(column, among, other_value(column, random), random);
  }

  /// An edit of a column of the key map, in a record that nothing else repeats.
  std::string honest(std::mt19937& random) const {
    std::vector<LiveColumn> records;
    for (const LiveColumn& column : m_columns)
      if (m_records.contains(column.full()) && !column.is_reference) records.push_back(column);
    const LiveColumn& column = records[random() % records.size()];
    std::string value = other_value(column, random);
    if (column.name == "state") value = "iif(state = 'queued', 'cancelled', 'queued')";
    if (column.type == "INTEGER" && column.name == "read_only") value = "1 - coalesce(read_only, 0)";
    return update(column, k_made_here.at(column.table), value, random);
  }

  [[nodiscard]] EditedCopy copy() const { return {m_full.path(), m_scratch / "edited.db"}; }
  [[nodiscard]] const std::vector<LiveColumn>& columns() const { return m_columns; }
  [[nodiscard]] const std::filesystem::path& original() const { return m_full.path(); }

 private:
  std::string update(const LiveColumn& column, const std::string& among, const std::string& value,
                     std::mt19937& random) const {
    const std::string row = row_of(column.table, among, random);
    if (row.empty()) return {};
    return "UPDATE \"" + column.table + "\" SET \"" + column.name + "\" = " + value + " WHERE " + row;
  }

  /// A row that came in with a document, or hangs on one that did.
  std::string removal(std::mt19937& random) const {
    static const std::set<std::string> k_free = {"variables",        "failure_reviews",
                                                 "task_checkpoints", "snapshot_variables",
                                                 "snapshot_nodes",   "state_checkpoints",
                                                 "output_chunks",    "workflow_states",
                                                 "states",           "events",
                                                 "import_losses",    "import_rejects",
                                                 "source_records",   "workflow_artifacts"};
    const LiveColumn& column = m_columns[random() % m_columns.size()];
    const bool is_imported = column.name == "import_id";
    const bool is_part = column.is_reference && column.type == "INTEGER" && !k_free.contains(column.table);
    if (!is_imported && !is_part) return {};
    if (column.table == "tree_nodes" || column.table == "event_changes") return {};
    // How a file is written: without it an export writes the same values in canonical bytes.
    if (column.table == "source_texts") return {};
    // What a loop holds that changed here since is said once.
    const bool is_of_loop = column.table.starts_with("loop_") && column.name == "loop";
    const std::string of_unchanged =
        " AND loop IN (SELECT id FROM loops WHERE import_id IS NOT NULL AND version = source_version)";
    const std::string among = "\"" + column.name + "\" IS NOT NULL" + (is_of_loop ? of_unchanged : "");
    const std::string row = row_of(column.table, among, random);
    return row.empty() ? row : "DELETE FROM \"" + column.table + "\" WHERE " + row;
  }

  /// A condition that one row among those alone fulfils; "" where there is none.
  std::string row_of(const std::string& table, const std::string& among, std::mt19937& random) const {
    std::string key;
    for (const std::string& name :
         rows_of(m_full.path(),
                 "SELECT name FROM pragma_table_info(" + quoted_sql(table) + ") WHERE pk > 0 ORDER BY pk"))
      key += (key.empty() ? "'\"" : " || ' AND \"") + name + "\" = ' || quote(\"" + name + "\")";
    if (key.empty()) return {};
    const std::vector<std::string> rows =
        rows_of(m_full.path(), "SELECT " + key + " FROM \"" + table + "\" WHERE " + among);
    return rows.empty() ? std::string() : rows[random() % rows.size()];
  }

  std::string references_to(const LiveColumn& column) const {
    std::string all;
    for (const std::string& row :
         rows_of(m_full.path(),
                 "SELECT 'SELECT \"' || f.\"from\" || '\" FROM \"' || t.name || '\"' FROM sqlite_schema t, "
                 "pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f.\"table\" = " +
                     quoted_sql(column.table) + " AND f.\"to\" = " + quoted_sql(column.name)))
      all += (all.empty() ? "" : " UNION ") + row;
    return all;
  }

  FullDatabase m_full;
  TestDir m_scratch;
  std::vector<LiveColumn> m_columns;
  std::set<std::string> m_records;
};

VerifyReport verify_copy(const EditedCopy& copy) {
  return verify(Store::open(copy.path(), Access::read_only));
}

/// What verify finds, or that the database is refused before anybody looks at a row.
bool is_found(const EditedCopy& copy) {
  try {
    return verify_copy(copy).finding_count > 0;
  } catch (const Error& error) {
    return error.code() == ErrorCode::conflict || error.code() == ErrorCode::not_our_database;
  }
}

std::string first_finding(const VerifyReport& report) {
  if (report.findings.empty()) return "none";
  const Finding& finding = report.findings.front();
  return finding.where + " " + finding.code + " " + finding.message;
}

Edits& edits() {
  static Edits all;
  return all;
}

unsigned first_seed() {
  static const unsigned k_seed = number_of("RLMDB_VERIFY_SEED", std::random_device()());
  return k_seed;
}

}  // namespace

TEST_SUITE("verify::edits") {
  TEST_CASE("a database with everything in it is without a finding, and every table of it was looked at") {
    const VerifyReport report = verify(Store::open(edits().original(), Access::read_only));
    CAPTURE(first_finding(report));
    CHECK(report.finding_count == 0);
    std::set<std::string> looked;
    for (const TableRows& table : report.tables) {
      looked.insert(table.table);
      CAPTURE(table.table);
      CHECK(std::to_string(table.rows) ==
            value_of(edits().original(), "SELECT count(*) FROM \"" + table.table + "\""));
    }
    for (const LiveColumn& column : edits().columns())
      CHECK_MESSAGE(looked.contains(column.table), column.table);
  }

  TEST_CASE("an edit that parts two things which must agree is found") {
    const unsigned wanted = number_of("RLMDB_VERIFY_EDITS", k_edits);
    unsigned made = 0;
    for (unsigned seed = first_seed(); made < wanted; ++seed) {
      std::mt19937 random(seed);
      const std::string sql = edits().parting(random);
      if (sql.empty()) continue;
      const EditedCopy copy = edits().copy();
      if (copy.run_past_triggers(sql) != 1) continue;  // a UNIQUE index refuses it
      ++made;
      CAPTURE(seed);
      CAPTURE(sql);
      CHECK(is_found(copy));
    }
  }

  TEST_CASE("an edit of a column that is the only truth is no finding, and the next export shows it") {
    const unsigned wanted = number_of("RLMDB_VERIFY_EDITS", k_edits);
    const std::string before = export_text(edits().original());
    unsigned made = 0;
    for (unsigned seed = first_seed(); made < wanted; ++seed) {
      std::mt19937 random(seed);
      const std::string sql = edits().honest(random);
      if (sql.empty()) continue;
      const EditedCopy copy = edits().copy();
      if (copy.run(sql) != 1) continue;
      ++made;
      CAPTURE(seed);
      CAPTURE(sql);
      const VerifyReport report = verify_copy(copy);
      CHECK_MESSAGE(report.finding_count == 0, first_finding(report));
      CHECK(export_text(copy.path()) != before);
    }
  }

  TEST_CASE("every table has an edit that is found, but those that say what nothing repeats") {
    std::mt19937 random(first_seed());
    std::map<std::string, bool> with_find;
    for (const LiveColumn& column : edits().columns()) {
      if (k_said_once.contains(column.table + ".*") || with_find[column.table]) continue;
      const std::string sql = edits().parting(column, random);
      const EditedCopy copy = edits().copy();
      if (!sql.empty() && copy.run_past_triggers(sql) == 1) with_find[column.table] = is_found(copy);
    }
    for (const auto& entry : with_find) CHECK_MESSAGE(entry.second, entry.first, ", seed ", first_seed());
  }
}
