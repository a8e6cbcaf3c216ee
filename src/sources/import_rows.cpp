// SPDX-License-Identifier: MIT
#include "sources/import_rows.hpp"

#include <array>

#include "db/sql_text.hpp"
#include "import_rows.sql.hpp"
#include "rlmdb/version.hpp"

namespace rlmdb::sources {

namespace {

std::int64_t signed_count(std::uint64_t count) {
  return static_cast<std::int64_t>(count);
}

LatestImport read_latest(const db::Statement& row) {
  return {row.column_int64(0),
          std::string(row.column_text(1)),
          static_cast<std::uint64_t>(row.column_int64(2)),
          std::string(row.column_text(3)),
          std::string(row.column_text(4)),
          std::string(row.column_text(5)),
          row.column_int64(6) != 0};
}

}  // namespace

std::int64_t ImportRows::begin(const NewImport& import) {
  m_connection.cached(db::sql_named(k_import_rows_sql, "insert_import"))
      .bind_all(import.source_path, import.kind, signed_count(import.bytes), import.started_at,
                library_version(), import.modified_at)
      .run();
  return m_connection.last_insert_rowid();
}

void ImportRows::finish(std::int64_t id, const FinishedImport& finished) {
  const RecordCounts& records = finished.records;
  m_connection.cached(db::sql_named(k_import_rows_sql, "finish_import"))
      .bind_all(id, finished.sha256, finished.canonical_sha256, to_text(finished.proof), finished.top_level,
                signed_count(records.read), signed_count(records.added), signed_count(records.changed),
                signed_count(records.unchanged), signed_count(records.kept), signed_count(records.missing),
                signed_count(records.rejected), signed_count(records.removed))
      .run();
}

void ImportRows::set_proof(std::int64_t id, ProofState proof) {
  m_connection.cached(db::sql_named(k_import_rows_sql, "set_proof")).bind_all(id, to_text(proof)).run();
}

void ImportRows::insert_reject(std::int64_t import_id, const KeptText& reject) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_import_rows_sql, "insert_reject"));
  statement.bind_all(import_id, signed_count(reject.ordinal), signed_count(reject.byte_offset),
                     reject.json_pointer, reject.code);
  statement.bind_blob(6, reject.raw);
  statement.run();
}

void ImportRows::insert_loss(std::int64_t import_id, const KeptText& loss) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_import_rows_sql, "insert_loss"));
  statement.bind_all(import_id, signed_count(loss.byte_offset), loss.json_pointer, loss.code);
  statement.bind_blob(5, loss.raw);
  statement.run();
}

std::vector<LatestImport> ImportRows::latest() {
  std::vector<LatestImport> result;
  db::for_each_row(m_connection.cached(db::sql_named(k_import_rows_sql, "select_latest_imports")),
                   [&](const db::Statement& row) { result.push_back(read_latest(row)); });
  return result;
}

std::optional<LatestImport> ImportRows::latest_of(std::string_view source_path) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_import_rows_sql, "select_latest_import_of")).bind_all(source_path),
      read_latest);
}

std::optional<std::string> ImportRows::latest_taken_of(std::string_view source_path) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_import_rows_sql, "select_latest_taken_import_of"))
                           .bind_all(source_path),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

ImportOutcome ImportRows::outcome_of(std::int64_t id) {
  return db::get_maybe(
             m_connection.cached(db::sql_named(k_import_rows_sql, "select_import_outcome")).bind_all(id),
             [](const db::Statement& row) {
               return ImportOutcome{row.column_int64(0) != 0, row.column_int64(1) != 0,
                                    row.column_int64(2) != 0, row.column_int64(3), row.column_int64(4) != 0};
             })
      .value_or(ImportOutcome{});
}

std::int64_t ImportRows::count_lost_tasks() {
  return db::get_int64(m_connection.cached(db::sql_named(k_import_rows_sql, "count_lost_tasks")));
}

bool ImportRows::has_earlier(std::string_view source_path, std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_import_rows_sql, "has_earlier_import"));
  return db::get_int64(statement.bind_all(source_path, id)) != 0;
}

bool ImportRows::has_beneath(const std::string& directory) {
  return db::get_int64(m_connection.cached(db::sql_named(k_import_rows_sql, "has_import_beneath"))
                           .bind_all(directory + "/", directory + "0")) != 0;
}

std::int64_t ImportRows::newest_id() {
  return db::get_int64(m_connection.cached(db::sql_named(k_import_rows_sql, "select_newest_import_id")));
}

std::string ImportRows::source_path(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_import_rows_sql, "select_source_path"));
  statement.bind_int64(1, id);
  return db::get_maybe(statement, [](const db::Statement& row) { return std::string(row.column_text(0)); })
      .value_or("");
}

std::string ImportRows::modified_at(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_import_rows_sql, "select_modified_at"));
  statement.bind_int64(1, id);
  return db::get_maybe(statement, [](const db::Statement& row) { return std::string(row.column_text(0)); })
      .value_or("");
}

std::optional<TopLevel> ImportRows::newest_top_level() {
  return db::get_maybe(m_connection.cached(db::sql_named(k_import_rows_sql, "select_top_level")),
                       [](const db::Statement& row) {
                         return TopLevel{row.column_int64(0), std::string(row.column_text(1))};
                       });
}

std::optional<std::string> ImportRows::newest_tasks_source() {
  return db::get_maybe(m_connection.cached(db::sql_named(k_import_rows_sql, "select_newest_tasks_source")),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::vector<StandingReject> ImportRows::standing_rejects() {
  std::vector<StandingReject> rejects;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_import_rows_sql, "select_standing_rejects")),
      [&rejects](const db::Statement& row) {
        rejects.push_back({std::string(row.column_text(0)), static_cast<std::uint64_t>(row.column_int64(1)),
                           std::string(row.column_text(2)), std::string(row.column_text(3))});
      });
  return rejects;
}

void ImportRows::blank_top_levels(std::string_view ids_json) {
  m_connection.cached(db::sql_named(k_import_rows_sql, "blank_top_levels")).bind_all(ids_json).run();
}

void ImportRows::blank_losses(std::string_view ids_json) {
  m_connection.cached(db::sql_named(k_import_rows_sql, "blank_losses")).bind_all(ids_json).run();
}

}  // namespace rlmdb::sources
