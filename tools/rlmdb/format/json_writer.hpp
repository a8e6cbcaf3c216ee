// SPDX-License-Identifier: MIT
/// All JSON that is printed is written here, straight into a string: documents have a member for every node
/// of every tree, and JSON that is kept goes in as it stands.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "format/shape.hpp"
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
template <class Item, class Write>
[[nodiscard]] Shape shape_of_item(const Write& write);

/// One object of JSON text: {"a":1,…} from construction to close() or text(). What fills it is also what
/// describes it: asked by shape_of() it says the names, types and meanings of its members and writes nothing.
/// `about` is what a member means, where its name does not say all.
class JsonObject {
 public:
  JsonObject() : m_json(m_own), m_shape(shape_asked_for()) {
    if (m_shape == nullptr) m_json += '{';
  }
  /// At the end of `json`, which must outlive it.
  explicit JsonObject(std::string& json) : m_json(json) { m_json += '{'; }
  /// Says its members to `shape`, which must outlive it.
  explicit JsonObject(Shape& shape) : m_json(m_own), m_shape(&shape) { shape.kind = Shape::Kind::object; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  /// null where there is nothing.
  template <class Held>
  JsonObject& add(std::string_view name, const Held& held, std::string_view about = {}) {
    if (m_shape != nullptr) return say(name, plain_shape<Held>(), about);
    append_value(member(name), value_of(held));
    return *this;
  }
  /// Left out where there is nothing.
  template <class Held>
  JsonObject& add_if_any(std::string_view name, const std::optional<Held>& held,
                         std::string_view about = {}) {
    if (m_shape != nullptr) return say(name, plain_shape<Held>(), about, Needed::no);
    return held.has_value() ? add(name, *held) : *this;
  }
  /// The same where `is_there`, else left out.
  template <class Held>
  JsonObject& add_if(bool is_there, std::string_view name, const Held& held, std::string_view about = {}) {
    if (m_shape != nullptr) return say(name, plain_shape<Held>(), about, Needed::no);
    return is_there ? add(name, held) : *this;
  }
  /// null for an empty text.
  JsonObject& add_or_null(std::string_view name, std::string_view text, std::string_view about = {});
  /// An object that `members(object, item)` fills; null for an std::optional without a value.
  template <class Item, class Members>
  JsonObject& add_object(std::string_view name, const Item& item, const Members& members,
                         std::string_view about = {}) {
    if constexpr (requires { item.has_value(); }) {
      using Held = typename Item::value_type;
      if (m_shape != nullptr) return say(name, Shape::nullable(shape_of_item<Held>(members)), about);
      return item.has_value() ? add_object(name, *item, members) : add(name, Value());
    } else {
      if (m_shape != nullptr) return say(name, shape_of_item<Item>(members), about);
      JsonObject object(member(name));
      members(object, item);
      object.close();
      return *this;
    }
  }
  template <class Items, class Each>
  JsonObject& add_array(std::string_view name, const Items& items, const Each& each,
                        std::string_view about = {}) {
    if (m_shape != nullptr) return say(name, Shape::list_of(shape_of_item<ItemOf<Items>>(each)), about);
    append_array(member(name), items, each);
    return *this;
  }
  /// An object whose names are data: `items` are pairs of one and what it has.
  template <class Items>
  JsonObject& add_named(std::string_view name, const Items& items, std::string_view about = {}) {
    if (m_shape != nullptr) {
      Shape shape(Shape::Kind::object);
      shape.is_open = true;
      shape.parts.push_back(plain_shape<typename ItemOf<Items>::second_type>());
      return say(name, std::move(shape), about);
    }
    JsonObject object(member(name));
    for (const auto& [key, held] : items) object.add(key, held);
    object.close();
    return *this;
  }

  enum class Needed { no, yes };
  /// Whether it is asked what it is, and not to be filled.
  [[nodiscard]] bool is_asked() const noexcept { return m_shape != nullptr; }
  JsonObject& say(std::string_view name, Shape shape, std::string_view about, Needed needed = Needed::yes);

  void close() {
    if (m_shape == nullptr) m_json += '}';
  }
  /// The object that was made without a text to write into, closed.
  [[nodiscard]] std::string text();

 private:
  template <class Items>
  using ItemOf = std::remove_cvref_t<decltype(*std::begin(std::declval<const Items&>()))>;

  std::string& member(std::string_view name);
  static Shape* shape_asked_for();

  std::string m_own;
  std::string& m_json;
  Shape* m_shape = nullptr;
  bool m_is_empty = true;
};

/// An empty one; of a pointer, one to an empty one that stays.
template <class Item>
[[nodiscard]] Item nothing_of() {
  if constexpr (std::is_pointer_v<Item>) {
    static const std::remove_cv_t<std::remove_pointer_t<Item>> nothing{};
    return &nothing;
  } else {
    return Item{};
  }
}
template <>
[[nodiscard]] inline Error nothing_of<Error>() {
  return {ErrorCode::internal, ""};
}

/// What `write` prints of an `Item`, asked with an empty one.
template <class Item, class Write>
[[nodiscard]] Shape shape_of_item(const Write& write) {
  if constexpr (std::invocable<const Write&, JsonObject&, const Item&>) {
    Shape shape;
    shape.name = name_of_type<Item>();
    JsonObject object(shape);
    write(object, nothing_of<Item>());
    return shape;
  } else {
    return plain_shape<std::invoke_result_t<const Write&, const Item&>>();
  }
}

/// The shape of the JSON text that `write()` gives: of the last JsonObject whose text() is taken in it. On
/// this thread objects say their members meanwhile. Throws what `write` throws.
[[nodiscard]] Shape shape_of(const std::function<std::string()>& write);

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
/// Of one whose code is a word of `Codes`.
template <const auto& Codes>
void add_finding_of(JsonObject& object, const Finding& finding) {
  object.add("where", finding.where).add("code", WordOf<Codes>{finding.code}).add("message", finding.message);
}
void add_error(JsonObject& object, std::string_view code, const Error& error);

}  // namespace rlmdb::cli
