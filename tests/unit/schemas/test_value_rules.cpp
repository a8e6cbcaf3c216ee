// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "schemas/schema_rules.hpp"
#include "schemas/value_rules.hpp"

using namespace rlmdb::schemas;

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view k_words[] = {"a", "b"};
constexpr ValueRange k_shares{0, 1};
constexpr MemberRule k_inner[] = {{"path", ValueKind::text, Need::required}};
constexpr MemberRule k_rules[] = {
    {"word", ValueKind::text, Need::optional, nullptr, k_words},
    {"share", ValueKind::number, Need::nullable, &k_shares},
    {"count", ValueKind::integer, Need::required},
    {"value", ValueKind::any, Need::present},
    {"when", ValueKind::time},
    {"list", ValueKind::array, Need::optional, nullptr, {}, k_inner},
    {"texts", ValueKind::array, Need::optional, nullptr, {}, {}, nullptr, ValueKind::text},
    {"id", ValueKind::text, Need::optional, nullptr, {}, {}, &k_loop_id_form},
};

/// "POINTER VALUE ALLOWED" of each fault.
Lines faults(std::string_view object, Judging judging = Judging::lenient) {
  Lines lines;
  judge_members(
      object, k_rules, "",
      [&](const Fault& fault) {
        lines.push_back(fault.pointer + " " + std::string(fault.raw) + " " + fault.allowed);
      },
      judging);
  return lines;
}

}  // namespace

TEST_SUITE("schemas::value_rules") {
  TEST_CASE("an object that follows has no faults, whatever else stands in it") {
    CHECK(faults(R"({"word":"b","share":0.5,"count":3,"value":null,"when":"2026-02-02T21:15:00Z","more":[1],
      "list":[{"path":"x"}],"texts":["t"],"id":"ralph-fix-tests-a1b2c3d4"})")
              .empty());
  }

  TEST_CASE("each kind of fault says where, what and what is allowed") {
    CHECK(
        faults(
            R"({"word":"c","share":1.7,"when":"soon","list":[{},5,{"path":1}],"texts":["t",2],"id":"x"})") ==
        Lines{"/word \"c\" one of a, b", "/share 1.7 from 0 to 1", "/count  required", "/value  required",
              "/when \"soon\" a time like 2026-02-02T21:15:00Z", "/list/0/path  required",
              "/list/1 5 an object", "/list/2/path 1 a text", "/texts/1 2 a text",
              "/id \"x\" ^ralph-[a-z0-9-]+-[a-f0-9]{8}$"});
  }

  TEST_CASE("null counts as absent, but where it is judged strictly") {
    const std::string_view json = R"({"word":null,"share":null,"count":null,"value":null})";
    CHECK(faults(json) == Lines{"/count null required"});
    CHECK(faults(json, Judging::strict) == Lines{"/word null one of a, b", "/count null a whole number"});
  }

  TEST_CASE("5.0 is a whole number, but where it is judged strictly") {
    const std::string_view json = R"({"count":5.0,"value":1})";
    CHECK(faults(json).empty());
    CHECK(faults(json, Judging::strict) == Lines{"/count 5.0 a whole number"});
    CHECK(faults(R"({"count":5.5,"value":1})") == Lines{"/count 5.5 a whole number"});
  }

  TEST_CASE("what is no object has no members to judge") {
    for (const char* json : {"", "5", "\"text\"", "[]", "null"}) CHECK(faults(json).empty());
    CHECK(count_faults("{}", k_rules) == 2);
  }

  TEST_CASE("a result has a node's shape by its status, or by its members alone") {
    for (const char* json : {R"({"status":"success"})", R"({"status":"partial","x":1})",
                             R"({"status":"failed"})", R"({"status":"cancelled"})", R"({"status":"done"})",
                             R"({"output":"x"})", R"({"output":"x","confidence":0.9})"})
      CHECK_MESSAGE(is_node_result(json), json);
    for (const char* json :
         {R"({"status":"done","rows":3})", R"({"state":"success"})", R"({"output":5})",
          R"({"output":"x","rows":3})", R"({"status":null,"output":"x"})", "[]", "\"success\"", ""})
      CHECK_MESSAGE(!is_node_result(json), json);
  }
}
