// SPDX-License-Identifier: MIT
// docs/schema is what the writers of JSON say of themselves; RLMDB_UPDATE_GOLDEN=1 writes it anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "frame/answers.hpp"
#include "frame/command_line.hpp"
#include "help/print_help.hpp"
#include "test_dir.hpp"

namespace {

namespace fs = std::filesystem;
using namespace rlmdb::cli;

const fs::path k_schemas = fs::path(RLMDB_SOURCE_DIR) / "docs/schema";

/// The text that is committed; written anew where that is asked for.
std::string committed(const std::string& name, const std::string& now) {
  const fs::path path = k_schemas / (name + ".json");
  if (std::getenv("RLMDB_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
  return rlmdb::test::read_all(path);
}

struct Part {
  std::optional<std::int64_t> size;
  std::string word;
};

struct Whole {
  std::string name;
  std::vector<Part> parts;
  std::optional<Part> best;
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  std::optional<bool> is_odd;
};

constexpr std::array<std::string_view, 2> k_sizes{"low", "high"};

void add_part(JsonObject& object, const Part& part) {
  object.add("size", part.size, "in bytes").add("word", WordOf<k_sizes>{part.word});
}

std::string json_whole(const Whole& whole) {
  return JsonObject()
      .add_or_null("name", whole.name)
      .add_array("parts", whole.parts, add_part)
      .add_object("best", whole.best, add_part, "the largest")
      .add_named("counts", whole.counts)
      .add_if_any("is_odd", whole.is_odd)
      .text();
}

}  // namespace

TEST_SUITE("cli::schemas") {
  TEST_CASE("a writer says what it writes") {
    const Shape shape = shape_of([] { return json_whole({}); });
    CHECK_EQ(json_schema("a whole", "Of parts.", shape), R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "a whole",
  "description": "Of parts.",
  "type": "object",
  "additionalProperties": false,
  "required": ["name", "parts", "best", "counts"],
  "properties": {
    "name": {"type": ["string", "null"]},
    "parts": {"type": "array", "items": {"$ref": "#/definitions/part"}},
    "best": {"anyOf": [{"$ref": "#/definitions/part"}, {"type": "null"}], "description": "the largest"},
    "counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    "is_odd": {"type": "boolean"}
  },
  "definitions": {
    "part": {
      "type": "object",
      "additionalProperties": false,
      "required": ["size", "word"],
      "properties": {
        "size": {"type": ["integer", "null"], "description": "in bytes"},
        "word": {"enum": ["low", "high"]}
      }
    }
  }
}
)");
    CHECK_EQ(json_whole({"n", {{1, "low"}}, {}, {{"a", 2}}, true}),
             R"({"name":"n","parts":[{"size":1,"word":"low"}],"best":null,"counts":{"a":2},"is_odd":true})");
    CHECK_EQ(json_whole({}), R"({"name":null,"parts":[],"best":null,"counts":{}})");
  }

  TEST_CASE("equal objects share a name, others of one type are named by their places") {
    const auto object = [](const char* name, const char* member) {
      Shape shape(Shape::Kind::object);
      shape.name = name;
      shape.members.push_back({member, Shape(Shape::Kind::text)});
      return shape;
    };
    ShapeNames names;
    const auto name_of = [&](const Shape& shape, const char* member) {
      const ShapeNames::Name name = names.of(shape, member);
      return name.text + (name.is_new ? "!" : "");
    };
    CHECK_EQ(name_of(object("part", "a"), "first"), "part!");
    CHECK_EQ(name_of(Shape::nullable(object("part", "a")), "second"), "part");
    CHECK_EQ(name_of(object("part", "b"), "second"), "second!");
    CHECK_EQ(name_of(object("part", "c"), "second"), "second_2!");
    CHECK_EQ(name_of(object("", "d"), "third"), "third!");
  }

  TEST_CASE("docs/schema is what each command says that it prints") {
    std::set<std::string> known{"error", "version"};
    CHECK_EQ(committed("error", schema_of_failure()), schema_of_failure());
    CHECK_EQ(committed("version", schema_of("version", version_answers())),
             schema_of("version", version_answers()));
    const CommandLine command_line;
    for (const auto& command : command_line.commands()) {
      const std::string name(command->text().name);
      CAPTURE(name);
      const Answers answers = command->answers();
      REQUIRE_FALSE(answers.all.empty());
      known.insert(name);
      const std::string now = schema_of(name, answers);
      CHECK_EQ(committed(name, now), now);
    }
    for (const auto& entry : fs::directory_iterator(k_schemas)) {
      CAPTURE(entry.path().string());
      CHECK(known.contains(entry.path().stem()));
    }
  }
}
