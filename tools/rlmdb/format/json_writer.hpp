// SPDX-License-Identifier: MIT
/// JSON text written straight into a string: documents with a member for every node of every tree.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/change.hpp"

namespace rlmdb::cli {

/// `text` as a JSON string. Bytes that are not UTF-8 become U+FFFD: a JSON document must be UTF-8.
void append_json(std::string& json, std::string_view text);
/// The shortest text that reads back as `number`; whole numbers without a fraction. Infinity is 1e999.
void append_json(std::string& json, double number);
void append_json(std::string& json, std::int64_t number);
/// JSON as it is; null for an empty text.
void append_json(std::string& json, const JsonText& value);
/// Of exactly this type: a pointer to characters is no truth value.
void append_json(std::string& json, std::same_as<bool> auto holds) {
  json += holds ? "true" : "false";
}

/// One object at the end of a text: {"a":1,…} from construction to close().
class JsonObject {
 public:
  explicit JsonObject(std::string& json) : m_json(json) { m_json += '{'; }

  template <class Value>
  JsonObject& add(std::string_view name, const Value& value) {
    append_json(member(name), value);
    return *this;
  }
  /// null where there is nothing.
  template <class Value>
  JsonObject& add(std::string_view name, const std::optional<Value>& value) {
    std::string& json = member(name);
    value.has_value() ? append_json(json, *value) : void(json += "null");
    return *this;
  }
  /// null for an empty text.
  JsonObject& add_or_null(std::string_view name, std::string_view text);
  JsonObject& add_literal(std::string_view name, std::string_view literal);
  /// An array of `items`, each appended by `append(json, item)`.
  template <class Items, class Append>
  JsonObject& add_array(std::string_view name, const Items& items, const Append& append) {
    std::string& json = member(name);
    json += '[';
    bool is_first = true;
    for (const auto& item : items) {
      json += is_first ? "" : ",";
      is_first = false;
      append(json, item);
    }
    json += ']';
    return *this;
  }
  /// An array of strings.
  template <class Texts>
  JsonObject& add_strings(std::string_view name, const Texts& texts) {
    return add_array(name, texts, [](std::string& json, std::string_view text) { append_json(json, text); });
  }
  /// The name of a member whose value the caller appends to the result.
  [[nodiscard]] std::string& member(std::string_view name);
  void close() { m_json += '}'; }

 private:
  std::string& m_json;
  bool m_is_empty = true;
};

}  // namespace rlmdb::cli
