// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "database_fixture.hpp"
#include "store_files.hpp"
#include "util/instant.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr std::int64_t k_new_year_2026_ms = 1'767'225'600'000;

/// Mostly times, some of them broken in one place.
std::string random_time(std::mt19937_64& random) {
  const auto pick = [&](std::uint64_t most) { return random() % (most + 1); };
  char text[64];
  std::snprintf(text, sizeof text, "%04u-%02u-%02uT%02u:%02u", static_cast<unsigned>(pick(9999)),
                static_cast<unsigned>(pick(13)), static_cast<unsigned>(pick(32)),
                static_cast<unsigned>(pick(25)), static_cast<unsigned>(pick(60)));
  std::string time = text;
  if (pick(5) != 0) time += ":" + std::to_string(10 + pick(50));
  if (pick(1) == 0) time += "." + std::to_string(1 + pick(998));
  const std::string zones[] = {"Z", "+00:00", "-05:30", "+14:59", "+15:00", "", "z"};
  time += zones[pick(6)];
  if (pick(9) == 0) time[pick(time.size() - 1)] = "-:x T9"[pick(5)];
  return time;
}

std::string ms_text(const std::optional<std::int64_t>& ms) {
  return ms ? std::to_string(*ms) : "NULL";
}

}  // namespace

TEST_SUITE("util::instant") {
  TEST_CASE("a time is an instant, whatever zone it is written in") {
    CHECK(util::instant_ms("2026-01-01T00:00:00Z") == k_new_year_2026_ms);
    CHECK(util::instant_ms("2026-01-01T00:00:00.0079Z") == k_new_year_2026_ms + 7);
    CHECK(util::instant_ms("2026-01-01T02:00:00+02:00") == k_new_year_2026_ms);
    CHECK(util::instant_ms("2025-12-31T18:30:00.5-05:30") == k_new_year_2026_ms + 500);
    CHECK(util::instant_ms("2026-01-01T02:00+02:00") == k_new_year_2026_ms);
    for (const char* text : {"", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "now",
                             "2026-01-01T00:00:00.Z", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00+15:00"})
      CHECK_MESSAGE(!util::instant_ms(text), text);
  }

  TEST_CASE("later is by instants; what is no time comes before every time") {
    CHECK(util::is_later("2026-01-01T12:00:00Z", "2026-01-01T13:00:00+02:00"));
    CHECK_FALSE(util::is_later("2026-01-01T13:00:00+02:00", "2026-01-01T12:00:00Z"));
    CHECK_FALSE(util::is_later("2026-01-01T12:00:00Z", "2026-01-01T14:00:00+02:00"));
    CHECK(util::is_later("1970-01-01T00:00:00Z", "tomorrow"));
    CHECK_FALSE(util::is_later("tomorrow", "1970-01-01T00:00:00Z"));
    CHECK_FALSE(util::is_later("tomorrow", ""));
  }

  TEST_CASE("the columns of SQLite say the same of random texts") {
    const TestDir dir;
    const auto database = dir / "x.db";
    write_all(dir / "x.json", R"({"tasks":[{"id":"a","createdAt":"x"}]})");
    (void)import_one(database, dir / "x.json");
    const std::uint64_t seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::string values;
    std::vector<std::string> texts;
    for (int i = 0; i < 2000; ++i) {
      texts.push_back(random_time(random));
      values += (i == 0 ? "('" : ",('") + texts.back() + "')";
    }
    // The expression of the generated column itself, out of the schema.
    const std::string column = value_of(database, "SELECT sql FROM sqlite_schema WHERE name = 'tasks'");
    const std::size_t begin = column.find("CASE WHEN length(created_at)");
    const std::string expression = column.substr(begin, column.find(") VIRTUAL", begin) - begin);
    const auto shown =
        rows_of(database, "WITH t (created_at) AS (VALUES " + values + ") SELECT " + expression + " FROM t");
    REQUIRE(shown.size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      CHECK_MESSAGE(ms_text(util::instant_ms(texts[i])) == shown[i], texts[i]);
  }
}
