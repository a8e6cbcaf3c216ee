// SPDX-License-Identifier: MIT
#include "sql/sql_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>
#include <variant>

#include "format/json_document.hpp"

namespace rlmdb::cli {
namespace {

std::string value_text(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return "";
        } else if constexpr (std::is_same_v<Held, std::string>) {
          return held;
        } else if constexpr (std::is_same_v<Held, Blob>) {
          std::string digits = "x'";
          for (const char byte : held.bytes) {
            digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
          }
          return digits + "'";
        } else {
          return fmt::format("{}", held);
        }
      },
      value);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (std::size_t start = 0; start < bytes.size(); start += 3) {
    const std::string_view group = bytes.substr(start, 3);
    unsigned bits = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      bits = bits << 8 | (index < group.size() ? static_cast<unsigned char>(group[index]) : 0U);
    }
    for (unsigned digit = 0; digit < 4; ++digit) {
      encoded += digit <= group.size() ? k_digits[bits >> (18 - 6 * digit) & 63U] : '=';
    }
  }
  return encoded;
}

std::string json_value(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return "null";
        } else if constexpr (std::is_same_v<Held, Blob>) {
          return text_of(Json{{"$base64", true}, {"encoded", base64(held.bytes)}});
        } else if constexpr (std::is_same_v<Held, double>) {
          // JSON has no infinity; a literal beyond the range of a double reads back as one.
          return std::isinf(held) ? (held > 0 ? "1e999" : "-1e999") : text_of(Json(held));
        } else {
          return text_of(Json(held));
        }
      },
      value);
}

}  // namespace

TableCell table_cell(const SqlValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    return {"NULL", Tint::dim};
  }
  return {value_text(value), Tint::none};
}

std::string csv_field(const SqlValue& value) {
  return value_text(value);
}

std::string json_strings(const std::vector<std::string>& strings) {
  return text_of(Json(strings));
}

std::string json_row(const std::vector<std::string>& names, const std::vector<SqlValue>& row) {
  std::string object = "{";
  for (std::size_t column = 0; column < row.size(); ++column) {
    object += column == 0 ? "" : ",";
    object += text_of(Json(names[column])) + ":" + json_value(row[column]);
  }
  return object + "}";
}

}  // namespace rlmdb::cli
