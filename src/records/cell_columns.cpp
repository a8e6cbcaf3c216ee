// SPDX-License-Identifier: MIT
#include "records/cell_columns.hpp"

namespace rlmdb::records {

void bind_cell(db::Statement& statement, int parameter, const Cell& cell) {
  switch (cell.type) {
    case CellType::null:
      statement.bind_null(parameter);
      return;
    case CellType::integer:
      statement.bind_int64(parameter, cell.integer);
      return;
    case CellType::real:
      statement.bind_double(parameter, cell.real);
      return;
    case CellType::text:
      statement.bind_text(parameter, cell.text);
      return;
  }
}

int bind_cells(db::Statement& statement, int first, std::span<const Cell> cells) {
  for (const Cell& cell : cells) bind_cell(statement, first++, cell);
  return first;
}

void bind_text_or_null(db::Statement& statement, int parameter, std::string_view text) {
  if (text.empty()) {
    statement.bind_null(parameter);
  } else {
    statement.bind_text(parameter, text);
  }
}

void bind_blob_or_null(db::Statement& statement, int parameter, std::string_view bytes) {
  if (bytes.empty()) {
    statement.bind_null(parameter);
  } else {
    statement.bind_blob(parameter, bytes);
  }
}

void bind_id_or_null(db::Statement& statement, int parameter, std::int64_t id) {
  if (id == 0) {
    statement.bind_null(parameter);
  } else {
    statement.bind_int64(parameter, id);
  }
}

Cell read_cell(const db::Statement& statement, int column) {
  const db::ColumnValue value = statement.column_value(column);
  switch (value.type) {
    case db::ColumnType::null:
      return {};
    case db::ColumnType::integer:
      return Cell::of_integer(value.integer);
    case db::ColumnType::real:
      return Cell::of_real(value.real);
    case db::ColumnType::text:
    case db::ColumnType::blob:
      return Cell::of_text(value.bytes);
  }
  return {};
}

std::optional<std::string> read_optional_text(const db::Statement& statement, int column) {
  const auto text = statement.column_optional_text(column);
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

int read_cells(const db::Statement& statement, int first, std::span<Cell> cells) {
  for (Cell& cell : cells) cell = read_cell(statement, first++);
  return first;
}

}  // namespace rlmdb::records
