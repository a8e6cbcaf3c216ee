// SPDX-License-Identifier: MIT
#include "sql/sql_values.hpp"

#include <fmt/format.h>

#include <variant>

#include "format/json_writer.hpp"
#include "format/overloaded.hpp"

namespace rlmdb::cli {
namespace {

std::string value_text(const SqlValue& value) {
  return std::visit(
      Overloaded{[](std::monostate) { return std::string(); }, [](const std::string& text) { return text; },
                 [](const Blob& blob) {
                   std::string digits = "x'";
                   for (const char byte : blob.bytes) {
                     digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
                   }
                   return digits + "'";
                 },
                 [](const auto& number) { return fmt::format("{}", number); }},
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

void append_sql_value(std::string& json, const SqlValue& value) {
  std::visit(Overloaded{[&](std::monostate) { json += "null"; },
                        [&](std::int64_t number) { json += std::to_string(number); },
                        [&](double number) { append_real(json, number); },
                        [&](const std::string& text) { append_json(json, text); },
                        [&](const Blob& blob) {
                          JsonObject(json).add("$base64", true).add("encoded", base64(blob.bytes)).close();
                        }},
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
  return to_json(strings);
}

std::string json_row(const std::vector<std::string>& names, const std::vector<SqlValue>& row) {
  std::string object = "{";
  for (std::size_t column = 0; column < row.size(); ++column) {
    object += column == 0 ? "" : ",";
    append_json(object, names[column]);
    object += ':';
    append_sql_value(object, row[column]);
  }
  return object + "}";
}

}  // namespace rlmdb::cli
