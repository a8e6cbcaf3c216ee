// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "random_json.hpp"

using namespace rlmdb::json;
using rlmdb::tests::Noise;
using rlmdb::tests::RandomJson;
using rlmdb::tests::RandomJsonMaker;

namespace {

ScanOptions compact_options() {
  ScanOptions options;
  options.layout = JsonLayout::compact;
  return options;
}

std::string pretty(std::string_view text) {
  std::string out;
  const ScanResult result = scan_value(text, 0, {}, &out);
  CHECK(result.status == ScanStatus::complete);
  CHECK(result.end == text.size());
  return out;
}

std::string compact(std::string_view text) {
  std::string out;
  append_compact(out, text);
  return out;
}

struct FaultRow {
  std::string text;
  ScanFault fault;
  std::size_t offset;
  std::string pointer;
};

}  // namespace

TEST_SUITE("json::json_scan") {
  TEST_CASE("lays out as JSON.stringify with two spaces does") {
    CHECK(pretty("{}") == "{}");
    CHECK(pretty("[ \n]") == "[]");
    CHECK(pretty("[[],{ }]") == "[\n  [],\n  {}\n]");
    CHECK(pretty("{\"a\":1.0,\t\"b\" : [ 1e3 , -0 ]\r\n}") ==
          "{\n  \"a\": 1.0,\n  \"b\": [\n    1e3,\n    -0\n  ]\n}");
    CHECK(pretty("{\n \"a\": 1\n}") == "{\n  \"a\": 1\n}");
    CHECK(pretty("\"\\u0041\"") == "\"A\"");
    CHECK(compact("[ 1 , { \"a\" : [ ] } ]") == "[1,{\"a\":[]}]");
    CHECK(compact("true") == "true");
  }

  TEST_CASE("starts at any depth and says when the source is canonical already") {
    ScanOptions options;
    options.indent_depth = 2;
    std::string out;
    const std::string text = "{\n      \"a\": \"\\n\"\n    },";
    ScanResult result = scan_value(text, 0, options, &out);
    CHECK(result.end == text.size() - 1);
    CHECK(result.already_canonical);
    CHECK(out == text.substr(0, text.size() - 1));
    out.clear();
    options.copy = CanonicalCopy::only_when_different;
    CHECK(scan_value(text, 0, options, &out).already_canonical);
    CHECK(out.empty());
    options.indent_depth = 0;
    CHECK_FALSE(scan_value(text, 0, options, &out).already_canonical);
    CHECK(out == "{\n  \"a\": \"\\n\"\n}");
  }

  TEST_CASE("refuses what RFC 8259 refuses, with offset and pointer") {
    const std::vector<FaultRow> rows = {
        {"", ScanFault::truncated, 0, ""},
        {"[1,]", ScanFault::trailing_comma, 3, ""},
        {"{\"a\":1,}", ScanFault::trailing_comma, 7, ""},
        {"{a:1}", ScanFault::expected_name, 1, ""},
        {"{'a':1}", ScanFault::expected_name, 1, ""},
        {"{\"a\" 1}", ScanFault::expected_colon, 5, ""},
        {"{\"a\":[1 2]}", ScanFault::expected_separator, 8, "/a"},
        {"{\"a\":{\"b\":[0,{\"c~/\":nul}]}}", ScanFault::bad_literal, 23, "/a/b/1/c~0~1"},
        {"[1}", ScanFault::expected_separator, 2, ""},
        {"[+1]", ScanFault::bad_number, 1, "/0"},
        {"[.5]", ScanFault::bad_number, 1, "/0"},
        {"[1.]", ScanFault::bad_number, 3, "/0"},
        {"[01]", ScanFault::bad_number, 2, "/0"},
        {"[-01]", ScanFault::bad_number, 3, "/0"},
        {"[-]", ScanFault::bad_number, 2, "/0"},
        {"[1e]", ScanFault::bad_number, 3, "/0"},
        {"[1e+]", ScanFault::bad_number, 4, "/0"},
        {"[0x1]", ScanFault::expected_separator, 2, ""},
        {"[NaN]", ScanFault::unexpected_byte, 1, "/0"},
        {"[Infinity]", ScanFault::unexpected_byte, 1, "/0"},
        {"[-Infinity]", ScanFault::bad_number, 2, "/0"},
        {"[TRUE]", ScanFault::unexpected_byte, 1, "/0"},
        {"[truE]", ScanFault::bad_literal, 4, "/0"},
        {"[\"a\nb\"]", ScanFault::control_in_string, 3, "/0"},
        {"{\"a\tb\":1}", ScanFault::control_in_string, 3, ""},
        {"[\"\\x\"]", ScanFault::bad_escape, 3, "/0"},
        {"[\"\\u12G4\"]", ScanFault::bad_escape, 6, "/0"},
        {"[\"\\ud83d\\u12\"]", ScanFault::bad_escape, 12, "/0"},
        {"[\xC2\xA0"
         "1]",
         ScanFault::unexpected_byte, 1, "/0"},
        {"[1\v]", ScanFault::expected_separator, 2, ""},
        {"[1 /* c */]", ScanFault::expected_separator, 3, ""},
        {"[\"a", ScanFault::truncated, 3, "/0"},
        {"{\"a\":{\"b\":", ScanFault::truncated, 10, "/a/b"},
        {"{\"a\":{\"b\"", ScanFault::truncated, 9, "/a"},
        {"[1,2", ScanFault::truncated, 4, ""},
        {"[1,", ScanFault::truncated, 3, "/1"},
        {"[-", ScanFault::truncated, 2, "/0"},
        {"[tru", ScanFault::truncated, 4, "/0"},
    };
    for (const FaultRow& row : rows) {
      CAPTURE(row.text);
      std::string out = "kept";
      const ScanResult result = scan_value(row.text, 0, {}, &out);
      CHECK(result.status == ScanStatus::fault);
      CHECK(result.fault == row.fault);
      CHECK(result.fault_offset == row.offset);
      CHECK(result.pointer == row.pointer);
      CHECK(out == "kept");
    }
  }

  TEST_CASE("asks for more at every cut and answers the same afterwards") {
    const std::string text = R"( {"a":[1.5e+3,true,null,"x\n\uD83D\uDE00é"],"b":{"c":-12}} )";
    ScanOptions options = compact_options();
    options.input = ScanInput::partial;
    for (std::size_t cut = 1; cut < text.size() - 1; ++cut) {
      CAPTURE(cut);
      std::string out;
      CHECK(scan_value(std::string_view(text).substr(0, cut), 1, options, &out).status ==
            ScanStatus::need_more);
      CHECK(out.empty());
    }
    const ScanResult whole = scan_value(text, 1, options, nullptr);
    CHECK(whole.status == ScanStatus::complete);
    CHECK(whole.end == text.size() - 1);
    CHECK(scan_value("12", 0, options, nullptr).status == ScanStatus::need_more);
    CHECK(scan_value("12 ", 0, options, nullptr).end == 2);
  }

  TEST_CASE("limits depth, counting the value itself as one") {
    ScanOptions options;
    options.max_depth = 2;
    CHECK(scan_value("[{}]", 0, options, nullptr).status == ScanStatus::complete);
    const ScanResult deep = scan_value("{\"a\":[ [1]]}", 0, options, nullptr);
    CHECK(deep.fault == ScanFault::too_deep);
    CHECK(deep.fault_offset == 7);
    CHECK(deep.pointer == "/a/0");
    options.max_depth = 2'000'000;
    const std::string tower = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    std::string out;
    options.layout = JsonLayout::compact;
    CHECK(scan_value(tower, 0, options, &out).status == ScanStatus::complete);
    CHECK(out == tower);
  }

  TEST_CASE("gives the last value at the first position and names what is lost") {
    const std::string text =
        R"({"id":"t","prompt":"a","s":{"x":1,"x":[2],"y":0},"prompt":"b","\u0070rompt":{"q":1,"q":2}})";
    std::string out;
    const ScanResult result = scan_value(text, 0, compact_options(), &out);
    CHECK(out == R"({"id":"t","prompt":{"q":2},"s":{"x":[2],"y":0}})");
    REQUIRE(result.losses.size() == 4);
    CHECK(result.losses[0].kind == LossKind::duplicate_member);
    CHECK(result.losses[0].raw_text == "\"a\"");
    CHECK(result.losses[0].pointer == "/prompt");
    CHECK(result.losses[0].offset == 19);
    CHECK(result.losses[1].raw_text == "1");
    CHECK(result.losses[1].pointer == "/s/x");
    CHECK(result.losses[2].raw_text == "\"b\"");
    CHECK(result.losses[3].raw_text == "1");
    CHECK(result.losses[3].pointer == "/prompt/q");
    CHECK_FALSE(result.already_canonical);
  }

  TEST_CASE("counts what an overwritten value held as one loss") {
    std::string out;
    const ScanResult result =
        scan_value("[{\"a\":{\"b\":1,\"b\":\"\xFF\"},\"a\":null}]", 0, compact_options(), &out);
    CHECK(out == "[{\"a\":null}]");
    REQUIRE(result.losses.size() == 1);
    CHECK(result.losses[0].raw_text == "{\"b\":1,\"b\":\"\xFF\"}");
    CHECK(result.losses[0].pointer == "/0/a");
    CHECK(result.losses[0].offset == 6);
  }

  TEST_CASE("compares names as decoded texts") {
    CHECK(compact(R"({"\ud800":1,"\ud801":2,"\uD800":3})") == R"({"\ud800":3,"\ud801":2})");
    CHECK(compact("{\"\xFF\":1,\"\xFE\":2}") == "{\"\xEF\xBF\xBD\":2}");
    CHECK(compact(R"({"a/b":1,"a\/b":2})") == R"({"a/b":2})");
    CHECK(compact(R"({"__proto__":1,"":2,"constructor":3,"":4})") ==
          R"({"__proto__":1,"":4,"constructor":3})");
    CHECK(compact(R"({"10":1,"9":2})") == R"({"10":1,"9":2})");
  }

  TEST_CASE("reports invalid UTF-8 with its offset, value and name alike") {
    const std::string text = "{\"ok\":\"\xC3\xA9\",\"k\xFF\":[0,\"ab\\n\xC3(\"]}";
    std::string out;
    const ScanResult result = scan_value(text, 0, compact_options(), &out);
    CHECK(out == "{\"ok\":\"\xC3\xA9\",\"k\xEF\xBF\xBD\":[0,\"ab\\n\xEF\xBF\xBD(\"]}");
    REQUIRE(result.losses.size() == 2);
    CHECK(result.losses[0].kind == LossKind::invalid_utf8);
    CHECK(result.losses[0].offset == text.find('\xFF'));
    CHECK(result.losses[0].raw_text == "\"k\xFF\"");
    CHECK(result.losses[0].pointer == "/k\xEF\xBF\xBD");
    CHECK(result.losses[1].offset == text.find("\xC3("));
    CHECK(result.losses[1].raw_text == "\"ab\\n\xC3(\"");
    CHECK(result.losses[1].pointer == "/k\xEF\xBF\xBD/1");
  }

  TEST_CASE("finds a repetition among many names, and none where there is none") {
    std::string text = "{\"o\":{";
    for (int i = 0; i < 100'000; ++i)
      text += "\"prefix-prefix-" + std::to_string(i) + "-suffix-suffix\":{\"a\":0},";
    const std::string distinct = text + "\"last\":1}}";
    CHECK(compact(distinct) == distinct);
    const std::string repeated = text + "\"prefix-prefix-70000-suffix-suffix\":1}}";
    std::string out;
    const ScanResult result = scan_value(repeated, 0, compact_options(), &out);
    REQUIRE(result.losses.size() == 1);
    CHECK(result.losses[0].pointer == "/o/prefix-prefix-70000-suffix-suffix");
    CHECK(out.find("\"prefix-prefix-70000-suffix-suffix\":1,\"prefix-prefix-70001-") != std::string::npos);
  }

  TEST_CASE("gives the generator's answer for random values") {
    for (unsigned seed = 0; seed < 20'000; ++seed) {
      const Noise noise = seed % 3 == 0   ? Noise::none
                          : seed % 3 == 1 ? Noise::white_space
                                          : Noise::everything;
      const unsigned depth = seed % 4;
      const RandomJson sample = RandomJsonMaker(seed, noise).make(depth);
      CAPTURE(seed);
      CAPTURE(sample.raw);
      ScanOptions options;
      options.indent_depth = depth;
      std::string scanned;
      const ScanResult result = scan_value(sample.raw, 0, options, &scanned);
      REQUIRE(result.status == ScanStatus::complete);
      REQUIRE(result.end == sample.raw.size());
      REQUIRE(scanned == sample.pretty);
      REQUIRE(result.losses.size() == sample.losses);
      REQUIRE(result.already_canonical == (sample.raw == sample.pretty));
      REQUIRE(compact(sample.raw) == sample.compact);
      REQUIRE(compact(scanned) == sample.compact);
      std::string laid_out;
      append_pretty(laid_out, sample.compact, depth);
      CHECK(is_pretty_of(laid_out, sample.compact, depth));
      CHECK_FALSE(is_pretty_of(laid_out + " ", sample.compact, depth));
      CHECK_FALSE(is_pretty_of(laid_out.substr(0, laid_out.size() - 1), sample.compact, depth));
      REQUIRE(laid_out == sample.pretty);
      std::string again;
      REQUIRE(scan_value(scanned, 0, options, &again).already_canonical);
      REQUIRE(again == scanned);
    }
  }
}
