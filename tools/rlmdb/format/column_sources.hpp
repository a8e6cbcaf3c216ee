// SPDX-License-Identifier: MIT
/// Where the values of columns come from (rows.hpp), and what they mean.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "format/json_writer.hpp"
#include "format/shape.hpp"
#include "format/value.hpp"

namespace rlmdb::cli {

/// Where the value of a column comes from, and what it means.
template <class From>
struct Meant {
  From from;
  Meaning meaning;
};
template <class From>
[[nodiscard]] Meant<From> as_time(From from) {
  return {from, Meaning::time};
}
template <class From>
[[nodiscard]] Meant<From> as_money(From from) {
  return {from, Meaning::money};
}
template <class From>
[[nodiscard]] Meant<From> as_bytes(From from) {
  return {from, Meaning::bytes};
}
/// The word that to_text() has for it.
template <class From>
[[nodiscard]] auto as_words(From from) {
  return [from](const auto& row) { return to_text(std::invoke(from, row)); };
}
/// A word of `List`.
template <const auto& List, class From>
[[nodiscard]] auto word_of(From from) {
  return [from](const auto& row) {
    decltype(auto) word = std::invoke(from, row);
    static_assert(std::is_lvalue_reference_v<decltype(word)> ||
                  std::same_as<std::remove_cv_t<decltype(word)>, std::string_view>);
    return WordOf<List>{word};
  };
}
/// Nothing instead of an empty text.
struct TextOrNothing {
  Value value;

  [[nodiscard]] static Shape shape() { return Shape::nullable(Shape(Shape::Kind::text)); }
  [[nodiscard]] const Value& to_value() const { return value; }
};
template <class From>
[[nodiscard]] auto unless_empty(From from) {
  return [from](const auto& row) {
    Value value = value_of(std::invoke(from, row));
    const auto* view = std::get_if<std::string_view>(&value);
    const auto* text = std::get_if<std::string>(&value);
    const bool is_empty = (view != nullptr && view->empty()) || (text != nullptr && text->empty());
    return TextOrNothing{is_empty ? Value() : std::move(value)};
  };
}
/// Objects that `Fill` writes, in a column: an array of those that the row has, or the one that it may have.
template <auto Fill, class Things>
struct FilledJson {
  JsonText json;

  [[nodiscard]] static Shape shape() {
    if constexpr (requires(Things things) { things.has_value(); }) {
      return Shape::nullable(shape_of_item<typename Things::value_type>(Fill));
    } else {
      return Shape::list_of(shape_of_item<typename Things::value_type>(Fill));
    }
  }
  [[nodiscard]] Value to_value() const { return json; }
};
template <auto Fill, class From>
[[nodiscard]] auto filled_by(From from) {
  return [from](const auto& row) {
    const auto& things = std::invoke(from, row);
    FilledJson<Fill, std::remove_cvref_t<decltype(things)>> filled;
    if constexpr (requires { things.has_value(); }) {
      if (!things.has_value()) return filled;
      JsonObject object(filled.json.text);
      Fill(object, *things);
      object.close();
    } else {
      append_array(filled.json.text, things, Fill);
    }
    return filled;
  };
}
/// A column whose name does not say all that it means.
template <class From>
struct Explained {
  From from;
  std::string_view about;
};
template <class From>
[[nodiscard]] Explained<From> about(std::string_view text, From from) {
  return {from, text};
}

}  // namespace rlmdb::cli
