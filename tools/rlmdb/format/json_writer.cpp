// SPDX-License-Identifier: MIT
#include "format/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rlmdb::cli {

void append_json(std::string& json, std::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char character) {
    return character >= ' ' && character < '\x7f' && character != '"' && character != '\\';
  });
  if (is_plain) {
    json.append(1, '"').append(text).append(1, '"');
  } else {
    json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void append_json(std::string& json, double number) {
  constexpr double k_exact_integers = 9007199254740992.0;
  if (std::isinf(number)) {
    json += number > 0 ? "1e999" : "-1e999";
  } else if (std::trunc(number) == number && std::abs(number) < k_exact_integers) {
    append_json(json, static_cast<std::int64_t>(number));
  } else {
    json += nlohmann::json(number).dump();
  }
}

void append_json(std::string& json, std::int64_t number) {
  json += std::to_string(number);
}

void append_json(std::string& json, const JsonText& value) {
  json += value.text.empty() ? "null" : value.text;
}

JsonObject& JsonObject::add_or_null(std::string_view name, std::string_view text) {
  return text.empty() ? add_literal(name, "null") : add(name, text);
}

JsonObject& JsonObject::add_literal(std::string_view name, std::string_view literal) {
  member(name) += literal;
  return *this;
}

std::string& JsonObject::member(std::string_view name) {
  m_json += m_is_empty ? "\"" : ",\"";
  m_is_empty = false;
  return m_json.append(name).append("\":");
}

}  // namespace rlmdb::cli
