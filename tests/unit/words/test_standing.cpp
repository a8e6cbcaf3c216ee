// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grid/grid_words.hpp"
#include "words/answer.hpp"
#include "words/said_words.hpp"
#include "words/standing.hpp"

using namespace rlmdb;
using words::Standing;

namespace {

namespace fs = std::filesystem;

/// What a place calls the standings, in the order of the enumeration.
struct Place {
  std::string own;
  std::vector<std::string> names;
};

const std::map<std::string, Place>& places() {
  static const std::map<std::string, Place> k_places = {
      {"mission_status",
       {"mission",
        {"none", "unknown", "pending", "active", "active", "checkpoint", "paused", "paused", "paused",
         "complete", "failed", "failed", "paused", "unknown"}}},
      {"thread_status",
       {"thread",
        {"none", "unknown", "pending", "in_progress", "partial", "blocked", "partial", "blocked", "partial",
         "complete", "failed", "failed", "failed", "skipped"}}},
      {"block_status",
       {"block",
        {"none", "unknown", "pending", "in_progress", "partial", "blocked", "partial", "blocked", "partial",
         "complete", "failed", "failed", "failed", "skipped"}}},
      {"summary_status",
       {"block",
        {"none", "unknown", "pending", "partial", "partial", "partial", "partial", "partial", "partial",
         "complete", "failed", "failed", "failed", "skipped"}}},
      {"loop_status",
       {"loop",
        {"none", "unknown", "pending", "running", "running", "paused", "paused", "paused", "limit",
         "completed", "failed", "aborted", "crashed", "unknown"}}},
      {"iteration_status",
       {"iteration",
        {"none", "unknown", "pending", "running", "partial", "partial", "partial", "failed", "failed",
         "completed", "failed", "aborted", "failed", "skipped"}}}};
  return k_places;
}

void add_utf8(std::string& text, unsigned long point) {
  const auto add = [&](unsigned long byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
  } else {
    add(0xF0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3F));
    add(0x80 | (point >> 6 & 0x3F));
  }
  add(0x80 | (point & 0x3F));
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\n") == 0 || text.compare(i, 2, "\\r") == 0) {
      out += text[++i] == 'n' ? '\n' : '\r';
    } else if (text.compare(i, 3, "\\u{") == 0) {
      add_utf8(out, std::stoul(text.substr(i + 3), nullptr, 16));
      i = text.find('}', i);
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string taken_for(const std::string& place, const std::string& text) {
  if (place == "user_response") {
    const words::Answer answer = words::answer_of(text);
    return answer == words::Answer::none ? "none" : answer == words::Answer::approved ? "approved" : "answer";
  }
  if (place == "checkpoint_type") {
    const std::string type(grid::checkpoint_type_of(text));
    return !type.empty() ? type : words::says_nothing(text) ? "none" : "unknown";
  }
  const Place& names = places().at(place);
  return names.names.at(static_cast<std::size_t>(words::standing_of(text, names.own)));
}

bool has_word(const std::string& list, const std::string& word) {
  return ("|" + list + "|").find("|" + word + "|") != std::string::npos;
}

}  // namespace

TEST_SUITE("words::standing") {
  TEST_CASE("every way to say how something stands is taken for what it may be, and never for its opposite") {
    std::ifstream table(fs::path(RLMDB_SOURCE_DIR) / "tests/unit/words/words.tsv");
    std::string line;
    int count = 0;
    while (std::getline(table, line)) {
      if (line.starts_with('#')) continue;
      std::vector<std::string> fields(1);
      for (const char c : line) {
        if (c == '\t') {
          fields.emplace_back();
        } else {
          fields.back() += c;
        }
      }
      REQUIRE(fields.size() == 4);
      ++count;
      const std::string meaning = taken_for(fields[0], unescaped(fields[1]));
      CAPTURE(line);
      CAPTURE(meaning);
      CHECK(has_word(fields[2], meaning));
      CHECK_FALSE(has_word(fields[3], meaning));
    }
    CHECK(count > 4'000);
  }

  TEST_CASE("what is left of a failed thread is chosen in any spelling, and what is no choice is none") {
    for (const char* text : {"rollback", "Roll back", "ROLLBACK!", "roll-back (it broke the build)"})
      CHECK(grid::repair_of(text) == "rollback");
    CHECK(grid::repair_of("Try again") == "retry");
    CHECK(grid::repair_of("manual, please") == "manual");
    for (const char* text :
         {"", "rollback?", "rollback | retry | manual", "no rollback", "~~retry~~", "do it by hand"})
      CHECK(grid::repair_of(text).empty());
  }
}
