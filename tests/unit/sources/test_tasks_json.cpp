// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>

#include "legacy_fixtures.hpp"
#include "tasks_reading.hpp"

using namespace rlmdb::json;
using namespace rlmdb::sources;
using namespace rlmdb::test;
using namespace std::string_literals;

namespace {

struct DamageRow {
  std::string text;
  std::uint64_t offset;
  std::string pointer;
  std::string reason;
};

void check_damage(const DamageRow& row) {
  CAPTURE(row.text);
  const Reading reading = read_tasks(row.text);
  REQUIRE(reading.damage.has_value());
  CHECK(reading.damage->byte_offset == row.offset);
  CHECK(reading.damage->json_pointer == row.pointer);
  CHECK(reading.damage->reason == row.reason);
}

const std::string k_cut = "the input ends inside a value";
const std::string k_separator = "a comma or a closing bracket is missing";

std::string repeated(std::string_view text, unsigned times) {
  std::string all;
  while (times-- > 0) all += text;
  return all;
}

/// Fixtures that are refused, with the exact place. Shapes of `tasks` that the legacy store takes for "no
/// tasks" are refused on purpose: nobody's tasks may vanish because a file looks odd.
const std::map<std::string, DamageRow> k_refused = {
    {"file-empty", {"", 0, "", "the file is empty"}},
    {"file-whitespace", {"", 5, "", "the file holds nothing but white space"}},
    {"file-nuls", {"", 0, "", "a NUL byte stands in the text"}},
    {"file-utf16le", {"", 0, "", "the file is UTF-16, not UTF-8"}},
    {"file-trailing-nuls", {"", 1108, "", "NUL bytes stand after the end of the document"}},
    {"file-two-documents", {"", 1109, "", "data stands after the end of the document"}},
    {"file-trailing-comma", {"", 1106, "/tasks", "a comma stands before a closing bracket"}},
    {"file-single-quotes", {"", 1, "", "a member name in double quotes is missing"}},
    {"truncated-10pct", {"", 110, "/tasks/0", k_cut}},
    {"truncated-half", {"", 554, "/tasks/1/createdAt", k_cut}},
    {"truncated-90pct", {"", 997, "/tasks/2", k_cut}},
    {"truncated-last-byte", {"", 1107, "", k_cut}},
    {"truncated-in-utf8", {"", 126, "/tasks/0/prompt", k_cut}},
    {"longer-old-tail", {"", 1108, "", "data stands after the end of the document"}},
    {"top-null", {"", 0, "", "the top level is no object"}},
    {"top-true", {"", 0, "", "the top level is no object"}},
    {"tasks-missing", {"", 0, "", "the top level has no `tasks` array"}},
    {"tasks-null", {"", 21, "/tasks", "`tasks` is no array"}},
    {"tasks-object", {"", 9, "/tasks", "`tasks` is no array"}},
    {"tasks-string", {"", 9, "/tasks", "`tasks` is no array"}},
    {"tasks-empty-string", {"", 9, "/tasks", "`tasks` is no array"}},
    {"tasks-number", {"", 9, "/tasks", "`tasks` is no array"}},
    {"tasks-zero", {"", 9, "/tasks", "`tasks` is no array"}},
    {"tasks-true", {"", 9, "/tasks", "`tasks` is no array"}},
    {"nesting-100k",
     {"", 1286, "/tasks/0/metadata/n" + repeated("/0", 998),
      "arrays and objects are nested deeper than the limit"}},
};

/// Fixtures whose canonical bytes differ from what the legacy store writes, each for its reason.
const std::map<std::string, std::string> k_differs = {
    {"numbers-arrays", "number texts stay as read; the legacy store reformats them"},
    {"task-integer-keys",
     "members stay in source order; the legacy store moves array-index names to the front"},
    {"task-integer-keys-top", "members stay in source order"},
    {"rlmstate-names", "members stay in source order"},
};

/// Repeated ids and elements without a string id are whole values to the reader; its caller decides about
/// them.
bool is_the_callers_business(const std::string& name) {
  return name.starts_with("element-") || name.starts_with("id-duplicate-");
}

}  // namespace

TEST_SUITE("sources::tasks_json_read") {
  TEST_CASE("yields every part of a document once, with offsets") {
    const std::string text = R"({"version":1, "updatedAt" : "x","tasks":[ {"id":"a"} ,2],"z":{"k":[]}} )";
    const Reading reading = read_tasks(text);
    REQUIRE_FALSE(reading.damage.has_value());
    REQUIRE(reading.events.size() == 8);
    CHECK(reading.events[0] == Seen{TasksEventKind::top_member, 1, 11, 0, {}, "\"version\"", "1", "1", ""});
    CHECK(reading.events[1] ==
          Seen{TasksEventKind::top_member, 14, 28, 1, {}, "\"updatedAt\"", "\"x\"", "\"x\"", ""});
    CHECK(reading.events[2].kind == TasksEventKind::tasks_begin);
    CHECK(reading.events[2].byte_offset == 40);
    CHECK(reading.events[3] == Seen{TasksEventKind::element,
                                    42,
                                    42,
                                    0,
                                    {},
                                    "",
                                    R"({"id":"a"})",
                                    "{\n      \"id\": \"a\"\n    }",
                                    ""});
    CHECK(reading.events[4] == Seen{TasksEventKind::element, 54, 54, 1, {}, "", "2", "2", ""});
    CHECK(reading.events[5].kind == TasksEventKind::tasks_end);
    CHECK(reading.events[5].byte_offset == 55);
    CHECK(reading.events[5].ordinal == 2);
    CHECK(
        reading.events[6] ==
        Seen{TasksEventKind::top_member, 57, 61, 2, {}, "\"z\"", R"({"k":[]})", "{\n    \"k\": []\n  }", ""});
    CHECK(reading.events[7].kind == TasksEventKind::end);
    CHECK(reading.events[7].byte_offset == text.size());
    CHECK(reading.tapped == text);
    CHECK(reading.canonical ==
          "{\n  \"version\": 1,\n  \"updatedAt\": \"x\",\n  \"tasks\": [\n    {\n      \"id\": \"a\"\n    "
          "},\n    2\n  ],\n"
          "  \"z\": {\n    \"k\": []\n  }\n}");
  }

  TEST_CASE("knows an empty store") {
    CHECK(read_tasks(R"({"tasks":[ ]})").canonical == "{\n  \"tasks\": []\n}");
  }

  TEST_CASE("refuses damage with its place") {
    check_damage({"\xEF\xBB\xBF[]", 3, "", "the top level is no object"});
    check_damage({"\0{\0}"s, 0, "", "the file is UTF-16, not UTF-8"});
    check_damage({"[]", 0, "", "the top level is no object"});
    check_damage({"hello", 0, "", "no JSON value begins with this byte"});
    check_damage({"{", 1, "", k_cut});
    check_damage({"{}", 0, "", "the top level has no `tasks` array"});
    check_damage({"{\"tasks\"", 8, "", k_cut});
    check_damage({"{\"tasks\":", 9, "/tasks", k_cut});
    check_damage({"{\"a\":12", 7, "/a", k_cut});
    check_damage({"{\"tasks\":[1,]}", 12, "/tasks", "a comma stands before a closing bracket"});
    check_damage({"{\"tasks\":[1 2]}", 12, "/tasks", k_separator});
    check_damage({"{\"tasks\":[] \"a\":1}", 12, "", k_separator});
    check_damage({"{\"tasks\":[{\"m\":{\"a/b\":[0,tru]}}]}", 28, "/tasks/0/m/a~1b/1",
                  "a word that is neither true, false nor null"});
    check_damage({"{\"tasks\":[]}{", 12, "", "data stands after the end of the document"});
    check_damage({"{\"tasks\":[\"a\nb\"]}", 12, "/tasks/0", "a raw control character inside a string"});
  }

  TEST_CASE("refuses depth past the limit, the element being one") {
    TasksReaderOptions options;
    options.max_depth = 2;
    CHECK_FALSE(read_tasks(R"({"tasks":[{"a":[]}]})", options).damage.has_value());
    const Reading deep = read_tasks(R"({"tasks":[{"a":[{}]}]})", options);
    REQUIRE(deep.damage.has_value());
    CHECK(deep.damage->byte_offset == 16);
    CHECK(deep.damage->json_pointer == "/tasks/0/a/0");
  }

  TEST_CASE("salvages the complete elements before the damage") {
    TasksReaderOptions options;
    options.damage = DamagePolicy::salvage;
    const Reading reading = read_tasks(R"({"tasks":[{"id":"a"},{"id":"b"},{"id":)", options);
    REQUIRE(reading.events.size() == 5);
    CHECK(reading.events[1].raw_value == R"({"id":"a"})");
    CHECK(reading.events[2].raw_value == R"({"id":"b"})");
    CHECK(reading.events[3].kind == TasksEventKind::damaged);
    CHECK(reading.events[3].byte_offset == 38);
    CHECK(reading.damage->json_pointer == "/tasks/2/id");
    CHECK(reading.events[4].kind == TasksEventKind::end);
  }

  TEST_CASE("reports losses at their place in the file") {
    const std::string text = "{\"v\xFF\":0,\"tasks\":[0,{\"a\":1,\"a\":2,\"s\":\"\xC3(\"}]}";
    const Reading reading = read_tasks(text, {}, 1);
    CHECK(reading.events[0].losses == "1 3 /v\xEF\xBF\xBD \"v\xFF\"\n");
    CHECK(reading.events[3].losses == "0 24 /tasks/1/a 1\n1 37 /tasks/1/s \"\xC3(\"\n");
    CHECK(reading.events[3].canonical == "{\n      \"a\": 2,\n      \"s\": \"\xEF\xBF\xBD(\"\n    }");
  }

  TEST_CASE("tells which top-level member repeats which") {
    const Reading reading = read_tasks(R"({"a":1,"b":2,"\u0061":3,"tasks":[]})");
    CHECK_FALSE(reading.events[1].repeats.has_value());
    CHECK(reading.events[2].repeats == 0);
    CHECK(reading.events[2].value_offset == 22);
  }

  TEST_CASE("lets the last of several tasks members count") {
    const std::string text = R"({"tasks":null,"tasks":[1],"\u0074asks":[2,3]})";
    const Reading first = read_tasks(text);
    REQUIRE(first.events.size() == 10);
    CHECK(first.events[0].kind == TasksEventKind::repeated_tasks);
    CHECK(first.events[0].byte_offset == 14);
    CHECK(first.events[4].kind == TasksEventKind::repeated_tasks);
    CHECK(first.events[4].ordinal == 2);
    TasksReaderOptions options;
    options.skip_tasks_arrays = 2;
    const Reading again = read_tasks(text, options);
    REQUIRE(again.events.size() == 8);
    CHECK(again.events[0].kind == TasksEventKind::lost_tasks);
    CHECK(again.events[0].raw_value == "null");
    CHECK(again.events[1].kind == TasksEventKind::lost_tasks);
    CHECK(again.events[1].raw_value.empty());
    CHECK(again.events[2].kind == TasksEventKind::lost_element);
    CHECK(again.events[2].raw_value == "1");
    CHECK(again.events[4].raw_value == "2");
    CHECK(again.canonical == "{\n  \"tasks\": [\n    2,\n    3\n  ]\n}");
    CHECK(read_tasks(R"({"tasks":[1],"tasks":0})").damage->json_pointer == "/tasks");
  }

  TEST_CASE("reads a record larger than its buffer") {
    const std::string long_text(3'000'000, 'x');
    const std::string text = "{\"tasks\":[{\"id\":\"a\",\"output\":\"" + long_text + "\"},{\"id\":\"b\"}]}";
    const Reading reading = read_tasks(text, {}, 1000);
    REQUIRE(reading.events.size() == 5);
    CHECK(reading.events[1].raw_value.size() == long_text.size() + 22);
    CHECK(reading.events[2].raw_value == "{\"id\":\"b\"}");
  }

  TEST_CASE("gives every fixture the bytes that the legacy store writes, but for the listed reasons") {
    for (const std::string& name : rlmdb::tests::quirk_names()) {
      CAPTURE(name);
      const std::string text = rlmdb::tests::quirk_text(name);
      const Reading reading = read_tasks(text, {}, ByteSource::k_chunk_bytes, Header::legacy);
      const auto refused = k_refused.find(name);
      REQUIRE(reading.damage.has_value() == (refused != k_refused.end()));
      if (refused != k_refused.end()) {
        CHECK(reading.damage->byte_offset == refused->second.offset);
        CHECK(reading.damage->json_pointer == refused->second.pointer);
        CHECK(reading.damage->reason == refused->second.reason);
      } else if (!is_the_callers_business(name)) {
        const bool same = reading.canonical == rlmdb::tests::quirk_expected(name);
        CHECK(same == !k_differs.contains(name));
      }
    }
  }

  TEST_CASE("gives the same events whatever the chunk size") {
    for (const std::string& name : rlmdb::tests::quirk_names()) {
      CAPTURE(name);
      const std::string text = rlmdb::tests::quirk_text(name);
      const Reading whole = read_tasks(text);
      for (const std::size_t chunk_bytes : {1U, 2U, 3U, 7U}) {
        const Reading cut = read_tasks(text, {}, chunk_bytes);
        CHECK(cut.events == whole.events);
        CHECK(cut.canonical == whole.canonical);
        REQUIRE(cut.damage.has_value() == whole.damage.has_value());
        if (!cut.damage) continue;
        CHECK(cut.damage->byte_offset == whole.damage->byte_offset);
        CHECK(cut.damage->json_pointer == whole.damage->json_pointer);
        CHECK(cut.damage->reason == whole.damage->reason);
      }
    }
  }
}
