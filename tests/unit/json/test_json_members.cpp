// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "legacy_fixtures.hpp"
#include "random_json.hpp"

using namespace rlmdb::json;
using rlmdb::tests::Noise;
using rlmdb::tests::RandomJsonMaker;

namespace {

void check_same(const std::vector<Member>& fast, const std::vector<Member>& strict) {
  REQUIRE(fast.size() == strict.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    REQUIRE(fast[i].raw_name.data() == strict[i].raw_name.data());
    REQUIRE(fast[i].raw_name == strict[i].raw_name);
    REQUIRE(fast[i].raw_value.data() == strict[i].raw_value.data());
    REQUIRE(fast[i].raw_value == strict[i].raw_value);
    REQUIRE(fast[i].kind == strict[i].kind);
  }
}

/// Splits the value and everything in it both ways; returns how many objects were compared.
std::size_t compare_all(std::string_view root) {
  std::vector<std::string_view> pending = {root};
  std::vector<Member> fast;
  std::vector<Member> strict;
  std::vector<std::string_view> elements;
  std::size_t objects = 0;
  while (!pending.empty()) {
    const std::string_view value = pending.back();
    pending.pop_back();
    if (kind_of(value) == JsonKind::object) {
      ++objects;
      split_members(value, fast);
      split_members_strict(value, strict);
      check_same(fast, strict);
      for (const Member& member : fast) pending.push_back(member.raw_value);
    } else if (kind_of(value) == JsonKind::array) {
      split_elements(value, elements);
      pending.insert(pending.end(), elements.begin(), elements.end());
    }
  }
  return objects;
}

}  // namespace

TEST_SUITE("json::json_members") {
  TEST_CASE("splits one level into exact spans") {
    const std::string text =
        "{ \"a\" : 1.0 ,\n\"b\":\"x,}\",\"c\\n\":[1,{\"d\":2}] , \"e\":{\"f\":[]},\"g\":null,\"h\":false }";
    std::vector<Member> members;
    for (auto* split : {&split_members, &split_members_strict}) {
      split(text, members);
      REQUIRE(members.size() == 6);
      CHECK(members[0].raw_name == "\"a\"");
      CHECK(members[0].raw_value == "1.0");
      CHECK(members[0].kind == JsonKind::number);
      CHECK(members[1].raw_value == "\"x,}\"");
      CHECK(members[1].kind == JsonKind::string);
      CHECK(members[2].raw_name == "\"c\\n\"");
      CHECK(members[2].raw_value == "[1,{\"d\":2}]");
      CHECK(members[2].kind == JsonKind::array);
      CHECK(members[3].raw_value == "{\"f\":[]}");
      CHECK(members[3].kind == JsonKind::object);
      CHECK(members[4].kind == JsonKind::null);
      CHECK(members[5].raw_value == "false");
      CHECK(members[5].kind == JsonKind::boolean);
      split("{}", members);
      CHECK(members.empty());
      split("{ \n }", members);
      CHECK(members.empty());
    }
  }

  TEST_CASE("resolves repeated names: last value, first position") {
    const std::string text = R"({"id":1,"p":"a","q":2,"p":"b","\u0070":[3]})";
    std::vector<Member> members;
    for (auto* split : {&split_members, &split_members_strict}) {
      split(text, members);
      REQUIRE(members.size() == 3);
      CHECK(members[1].raw_name == "\"p\"");
      CHECK(members[1].raw_value == "[3]");
      CHECK(members[1].kind == JsonKind::array);
      CHECK(members[2].raw_name == "\"q\"");
    }
  }

  TEST_CASE("reads what simdjson refuses") {
    const std::string text = "{\"\xFF\":1,\"b\":\"\xC3(\",\"\xFE\":\"\\ud800\"}";
    std::vector<Member> members;
    split_members(text, members);
    REQUIRE(members.size() == 2);
    CHECK(members[0].raw_name == "\"\xFF\"");
    CHECK(members[0].raw_value == "\"\\ud800\"");
    CHECK(members[1].raw_value == "\"\xC3(\"");
  }

  TEST_CASE("splits arrays") {
    std::vector<std::string_view> elements;
    split_elements("[ ]", elements);
    CHECK(elements.empty());
    split_elements("[1 , \"],\" ,[[2]],{\"a\":[3]}\n]", elements);
    CHECK(elements == std::vector<std::string_view>{"1", "\"],\"", "[[2]]", "{\"a\":[3]}"});
  }

  TEST_CASE("stays linear for many members") {
    std::string text = "{";
    for (int i = 0; i < 100'000; ++i) text += "\"same-beginning-" + std::to_string(i) + "-same-ending\":0,";
    text += "\"same-beginning-5-same-ending\":1}";
    std::vector<Member> members;
    split_members(text, members);
    CHECK(members.size() == 100'000);
    CHECK(members[5].raw_value == "1");
  }

  TEST_CASE("both ways agree on random documents") {
    std::size_t objects = 0;
    for (unsigned seed = 0; seed < 5'000; ++seed) {
      CAPTURE(seed);
      objects += compare_all(
          RandomJsonMaker(seed, seed % 2 == 0 ? Noise::everything : Noise::white_space).make().raw);
    }
    CHECK(objects > 5'000);
  }

  TEST_CASE("both ways agree on every fixture that is one JSON value") {
    std::size_t files = 0;
    for (const std::string& name : rlmdb::tests::quirk_names()) {
      if (name.starts_with("nesting-")) continue;  // every level would be split again: quadratic in the depth
      const std::string text = rlmdb::tests::quirk_text(name);
      const std::size_t begin = std::min(text.find_first_not_of(" \n\r\t"), text.size());
      const ScanResult result = scan_value(text, begin, {}, nullptr);
      if (result.status != ScanStatus::complete) continue;
      CAPTURE(name);
      compare_all(std::string_view(text).substr(begin, result.end - begin));
      ++files;
    }
    if (rlmdb::tests::quirks_directory().empty()) {
      MESSAGE("no fixture pairs in this checkout");
    } else {
      CHECK(files > 70);
    }
  }
}
