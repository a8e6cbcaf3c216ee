// SPDX-License-Identifier: MIT
#include "grid/grid_rows.hpp"

#include "db/sql_text.hpp"
#include "grid_rows.sql.hpp"
#include "sources/home_rows.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

std::optional<std::string> optional_text(const db::Statement& row, int column) {
  const auto text = row.column_optional_text(column);
  return text ? std::optional(std::string(*text)) : std::nullopt;
}

/// The rows have what a directory is known as, everybody else its path.
auto read_head(db::Connection& connection) {
  return [&connection](const db::Statement& row) {
    return GridHead{row.column_int64(0), std::string(row.column_text(1)),
                    sources::text_of_known(connection, optional_text(row, 2)), row.column_int64(3) != 0,
                    row.column_int64(4)};
  };
}

std::optional<std::string> known_as(db::Connection& connection, const GridHead& grid) {
  return grid.source_path ? std::optional(sources::known_as(connection, *grid.source_path)) : std::nullopt;
}

FileVersion read_version(const db::Statement& row) {
  FileVersion version;
  version.file_id = row.column_int64(0);
  version.name = row.column_text(1);
  version.kind = row.column_text(2);
  version.id = row.column_int64(3);
  version.event_seq = row.column_int64(4);
  version.import_id = row.column_optional_int64(5);
  version.at = row.column_text(6);
  version.sha256 = optional_text(row, 7);
  version.modified_ns = row.column_int64(8);
  version.document = row.column_text(9);
  version.text = row.column_value(10).bytes;
  version.agreed_sha256 = optional_text(row, 11);
  version.utc_offset_minutes = row.column_optional_int64(12);
  return version;
}

}  // namespace

std::optional<GridHead> GridRows::find_at(std::string_view place) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_grid_rows_sql, "select_grid_at")).bind_all(place),
                       read_head(m_connection));
}

std::optional<GridHead> GridRows::find_of_source(std::string_view directory) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_grid_rows_sql, "select_grid_of_source"))
                           .bind_all(sources::known_as(m_connection, directory)),
                       read_head(m_connection));
}

std::vector<GridHead> GridRows::all() {
  std::vector<GridHead> grids;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_all_grids")),
      [&, read = read_head(m_connection)](const db::Statement& row) { grids.push_back(read(row)); });
  return grids;
}

std::int64_t GridRows::insert(const GridHead& grid) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "insert_grid"))
      .bind_all(grid.place, known_as(m_connection, grid), grid.write_through ? 1 : 0)
      .run();
  return find_at(grid.place)->id;
}

void GridRows::update(const GridHead& grid) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "update_grid"))
      .bind_all(grid.id, known_as(m_connection, grid), grid.write_through ? 1 : 0, grid.version)
      .run();
}

GridCounts GridRows::counts(std::string_view place) {
  return *db::get_maybe(m_connection.cached(db::sql_named(k_grid_rows_sql, "select_counts")).bind_all(place),
                        [](const db::Statement& row) {
                          return GridCounts{row.column_int64(0), row.column_int64(1), row.column_int64(2),
                                            row.column_int64(3), row.column_int64(4), row.column_int64(5),
                                            row.column_int64(6)};
                        });
}

std::vector<FileVersion> GridRows::newest(std::int64_t grid_id) {
  std::vector<FileVersion> versions;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_newest_versions")).bind_all(grid_id),
      [&](const db::Statement& row) { versions.push_back(read_version(row)); });
  return versions;
}

std::vector<FileVersion> GridRows::at(std::int64_t grid_id, std::int64_t event_seq) {
  std::vector<FileVersion> versions;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_versions_at")).bind_all(grid_id, event_seq),
      [&](const db::Statement& row) { versions.push_back(read_version(row)); });
  return versions;
}

std::optional<FileVersion> GridRows::newest(std::int64_t grid_id, std::string_view name) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_newest_version")).bind_all(grid_id, name),
      read_version);
}

void GridRows::agree(std::int64_t grid_id, std::string_view name, const std::optional<std::string>& sha256) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "update_agreed")).bind_all(grid_id, name, sha256).run();
}

void GridRows::for_each_version(
    const std::function<void(const std::string& place, const FileVersion&)>& use) {
  db::for_each_row(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_all_versions")),
      [&](const db::Statement& row) { use(std::string(row.column_text(13)), read_version(row)); });
}

void GridRows::put(std::int64_t grid_id, std::string_view name, std::string_view kind,
                   const NewVersion& version) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "insert_grid_file")).bind_all(grid_id, name, kind).run();
  db::Statement& insert = m_connection.cached(db::sql_named(k_grid_rows_sql, "insert_version"));
  insert.bind_all(grid_id, name, version.event_seq, version.import_id, version.at);
  if (!version.text) {
    insert.bind_null(6);
    insert.bind_null(7);
  } else {
    util::find_invalid_utf8(*version.text) ? insert.bind_blob(6, *version.text)
                                           : insert.bind_text(6, *version.text);
    insert.bind_text(7, version.sha256);
  }
  version.document.empty() ? insert.bind_null(8) : insert.bind_text(8, version.document);
  insert.bind_int64(9, version.modified_ns);
  version.utc_offset_minutes ? insert.bind_int64(10, *version.utc_offset_minutes) : insert.bind_null(10);
  insert.run();
}

void GridRows::touch(std::int64_t version_id, std::int64_t modified_ns) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "update_modified"))
      .bind_all(version_id, modified_ns)
      .run();
}

std::vector<MomentRow> GridRows::moments(std::int64_t grid_id) {
  std::vector<MomentRow> moments;
  db::for_each_row(m_connection.cached(db::sql_named(k_grid_rows_sql, "select_moments"))
                       .bind_all(grid_id, first_whole_moment(grid_id)),
                   [&](const db::Statement& row) {
                     moments.push_back({row.column_int64(0), std::string(row.column_text(1)),
                                        std::string(row.column_text(2)), std::string(row.column_text(3)),
                                        std::string(row.column_text(4)), row.column_int64(5)});
                   });
  return moments;
}

std::int64_t GridRows::first_whole_moment(std::int64_t grid_id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_grid_rows_sql, "select_first_whole_moment")).bind_all(grid_id));
}

void GridRows::remove_before(std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_grid_rows_sql, "delete_old_versions")).bind_all(event_seq).run();
}

}  // namespace rlmdb::grid
