// SPDX-License-Identifier: MIT
// Rows are written and read by position. A value of its own in every cell shows whether each cell stands in
// the column that the key map of docs/FORMAT.md names for its member.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>

#include "db/transaction.hpp"
#include "format_document.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/fields.hpp"
#include "records/node_rows.hpp"
#include "records/record.hpp"
#include "records/record_rows.hpp"
#include "records/task_rows.hpp"
#include "records/variable_rows.hpp"
#include "schema_fixture.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using records::Cell;
using records::Level;

namespace {

/// "level/member" -> "table.column", as the document says.
std::map<std::string, std::string> key_map() {
  std::map<std::string, std::string> columns;
  for (const auto& row : test::table_rows(test::section_of_format("Key map").text))
    if (row.size() == 3) columns[row[0] + "/" + row[1]] = row[2];
  return columns;
}

std::string column_of(Level level, const records::Field& field) {
  static const std::map<std::string, std::string> k_columns = key_map();
  const std::string key = std::string(rlmdb::to_text(level)) + "/" + std::string(field.name);
  const auto found = k_columns.find(key);
  REQUIRE_MESSAGE(found != k_columns.end(), key, " is missing in the key map");
  return found->second.substr(found->second.find('.') + 1);
}

/// A value that no other cell has, of a kind that its column keeps as it is.
Cell sentinel(const records::Field& field, std::string& text) {
  const int number = 1000 + field.cell;
  switch (field.kind) {
    case records::FieldKind::state:
      return Cell::of_text("running");
    case records::FieldKind::integer:
    case records::FieldKind::number:
    case records::FieldKind::boolean:
      return Cell::of_integer(number);
    case records::FieldKind::real:
      return Cell::of_real(number + 0.5);
    default:
      text = "text " + std::to_string(number);
      return Cell::of_text(text);
  }
}

/// Fills the cells of some levels; keeps the texts alive.
class Sentinels {
 public:
  void fill(Level level, std::span<Cell> cells) {
    for (const records::Field& field : records::fields_of(level)) {
      if (field.kind == records::FieldKind::object) continue;
      cells[field.cell] = sentinel(field, m_texts.emplace_back());
      if (field.kind == records::FieldKind::any) cells[field.cell + 1U] = Cell::of_text("json");
    }
  }

 private:
  std::deque<std::string> m_texts;
};

std::string as_text(const Cell& cell) {
  switch (cell.type) {
    case records::CellType::integer:
      return std::to_string(cell.integer);
    case records::CellType::real:
      return std::to_string(cell.real).substr(0, 6);
    case records::CellType::text:
      return std::string(cell.text);
    case records::CellType::null:
      break;
  }
  return "NULL";
}

std::string stored(db::Connection& connection, const std::string& table, const std::string& column) {
  db::Statement statement(connection, "SELECT CAST(" + column + " AS TEXT) FROM " + table);
  return db::get_text(statement);
}

void check_columns(db::Connection& connection, const std::string& table, Level level,
                   std::span<const Cell> cells) {
  for (const records::Field& field : records::fields_of(level)) {
    if (field.kind == records::FieldKind::object) continue;
    const std::string column = column_of(level, field);
    CAPTURE(column);
    CHECK(stored(connection, table, column) == as_text(cells[field.cell]));
    if (field.kind == records::FieldKind::any) CHECK(stored(connection, table, column + "_type") == "json");
  }
}

records::TaskRecord make_record(Sentinels& sentinels) {
  records::TaskRecord record;
  record.id = 7;
  sentinels.fill(Level::task, record.task);
  record.has_node = true;
  for (const Level level : {Level::metadata, Level::context, Level::cost}) sentinels.fill(level, record.node);
  records::VariableRecord& variable = record.variables.emplace_back();
  for (const Level level : {Level::variable, Level::variable_metadata}) sentinels.fill(level, variable.cells);
  sentinels.fill(Level::checkpoint, record.checkpoints.emplace_back().cells);
  return record;
}

void write_record(db::Connection& connection, const records::TaskRecord& record) {
  db::WriteTransaction transaction(connection);
  CHECK(records::TaskRows(connection).insert(record));
  records::NodeRows(connection).insert(record);
  records::VariableRows(connection).insert({.task_id = record.id}, 0, record.variables[0], 0);
  records::CheckpointRows(connection).insert(record.id, 0, record.checkpoints[0]);
  transaction.commit();
}

void check_rows(db::Connection& connection, const records::TaskRecord& record) {
  check_columns(connection, "tasks", Level::task, record.task);
  for (const Level level : {Level::metadata, Level::context, Level::cost})
    check_columns(connection, "tree_nodes", level, record.node);
  for (const Level level : {Level::variable, Level::variable_metadata})
    check_columns(connection, "variables", level, record.variables[0].cells);
  check_columns(connection, "task_checkpoints", Level::checkpoint, record.checkpoints[0].cells);
}

}  // namespace

TEST_SUITE("sql::cell_columns") {
  TEST_CASE("every cell is written to the column of its member and read from it" * test::damages) {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    Sentinels sentinels;
    const records::TaskRecord record = make_record(sentinels);
    write_record(connection, record);
    check_rows(connection, record);

    records::TaskRecord read;
    records::RecordFinder finder(connection);  // owns the texts
    REQUIRE(finder.find(record.id, read));
    CHECK(std::equal(read.task.begin(), read.task.end(), record.task.begin()));
    CHECK(std::equal(read.node.begin(), read.node.end(), record.node.begin()));
    REQUIRE(read.variables.size() == 1);
    CHECK(read.variables[0].cells == record.variables[0].cells);
    REQUIRE(read.checkpoints.size() == 1);
    CHECK(read.checkpoints[0].cells == record.checkpoints[0].cells);
  }

  TEST_CASE("an update writes the same columns as an insert" * test::damages) {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    Sentinels sentinels;
    const records::TaskRecord record = make_record(sentinels);
    records::TaskRecord empty;
    empty.id = record.id;
    db::WriteTransaction transaction(connection);
    CHECK(records::TaskRows(connection).insert(empty));
    records::TaskRows(connection).update(record);
    transaction.commit();
    check_columns(connection, "tasks", Level::task, record.task);
  }

  TEST_CASE("the key map names every member that has a column, and nothing else") {
    std::size_t members = 0;
    for (std::size_t level = 0; level < records::k_level_count; ++level)
      members += records::fields_of(static_cast<Level>(level)).size();
    CHECK(key_map().size() == members + 1);  // and the table's heading
  }
}
