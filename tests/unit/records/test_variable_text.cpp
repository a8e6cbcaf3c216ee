// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "records/variable_text.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::records;

namespace {

std::string updated(std::string_view before, std::string_view value) {
  VariableUpdate update;
  update.name = "v";
  update.value = value;
  update.now = "N";
  return with_update(before, update);
}

std::string time_of(std::string_view text) {
  const auto time = util::parse_utc(text);
  return time ? util::utc_text(*time) : "none";
}

}  // namespace

TEST_SUITE("records::variable_text") {
  TEST_CASE("a type stays where it still says what the value is") {
    for (const auto& row : std::vector<std::array<const char*, 3>>{
             {"string", "\"x\"", "string"},
             {"string", "1", "number"},
             {"object", "null", "object"},
             {"object", "{}", "object"},
             {"object", "\"x\"", "text"},
             {"file_content", "\"x\"", "file_content"},
             {"file_path", "\"x\"", "text"},
             {"file_path", "\"file:x\"", "file_path"},
             {"json", "[1]", "json"},
             {"json", "5", "json"},
             {"array", "{}", "json"},
             {"colour", "true", "boolean"},
         }) {
      const auto [before, value, after] = row;
      CAPTURE(row[0]);
      CAPTURE(row[1]);
      const std::string text = updated(R"({"value":0,"type":")" + std::string(before) + "\"}", value);
      CHECK(text == R"({"value":)" + std::string(value) + R"(,"type":")" + after + R"(","updated_at":"N"})");
    }
  }

  TEST_CASE("what is no variable object is replaced by one") {
    for (const char* bare : {"", "5", "null", "[1]", R"({"a":1})", R"({"name":"v"})"})
      CHECK(updated(bare, "1") == R"({"name":"v","value":1,"type":"number","created_at":"N"})");
    CHECK(updated(R"({"name":"v","type":"null"})", "1") ==
          R"({"name":"v","type":"number","value":1,"updated_at":"N"})");
  }

  TEST_CASE("settings come and go with their object") {
    VariableUpdate update;
    update.name = "v";
    update.value = "1";
    update.ttl_seconds = 5;
    update.now = "N";
    const std::string text = with_update("", update);
    CHECK(text == R"({"name":"v","value":1,"type":"number","created_at":"N","metadata":{"ttl_seconds":5}})");
    update.ttl_seconds = 0;
    CHECK(with_update(text, update) ==
          R"({"name":"v","value":1,"type":"number","created_at":"N","updated_at":"N"})");
    update.read_only = false;
    CHECK(
        with_update(text, update) ==
        R"({"name":"v","value":1,"type":"number","created_at":"N","metadata":{"read_only":false},"updated_at":"N"})");
  }

  TEST_CASE("a variable that begins anew is created now") {
    VariableUpdate update;
    update.name = "v";
    update.value = "1";
    update.now = "N";
    update.begins_anew = true;
    CHECK(with_update(R"({"name":"v","value":0,"created_at":"C","updated_at":"U","type":"number"})",
                      update) == R"({"name":"v","value":1,"created_at":"N","type":"number"})");
  }

  TEST_CASE("a renamed variable keeps its place; its object says the new name where it said the old one") {
    CHECK(with_renamed_variable(R"({"a":1,"b":{"name":"b","value":2},"c":{"name":"x","value":3}})", "b",
                                "d") == R"({"a":1,"d":{"name":"d","value":2},"c":{"name":"x","value":3}})");
    CHECK(with_renamed_variable(R"({"c":{"name":"x","value":3},"\"":1})", "c", "d") ==
          R"({"d":{"name":"x","value":3},"\"":1})");
  }

  TEST_CASE("times in UTC are read, all others are not") {
    CHECK(time_of("2026-02-28T23:59:59.999Z") == "2026-02-28T23:59:59.999Z");
    CHECK(time_of("2024-02-29T00:00:00Z") == "2024-02-29T00:00:00.000Z");
    CHECK(time_of("2026-01-01T00:00:00.5Z") == "2026-01-01T00:00:00.500Z");
    CHECK(time_of("2026-01-01T00:00:00.123456789Z") == "2026-01-01T00:00:00.123Z");
    for (const char* text : {"", "2026-01-01", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
                             "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z",
                             "2026-01-01T00:00:00.5xZ", "2026-01-01T00:00:00", "2026-01-01T00:00:00+01:00",
                             "1500-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "2026-1-01T00:00:000Z"})
      CHECK(time_of(text) == "none");
  }
}
