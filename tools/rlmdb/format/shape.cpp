// SPDX-License-Identifier: MIT
#include "format/shape.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace rlmdb::cli {

Shape::Shape() = default;

Shape::Shape(Kind its_kind) : kind(its_kind) {}

Shape Shape::text_of(std::span<const std::string_view> words) {
  Shape shape(Kind::text);
  shape.words.assign(words.begin(), words.end());
  return shape;
}

Shape Shape::list_of(Shape element) {
  Shape shape(Kind::list);
  shape.parts.push_back(std::move(element));
  return shape;
}

Shape Shape::nullable(Shape shape) {
  shape.is_nullable = true;
  return shape;
}

// Written out: clang 14 crashes on two defaulted comparisons that need each other.
bool Shape::Member::operator==(const Member& other) const {
  return std::tie(name, shape, about, is_optional) ==
         std::tie(other.name, other.shape, other.about, other.is_optional);
}

bool Shape::operator==(const Shape& other) const {
  const auto plain = [](const Shape& shape) {
    return std::tie(shape.kind, shape.is_nullable, shape.is_counted, shape.is_open, shape.fixed, shape.words,
                    shape.numbers, shape.name, shape.about);
  };
  return plain(*this) == plain(other) && members == other.members && parts == other.parts;
}

ShapeNames::Name ShapeNames::of(Shape shape, std::string_view member) {
  shape.is_nullable = false;
  for (const auto& [known, name] : m_known) {
    if (known == shape) return {name, false};
  }
  std::string name(shape.name.empty() || is_taken(shape.name) ? member : shape.name);
  const std::string base = name;
  for (int number = 2; is_taken(name); ++number) name = base + "_" + std::to_string(number);
  m_known.emplace_back(std::move(shape), name);
  return {std::move(name), true};
}

bool ShapeNames::is_taken(std::string_view name) const {
  return std::any_of(m_known.begin(), m_known.end(), [&](const auto& known) { return known.second == name; });
}

std::string definition_name(std::string_view pretty_function) {
  std::string_view type = pretty_function.substr(pretty_function.find(" = ") + 3);
  type = type.substr(0, type.find_first_of("];"));
  if (type.find('<') != std::string_view::npos) return {};
  type.remove_prefix(std::min(type.rfind(':') + 1, type.size()));
  std::string name;
  for (const char letter : type) {
    const bool is_capital = std::isupper(static_cast<unsigned char>(letter)) != 0;
    if (is_capital && !name.empty()) name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return name;
}

}  // namespace rlmdb::cli
