// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "json/json_scan.hpp"
#include "random_seed.hpp"
#include "sources/hopeless_brackets.hpp"

using namespace rlmdb;
using sources::HopelessBrackets;

namespace {

constexpr unsigned k_deepest = 3;

json::ScanResult scan(const std::string& text, std::size_t begin, unsigned max_depth) {
  json::ScanOptions options;
  options.max_depth = max_depth;
  return json::scan_value(text, begin, options, nullptr);
}

/// Brackets, names and strings with brackets in them, mostly in order.
std::string random_text(std::mt19937_64& random) {
  const std::string pieces[] = {"[", "{\"a\":", "]", "}", ",", "1", "\"{[\\\"\"", "{\"b\":[", "]}", "\"x"};
  std::string text = "[";
  for (int i = 0; i < 24; ++i) text += pieces[random() % std::size(pieces)];
  return text;
}

}  // namespace

TEST_SUITE("sources::hopeless_brackets") {
  TEST_CASE("those that are open at the break, and those that nest too deep") {
    HopelessBrackets brackets;
    const std::string text = R"([{"a":[1]},{"b":[[[[2]]]]},{"c":")"
                             "{[\",[";
    brackets.look_at(text, 100, k_deepest);
    const auto known = [&] {
      std::string list;
      for (std::size_t at = 0; at < text.size(); ++at)
        if (brackets.contains(100 + at)) list += std::to_string(at) + " ";
      return list;
    };
    CHECK(known() == "0 11 16 27 37 ");
  }

  TEST_CASE("each one that it knows cannot be read, and of one look it knows all") {
    const std::uint32_t seed = test::random_seed();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t seen = 0;
    for (int round = 0; round < 20'000; ++round) {
      const std::string text = random_text(random);
      CAPTURE(text);
      const json::ScanResult whole = scan(text, 0, 1000);
      const std::size_t end = whole.status == json::ScanStatus::complete ? whole.end : whole.fault_offset;
      HopelessBrackets brackets;
      brackets.look_at(std::string_view(text).substr(0, end), 0, k_deepest);
      bool in_string = false;
      for (std::size_t at = 0; at < end; ++at) {
        if (text[at] == '"') in_string = !in_string;
        if (text[at] == '\\') ++at;
        if (in_string || (text[at] != '[' && text[at] != '{')) continue;
        const bool is_readable = scan(text, at, k_deepest).status == json::ScanStatus::complete;
        CHECK(brackets.contains(at) == !is_readable);
        seen += is_readable ? 0 : 1;
      }
    }
    CHECK(seen > 20'000);
  }

  TEST_CASE("where nobody looked on, only what is too deep already is known") {
    const std::string text = R"([{"a":[{"b":)";
    HopelessBrackets brackets;
    brackets.look_at(text, 0, k_deepest, HopelessBrackets::Ends::at_bracket);
    CHECK(brackets.contains(0));
    CHECK(brackets.contains(1));
    CHECK_FALSE(brackets.contains(6));
    CHECK_FALSE(brackets.contains(7));
  }
}
