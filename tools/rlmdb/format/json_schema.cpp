// SPDX-License-Identifier: MIT
// A shape as JSON Schema. Objects become definitions, so that each of their members is a line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "format/json_writer.hpp"
#include "format/shape.hpp"

namespace rlmdb::cli {
namespace {

std::string with_null(std::string schema, bool is_nullable) {
  return is_nullable ? fmt::format(R"("anyOf": [{{{}}}, {{"type": "null"}}])", schema) : schema;
}

std::string type_of(std::string_view type, bool is_nullable) {
  return is_nullable ? fmt::format(R"("type": ["{}", "null"])", type) : fmt::format(R"("type": "{}")", type);
}

template <class All>
std::string one_of(const All& all, bool is_nullable) {
  std::vector<std::string> each;
  for (const auto& one : all) each.push_back(to_json(value_of(one)));
  if (is_nullable) each.emplace_back("null");
  return fmt::format("\"enum\": [{}]", fmt::join(each, ", "));
}

class Schema {
 public:
  /// What stands between the braces of the schema of `shape`. `of`: what it is called where it has no name.
  std::string inside(const Shape& shape, std::string_view of) {
    if (!shape.fixed.empty()) return fmt::format("\"enum\": [{}]", shape.fixed);
    switch (shape.kind) {
      case Shape::Kind::any:
        return {};
      case Shape::Kind::boolean:
        return type_of("boolean", shape.is_nullable);
      case Shape::Kind::integer:
        if (!shape.numbers.empty()) return one_of(shape.numbers, shape.is_nullable);
        return type_of("integer", shape.is_nullable) + (shape.is_counted ? R"(, "minimum": 0)" : "");
      case Shape::Kind::number:
        return type_of("number", shape.is_nullable);
      case Shape::Kind::text:
        return shape.words.empty() ? type_of("string", shape.is_nullable)
                                   : one_of(shape.words, shape.is_nullable);
      case Shape::Kind::list:
        return type_of("array", shape.is_nullable) +
               (shape.parts.empty() ? "" : fmt::format(R"(, "items": {{{}}})", inside(shape.parts[0], of)));
      case Shape::Kind::object:
        return shape.is_open ? open_object(shape, of)
                             : with_null(fmt::format(R"("$ref": "#/definitions/{}")", define(shape, of)),
                                         shape.is_nullable);
      case Shape::Kind::one_of:
        break;
    }
    std::vector<std::string> each;
    for (const Shape& part : shape.parts) each.push_back(fmt::format("{{{}}}", inside(part, of)));
    return with_null(fmt::format(R"("anyOf": [{}])", fmt::join(each, ", ")), shape.is_nullable);
  }

  /// The lines of an object, each with `indent` before it.
  std::string object_lines(const Shape& shape, std::string_view indent) {
    std::vector<std::string> required;
    std::vector<std::string> members;
    for (const Shape::Member& member : shape.members) {
      if (!member.is_optional) required.push_back(to_json(member.name));
      std::string schema = inside(member.shape, member.name);
      if (!member.about.empty()) {
        // Draft-07 reads nothing beside a "$ref".
        if (schema.starts_with("\"$ref\"")) schema = fmt::format("\"allOf\": [{{{}}}]", schema);
        schema += fmt::format(R"({}"description": {})", schema.empty() ? "" : ", ", to_json(member.about));
      }
      members.push_back(fmt::format("{}  {}: {{{}}}", indent, to_json(member.name), schema));
    }
    std::string lines;
    if (!shape.about.empty()) lines += fmt::format("{}\"description\": {},\n", indent, to_json(shape.about));
    return lines +
           fmt::format(
               "{0}\"type\": \"object\",\n{0}\"additionalProperties\": false,\n{0}\"required\": [{1}],\n"
               "{0}\"properties\": {{\n{2}\n{0}}}",
               indent, fmt::join(required, ", "), fmt::join(members, ",\n"));
  }

  [[nodiscard]] std::string definitions() const {
    std::vector<std::string> all;
    for (const Definition& definition : m_definitions) {
      all.push_back(fmt::format("    \"{}\": {{\n{}\n    }}", definition.name, definition.lines));
    }
    return fmt::format("{}", fmt::join(all, ",\n"));
  }

 private:
  struct Definition {
    std::string name;
    std::string lines;
  };

  std::string open_object(const Shape& shape, std::string_view of) {
    const std::string type = type_of("object", shape.is_nullable);
    return shape.parts.empty()
               ? type
               : fmt::format(R"({}, "additionalProperties": {{{}}})", type, inside(shape.parts[0], of));
  }

  /// The name of its definition.
  std::string define(const Shape& shape, std::string_view of) {
    ShapeNames::Name name = m_names.of(shape, of);
    if (name.is_new) {
      const std::size_t place = m_definitions.size();
      m_definitions.push_back({name.text, {}});
      std::string lines = object_lines(shape, "      ");
      m_definitions[place].lines = std::move(lines);
    }
    return std::move(name.text);
  }

  ShapeNames m_names;
  std::vector<Definition> m_definitions;
};

}  // namespace

std::string json_schema(std::string_view title, std::string_view about, const Shape& document) {
  Schema schema;
  const std::string lines = document.kind == Shape::Kind::object
                                ? schema.object_lines(document, "  ")
                                : fmt::format("  {}", schema.inside(document, "document"));
  const std::string definitions = schema.definitions();
  return fmt::format(
      "{{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": {},\n"
      "  \"description\": {},\n{}{}\n}}\n",
      to_json(title), to_json(about), lines,
      definitions.empty() ? "" : fmt::format(",\n  \"definitions\": {{\n{}\n  }}", definitions));
}

}  // namespace rlmdb::cli
