// SPDX-License-Identifier: MIT
/// The value of one column, between a JSON record and a row.
#pragma once

#include <cstdint>
#include <string_view>

namespace rlmdb::records {

enum class CellType : std::uint8_t { null, integer, real, text };

/// Does not own its text: whoever fills a cell says how long the text lives.
struct Cell {
  CellType type = CellType::null;
  union {
    std::int64_t integer = 0;
    double real;
  };
  std::string_view text;

  Cell() = default;
  [[nodiscard]] static Cell of_integer(std::int64_t value) {
    Cell cell;
    cell.type = CellType::integer;
    cell.integer = value;
    return cell;
  }
  [[nodiscard]] static Cell of_real(double value) {
    Cell cell;
    cell.type = CellType::real;
    cell.real = value;
    return cell;
  }
  [[nodiscard]] static Cell of_text(std::string_view value) {
    Cell cell;
    cell.type = CellType::text;
    cell.text = value;
    return cell;
  }
  [[nodiscard]] bool is_null() const noexcept { return type == CellType::null; }
};

/// Same type and same value; reals by their bits' meaning (no NaN occurs in a column).
[[nodiscard]] bool operator==(const Cell& left, const Cell& right) noexcept;

}  // namespace rlmdb::records
