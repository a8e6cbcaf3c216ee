// SPDX-License-Identifier: MIT
/// All JSON that is printed is written here, straight into a string: documents have a member for every node
/// of every tree, and JSON that is kept goes in as it stands.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "format/value.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/finding.hpp"

namespace rlmdb::cli {

/// `text` as a JSON string. Bytes that are not UTF-8 become U+FFFD: a JSON document must be UTF-8.
void append_json(std::string& json, std::string_view text);
/// The shortest text that reads back as `number`; whole numbers without a fraction. Infinity is 1e999.
void append_json(std::string& json, double number);
/// The same, but whole numbers have a fraction.
void append_real(std::string& json, double number);
/// null where there is nothing, and for an empty text of JSON.
void append_value(std::string& json, const Value& value);
[[nodiscard]] std::string to_json(const Value& value);

/// An array of `items`. `each`: gives what is printed of an item, or adds the members of an object for it.
template <class Items, class Each>
void append_array(std::string& json, const Items& items, const Each& each);

/// One object of JSON text: {"a":1,…} from construction to close() or text().
class JsonObject {
 public:
  JsonObject() : JsonObject(m_own) {}
  /// At the end of `json`, which must outlive it.
  explicit JsonObject(std::string& json) : m_json(json) { m_json += '{'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  /// null where there is nothing.
  template <class Held>
  JsonObject& add(std::string_view name, const Held& held) {
    append_value(member(name), value_of(held));
    return *this;
  }
  /// null for an empty text.
  JsonObject& add_or_null(std::string_view name, std::string_view text);
  /// An object that `members(object, item)` fills; null for an std::optional without a value.
  template <class Item, class Members>
  JsonObject& add_object(std::string_view name, const Item& item, const Members& members) {
    if constexpr (requires { item.has_value(); }) {
      return item.has_value() ? add_object(name, *item, members) : add(name, Value());
    } else {
      JsonObject object(member(name));
      members(object, item);
      object.close();
      return *this;
    }
  }
  template <class Items, class Each>
  JsonObject& add_array(std::string_view name, const Items& items, const Each& each) {
    append_array(member(name), items, each);
    return *this;
  }

  void close() { m_json += '}'; }
  /// The object that was made without a text to write into, closed.
  [[nodiscard]] std::string text() {
    close();
    return std::move(m_own);
  }

 private:
  std::string& member(std::string_view name);

  std::string m_own;
  std::string& m_json;
  bool m_is_empty = true;
};

template <class Items, class Each>
void append_array(std::string& json, const Items& items, const Each& each) {
  json += '[';
  bool is_first = true;
  for (const auto& item : items) {
    json += is_first ? "" : ",";
    is_first = false;
    if constexpr (std::invocable<const Each&, JsonObject&, decltype(item)>) {
      JsonObject object(json);
      each(object, item);
      object.close();
    } else {
      append_value(json, value_of(std::invoke(each, item)));
    }
  }
  json += ']';
}

void add_finding(JsonObject& object, const Finding& finding);
void add_error(JsonObject& object, std::string_view code, const Error& error);

}  // namespace rlmdb::cli
