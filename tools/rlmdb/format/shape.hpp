// SPDX-License-Identifier: MIT
/// What JSON that is printed can be, said by what prints it. docs/schema is made of this.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlmdb::cli {

/// The shape of a JSON value.
struct Shape {
  enum class Kind { any, boolean, integer, number, text, object, list, one_of };
  struct Member;

  Shape();
  explicit Shape(Kind its_kind);

  Kind kind = Kind::any;
  bool is_nullable = false;
  bool is_counted = false;            ///< of an integer: never below 0
  bool is_open = false;               ///< of an object: other people's, or with names that are data
  std::string fixed;                  ///< the only value, as JSON; "" for none
  std::vector<std::string> words;     ///< of a text: all that it can be; none: anything
  std::vector<std::int64_t> numbers;  ///< the same of an integer
  std::string name;                   ///< of an object: what its definition is called
  std::string about;                  ///< of an object
  std::vector<Member> members;        ///< of an object, in the order in which they are printed
  std::vector<Shape> parts;  ///< of a list its elements', of an open object its members', of one_of each

  [[nodiscard]] static Shape text_of(std::span<const std::string_view> words);
  [[nodiscard]] static Shape list_of(Shape element);
  [[nodiscard]] static Shape nullable(Shape shape);

  [[nodiscard]] bool operator==(const Shape& other) const;
};

struct Shape::Member {
  std::string name;
  Shape shape;
  std::string about = {};    ///< what it means, where its name does not say all
  bool is_optional = false;  ///< left out at times

  [[nodiscard]] bool operator==(const Member& other) const;
};

/// A word of `List`, which is all that the member can be.
template <const auto& List>
struct WordOf {
  std::string_view word;

  [[nodiscard]] static Shape shape() { return Shape::text_of(List); }
  [[nodiscard]] std::string_view to_value() const { return word; }
};

/// The same of numbers.
template <const auto& List>
struct NumberOf {
  std::int64_t number = 0;

  [[nodiscard]] static Shape shape() {
    Shape shape(Shape::Kind::integer);
    shape.numbers.assign(List.begin(), List.end());
    return shape;
  }
  [[nodiscard]] std::int64_t to_value() const { return number; }
};

/// "grid_resume_point" of rlmdb::GridResumePoint; "" of a type that has no name of its own.
[[nodiscard]] std::string definition_name(std::string_view pretty_function);
template <class Thing>
[[nodiscard]] std::string name_of_type() {
  return definition_name(__PRETTY_FUNCTION__);
}

/// Names for the objects within a document: equal ones share one, two of one type that differ get names by
/// their places.
class ShapeNames {
 public:
  struct Name {
    std::string text;
    bool is_new = false;
  };
  /// Of an object that stands in `member`.
  [[nodiscard]] Name of(Shape shape, std::string_view member);

 private:
  [[nodiscard]] bool is_taken(std::string_view name) const;

  std::vector<std::pair<Shape, std::string>> m_known;
};

/// JSON Schema (draft-07) of a document of that shape: a line a member, each object a definition.
[[nodiscard]] std::string json_schema(std::string_view title, std::string_view about, const Shape& document);

}  // namespace rlmdb::cli
