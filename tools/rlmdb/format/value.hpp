// SPDX-License-Identifier: MIT
/// Values that are printed: as text for people, as text for programs, and as JSON.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "format/shape.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {

/// JSON text that somebody else keeps.
struct JsonView {
  std::string_view text;
};

/// What is printed of a thing. Views are of the thing itself.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, std::string,
                           JsonView, JsonText, std::vector<std::string>>;

/// JSON of others whose kind is known.
template <Shape::Kind Kind>
struct JsonOf {
  std::string_view json;

  [[nodiscard]] static Shape shape() {
    Shape shape(Kind);
    shape.is_open = Kind == Shape::Kind::object;
    return shape;
  }
  [[nodiscard]] Value to_value() const { return JsonView{json}; }
};
using ObjectView = JsonOf<Shape::Kind::object>;
/// An object, or nothing.
[[nodiscard]] inline std::optional<ObjectView> object_in(const std::optional<JsonText>& json) {
  return json.has_value() ? std::optional(ObjectView{json->text}) : std::nullopt;
}

/// The same of a text; "": nothing.
[[nodiscard]] inline std::optional<ObjectView> object_in(std::string_view json) {
  return json.empty() ? std::nullopt : std::optional(ObjectView{json});
}

/// What a value means beyond its type: times are cut to the minute, money rounded, bytes in kB on a screen.
enum class Meaning { none, time, money, bytes };

/// A value as text: exact, but for money, which has six decimals at most.
[[nodiscard]] std::string plain_text(const Value& value, Meaning meaning);
/// A value as people read it.
[[nodiscard]] std::string readable_text(const Value& value, Meaning meaning);

/// Any member or result of a function as a Value; of an enum its word. What is returned by value must
/// not be looked at as a view.
template <class Held>
[[nodiscard]] Value value_of(Held&& held) {
  using Plain = std::remove_cvref_t<Held>;
  constexpr bool is_kept = std::is_lvalue_reference_v<Held>;
  if constexpr (std::same_as<Plain, Value> || std::same_as<Plain, bool> || std::same_as<Plain, double> ||
                std::same_as<Plain, JsonView> || std::same_as<Plain, std::vector<std::string>>) {
    return held;
  } else if constexpr (requires { held.to_value(); }) {
    return held.to_value();
  } else if constexpr (std::same_as<Plain, std::vector<TaskId>>) {
    std::vector<std::string> ids;
    for (const TaskId& id : held) ids.push_back(id.text);
    return ids;
  } else if constexpr (std::integral<Plain>) {
    return static_cast<std::int64_t>(held);
  } else if constexpr (Worded<Plain>) {
    return rlmdb::to_text(held);
  } else if constexpr (std::same_as<Plain, std::filesystem::path>) {
    return held.string();
  } else if constexpr (std::same_as<Plain, JsonText>) {
    if constexpr (is_kept) {
      return JsonView{held.text};
    } else {
      return std::forward<Held>(held);
    }
  } else if constexpr (requires { held.has_value(); }) {
    return held.has_value() ? value_of(*std::forward<Held>(held)) : Value();
  } else if constexpr (requires { held.text; }) {
    return value_of(std::forward<Held>(held).text);
  } else if constexpr (std::same_as<Plain, std::string> && !is_kept) {
    return std::forward<Held>(held);
  } else {
    return std::string_view(held);
  }
}

/// That of any member or result of a function whose type says it, as value_of() prints it.
template <class Held>
[[nodiscard]] Shape plain_shape() {
  using Plain = std::remove_cvref_t<Held>;
  if constexpr (requires { Plain::shape(); }) {
    return Plain::shape();
  } else if constexpr (std::same_as<Plain, bool>) {
    return Shape(Shape::Kind::boolean);
  } else if constexpr (std::floating_point<Plain>) {
    return Shape(Shape::Kind::number);
  } else if constexpr (std::integral<Plain>) {
    Shape shape(Shape::Kind::integer);
    shape.is_counted = std::is_unsigned_v<Plain>;
    return shape;
  } else if constexpr (Worded<Plain>) {
    return Shape::text_of(k_words_of<Plain>);
  } else if constexpr (std::same_as<Plain, std::vector<std::string>> ||
                       std::same_as<Plain, std::vector<TaskId>>) {
    return Shape::list_of(Shape(Shape::Kind::text));
  } else if constexpr (std::same_as<Plain, JsonText> || std::same_as<Plain, JsonView> ||
                       std::same_as<Plain, Value>) {
    return {};
  } else if constexpr (requires(Plain held) { held.has_value(); }) {
    return Shape::nullable(plain_shape<typename Plain::value_type>());
  } else if constexpr (requires(Plain held) { held.text; }) {
    return plain_shape<decltype(Plain::text)>();
  } else {
    return Shape(Shape::Kind::text);
  }
}

}  // namespace rlmdb::cli
