// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

using namespace rlmdb;

namespace {

/// "WHERE: MESSAGE" of the invalid_input that `call` throws, or "".
template <class Call>
std::string refusal_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    CHECK_EQ(error.code(), ErrorCode::invalid_input);
    return error.where() + ": " + error.what();
  }
  return {};
}

std::string object_refusal(std::string_view text) {
  return refusal_of([&] { return split_json_object(text); });
}

std::string array_refusal(std::string_view text) {
  return refusal_of([&] { return split_json_array(text); });
}

using Texts = std::vector<std::string_view>;

}  // namespace

TEST_SUITE("json::json_text") {
  TEST_CASE("an object is taken apart with its values as they are written") {
    const std::string text =
        " {\"a\" : 1e400,\"b\":-0 , \"c\":12345678901234567890,\"d\":1.50,\"e\":\"\\ud83d \\\" }\","
        "\"f\":[{\"x\":\"]}\"},[ ]],\"g\\u00e9\":{\"y\":null,\"x\":1},\"\":true}\r";
    const std::vector<JsonMember> members = split_json_object(text);
    REQUIRE_EQ(members.size(), 8);
    CHECK_EQ(members[0].name, "a");
    CHECK_EQ(members[0].value, "1e400");
    CHECK_EQ(members[1].value, "-0");
    CHECK_EQ(members[2].value, "12345678901234567890");
    CHECK_EQ(members[3].value, "1.50");
    CHECK_EQ(members[4].value, "\"\\ud83d \\\" }\"");
    CHECK_EQ(members[5].value, "[{\"x\":\"]}\"},[ ]]");
    CHECK_EQ(members[6].name, "gé");
    CHECK_EQ(members[6].value, "{\"y\":null,\"x\":1}");
    CHECK_EQ(members[7].name, "");
    for (const JsonMember& member : members) {
      CHECK_EQ(member.value.data(), text.data() + member.offset);
    }
    CHECK_EQ(split_json_object("{}").size(), 0);
  }

  TEST_CASE("what is no object is refused at its byte") {
    CHECK_EQ(object_refusal(""), "0: a JSON object begins with {");
    CHECK_EQ(object_refusal("[1]"), "0: a JSON object begins with {");
    CHECK_EQ(object_refusal("\xEF\xBB\xBF{}"), "0: a JSON object begins with {");
    CHECK_EQ(object_refusal("{\"a\":1} x"), "8: something follows the object");
    CHECK_EQ(object_refusal(std::string_view("{}\0", 3)), "2: something follows the object");
    CHECK_EQ(object_refusal("{\"a\":1 \"b\":2}"), "7: a comma or } should stand here");
    CHECK_EQ(object_refusal("{\"a\":1,}"), "7: a member's name in quotes should stand here");
    CHECK_EQ(object_refusal("{a:1}"), "1: a member's name in quotes should stand here");
    CHECK_EQ(object_refusal("{\"a\" 1}"), "5: a colon should stand here");
    CHECK_EQ(object_refusal("{\"a\":}"), "5: a value should stand here");
    CHECK_EQ(object_refusal(std::string_view("{\"a\0\":1}", 8)), "1: a member's name is no JSON string");
    CHECK_EQ(object_refusal("{\"a\xff\":1}"), "1: a member's name is no JSON string");
    CHECK_EQ(object_refusal("{\"\\x\":1}"), "1: a member's name is no JSON string");
    CHECK_EQ(object_refusal("{\"\\ud83d\":1}"), "1: a member's name is no JSON string");
  }

  TEST_CASE("a text that is cut off anywhere is refused where it ends, or where the open part begins") {
    const std::string whole = R"({"a":[{"b\"":"x\\"},1e4],"c":null})";
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(size);
      CHECK_NE(object_refusal(std::string_view(whole).substr(0, size)), "");
    }
    CHECK_EQ(object_refusal(whole), "");
    CHECK_EQ(object_refusal("{\"a\":1"), "6: a comma or } should stand here");
    CHECK_EQ(object_refusal("{\"a\":\"x}"), "5: a string has no end");
    CHECK_EQ(object_refusal("{\"a\":\"x\\"), "5: a string has no end");
    CHECK_EQ(object_refusal("{\"a\":\"x\\\""), "5: a string has no end");
    CHECK_EQ(object_refusal("{\"a\":[{\"b\":1}"), "5: an object or array has no end");
    CHECK_EQ(object_refusal("{\"a\":[\"b]}"), "6: a string has no end");
  }

  TEST_CASE("a name that repeats is refused, however it is written, and one that only looks alike is not") {
    CHECK_EQ(object_refusal("{\"a\":1,\"\\u0061\":2}"), "7: 'a' is named twice");
    CHECK_EQ(object_refusal(R"({"\ud83d\ude00":1,"😀":2})"), "18: '😀' is named twice");
    const std::string halves = R"({"\ud83d":1,"\\ud83d":2})";
    CHECK_EQ(split_json_object(halves, HalfPairs::stay_escaped).size(), 2);
    CHECK_EQ(
        refusal_of([] { return split_json_object(R"({"\ud83d":1,"\uD83D":2})", HalfPairs::stay_escaped); }),
        "12: '\\uD83D' is named twice");
  }

  TEST_CASE("nesting has no limit") {
    const std::size_t depth = 200'000;
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    const std::string object = "{\"a\":" + deep + "}";
    CHECK_EQ(split_json_object(object).front().value, deep);
    CHECK_EQ(split_json_array(deep).front().size(), 2 * depth - 2);
    CHECK(is_json(deep));
    CHECK_FALSE(is_json(deep.substr(1)));
    CHECK_EQ(find_json_member(object, "a"), deep);
    CHECK_EQ(object_refusal(object.substr(0, object.size() - 2)), "5: an object or array has no end");
  }

  TEST_CASE("an array is taken apart with its elements as they are written") {
    const std::string text = "[ 1E+5 ,\"a,]\",[[]],{\"b\":[1]}, -0.0]\n";
    CHECK_EQ(split_json_array(text), Texts{"1E+5", "\"a,]\"", "[[]]", "{\"b\":[1]}", "-0.0"});
    CHECK_EQ(split_json_array(" [ ] ").size(), 0);
    CHECK_EQ(array_refusal("{}"), "0: a JSON array begins with [");
    CHECK_EQ(array_refusal("[1"), "2: a comma or ] should stand here");
    CHECK_EQ(array_refusal("[1,]"), "3: a value should stand here");
    CHECK_EQ(array_refusal("[1]]"), "3: something follows the array");
  }

  TEST_CASE("a string says what it says, with nothing replaced") {
    CHECK_EQ(json_string_text(R"("a\"\\\/\b\f\n\r\t\u00e9é")"), "a\"\\/\b\f\n\r\téé");
    CHECK_EQ(json_string_text(R"("\u0000")"), std::string(1, '\0'));
    CHECK_EQ(json_string_text(R"("\ud83d\ude00 \uFFFD")"), "😀 \uFFFD");
    CHECK_EQ(json_string_text("\"\""), "");
    for (const std::string_view refused :
         {"", "\"", "a", "1", "null", "[\"a\"]", " \"a\"", "\"a\" ", "\"a\"b\"", "\"a\n\"", "\"\\x\"",
          "\"\\u12\"", "\"\\\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\xEF\xBB\xBF\"a\""}) {
      CAPTURE(refused);
      CHECK_EQ(json_string_text(refused), std::nullopt);
    }
  }

  TEST_CASE("half a surrogate pair is refused, or stays as it is written") {
    for (const std::string_view half :
         {R"("\ud83d")", R"("\uDE00")", R"("\ud83d\ud83d")", R"("\ude00\ud83d")"}) {
      CAPTURE(half);
      CHECK_EQ(json_string_text(half), std::nullopt);
      CHECK_EQ(json_string_text(half, HalfPairs::stay_escaped), half.substr(1, half.size() - 2));
    }
    CHECK_EQ(json_string_text(R"("\ud83d\ud83d\ude00")", HalfPairs::stay_escaped), "\\ud83d😀");
    CHECK_EQ(split_json_object(R"({"x\uDC00":1})", HalfPairs::stay_escaped).front().name, "x\\uDC00");
  }

  TEST_CASE("JSON is told from what is none") {
    for (const std::string_view json : {"1e400", "-0", " null\n", "{\"a\":1,\"a\":2}", "\"\\ud83d\"",
                                        "[123456789012345678901234567890.5E-400]"}) {
      CAPTURE(json);
      CHECK(is_json(json));
    }
    for (const std::string_view none :
         {"", " ", "01", "1.", ".5", "+1", "-", "tru", "nulls", "[1,]", "{\"a\"}", "1 2",
          "\xEF\xBB\xBF"
          "1",
          "\"\xff\"", "{\"\xff\":1}", "NaN", "'a'"}) {
      CAPTURE(none);
      CHECK_FALSE(is_json(none));
    }
    CHECK_FALSE(is_json(std::string_view("1\0", 2)));
    CHECK(is_json(std::string(100'000, '9')));
  }

  TEST_CASE("a member is found by its decoded name, the last one if it repeats") {
    CHECK_EQ(find_json_member(R"( {"\u0061":1,"a":1e400} )", "a"), "1e400");
    CHECK_EQ(find_json_member(R"({"x\"y":[ ]})", "x\"y"), "[ ]");
    CHECK_EQ(find_json_member(R"({"o":{"a":1}})", "a"), std::nullopt);
    CHECK_EQ(find_json_member("[\"a\"]", "a"), std::nullopt);
    CHECK_EQ(find_json_member("{\"a\":1", "a"), std::nullopt);
    CHECK_EQ(find_json_member("", "a"), std::nullopt);
  }

  TEST_CASE("the first byte tells the kind") {
    CHECK_EQ(json_kind("null"), JsonKind::null);
    CHECK_EQ(json_kind("false"), JsonKind::boolean);
    CHECK_EQ(json_kind("-0"), JsonKind::number);
    CHECK_EQ(json_kind("\"\""), JsonKind::string);
    CHECK_EQ(json_kind("[]"), JsonKind::array);
    CHECK_EQ(json_kind("{}"), JsonKind::object);
  }
}
