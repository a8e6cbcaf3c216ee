// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_style.hpp"
#include "random_seed.hpp"

using namespace rlmdb::json;

namespace {

std::string compact(const std::string& text) {
  const TextStyle style = style_of(text);
  std::string said;
  append_compact(said, std::string_view(text).substr(
                           style.prefix.size(), text.size() - style.prefix.size() - style.suffix.size()));
  return said;
}

std::string changed(const std::string& text, const std::string& now) {
  const std::string result = rewritten(text, now, style_of(text));
  CHECK(compact(result) == now);
  return result;
}

void check_style_alone(const std::string& text) {
  CAPTURE(text);
  const TextStyle style = style_of(text);
  CHECK(styled(compact(text), style) == text);
  CHECK((style_from_json(to_json(style)) == style));
}

/// Random JSON, written by somebody without any habits.
class Careless {
 public:
  explicit Careless(std::uint32_t seed) : m_random(seed) {}

  std::string space() {
    constexpr const char* k_spaces[] = {"", "", "", " ", "\n", "\r\n  ", "\t", "\n    "};
    return k_spaces[below(8)];
  }
  std::string value(unsigned depth) {
    switch (below(depth > 3 ? 3 : 6)) {
      case 0:
        return std::to_string(below(100)) + (below(2) == 0 ? ".50" : "");
      case 1:
        return below(2) == 0 ? "null" : "true";
      case 2:
        return string();
      case 3:
        return list('[', ']', depth);
      default:
        return list('{', '}', depth);
    }
  }
  std::size_t below(std::size_t limit) { return m_random() % limit; }

 private:
  std::string string() {
    constexpr const char* k_texts[] = {"\"\"",     "\"a\\u00e9b\"", "\"é\"", "\"{\\\"x\\\": [1, 2]}\"",
                                       "\"\\\\\"", "\"a,b:c\""};
    return k_texts[below(6)];
  }
  std::string list(char open, char close, unsigned depth) {
    std::string text(1, open);
    const std::size_t size = below(5);
    for (std::size_t i = 0; i < size; ++i) {
      text += i == 0 ? space() : "," + space();
      if (open == '{') text += "\"n" + std::to_string(i) + "\"" + space() + ":" + space();
      text += value(depth + 1) + space();
    }
    if (size == 0) text += space();
    return text + close;
  }

  std::mt19937 m_random;
};

}  // namespace

TEST_SUITE("json::style") {
  TEST_CASE("most writers come back by their style alone") {
    check_style_alone("{\n  \"a\": 1,\n  \"b\": [\n    1,\n    {}\n  ]\n}");
    check_style_alone("{\n  \"a\": 1\n}\n");
    check_style_alone("{\n    \"a\": [],\n    \"b\": {\n        \"c\": null\n    }\n}\n");
    check_style_alone("{\n\t\"a\": [\n\t\t1\n\t]\n}\n");
    check_style_alone("{\"a\": 1, \"b\": [1, 2, {\"c\": []}]}");
    check_style_alone("{\"a\":1,\"b\":[1,2]}\n\n");
    check_style_alone("\xEF\xBB\xBF{\r\n  \"a\": \"é\",\r\n  \"b\": [\r\n    1\r\n  ]\r\n}\r\n");
    check_style_alone("{\"a\": \"\\u00e9\\ud83d\\ude00\", \"b\": 1}");
    check_style_alone(" \"text\" ");
    check_style_alone("[]");
  }

  TEST_CASE("a value that changes changes alone") {
    CHECK(changed("{ \"a\" : 1,\n   \"b\":  [1,2 ,3] }\n", R"({"a":2,"b":[1,2,3]})") ==
          "{ \"a\" : 2,\n   \"b\":  [1,2 ,3] }\n");
    CHECK(changed("{\"l\": [ {\"x\":1}, {\"x\": 2} ]}", R"({"l":[{"x":1},{"x":3}]})") ==
          "{\"l\": [ {\"x\":1}, {\"x\": 3} ]}");
    CHECK(changed("{\"a\": \"\\u00e9\", \"b\": 1}", R"({"a":"é","b":"ü"})") ==
          "{\"a\": \"\\u00e9\", \"b\": \"\\u00fc\"}");
  }

  TEST_CASE("what is new is written as its neighbours are, what is gone leaves nothing") {
    const std::string text = "{\n    \"a\": 1,\n    \"b\": {\n        \"c\": []\n    }\n}\n";
    CHECK(changed(text, R"({"a":1,"b":{"c":[],"d":[1]},"e":null})") ==
          "{\n    \"a\": 1,\n    \"b\": {\n        \"c\": [],\n        \"d\": [\n            1\n        ]\n  "
          "  },\n"
          "    \"e\": null\n}\n");
    CHECK(changed(text, R"({"b":{"c":[]}})") == "{\n    \"b\": {\n        \"c\": []\n    }\n}\n");
    CHECK(changed("{\"a\": 1, \"b\": 2}", R"({"a":1})") == "{\"a\": 1}");
    CHECK(changed("{\"a\": 1, \"b\": 2}", R"({"b":2,"c":3,"a":1})") == "{ \"b\": 2, \"c\": 3,\"a\": 1}");
    CHECK(changed("[1, 2, 3]", "[0,2,3,4]") == "[0, 2, 3, 4]");
    CHECK(changed("[\n  1,\n  2\n]", "[1,7,2]") == "[\n  1,\n  7,\n  2\n]");
    CHECK(changed("[\n  1, 2,\n  3\n]", "[1,3]") == "[\n  1,\n  3\n]");
    CHECK(changed("{ }", R"({"a":1})") == "{\n  \"a\": 1\n}");
    CHECK(changed("{\"a\": 1, \"a\": 2, \"b\": 3}", R"({"a":2,"b":4})") == "{\"a\": 2, \"b\": 4}");
  }

  TEST_CASE("any text comes back as it is, and says what it is to say") {
    const std::uint32_t seed = rlmdb::test::random_seed();
    CAPTURE(seed);
    Careless writer(seed);
    for (int round = 0; round < 400; ++round) {
      const std::string text = writer.space() + writer.value(0) + writer.space();
      CAPTURE(text);
      const TextStyle style = style_of(text);
      CHECK(rewritten(text, compact(text), style) == text);
      CHECK((style_from_json(to_json(style)) == style));
      (void)changed(text, compact(writer.value(0)));
    }
  }
}
