// SPDX-License-Identifier: MIT
// Random YAML with random changes: the text says the old value with the change merged in, and what the change
// does not name keeps its bytes. Random JSON becomes YAML and comes back.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "random_json.hpp"
#include "random_seed.hpp"
#include "rlmdb/error.hpp"
#include "yaml/yaml_target.hpp"
#include "yaml/yaml_text.hpp"
#include "yaml_maker.hpp"

using namespace rlmdb;

namespace {

constexpr std::uint32_t k_rounds = 1500;
constexpr std::size_t k_most_depth = 64;

std::string text_of(const std::vector<tests::YamlMember>& members) {
  std::string text;
  for (const tests::YamlMember& member : members) text += member.text;
  return text;
}

/// Without the line break at its end: a text may end without one.
std::string_view without_end(const tests::YamlMember& member) {
  const std::string_view text = member.text;
  return text.substr(0, text.find_last_not_of("\r\n") + 1);
}

void check_that_the_rest_stays(const std::vector<tests::YamlMember>& members,
                               const std::vector<std::string>& changed, const std::string& after) {
  std::size_t at = 0;
  for (const tests::YamlMember& member : members) {
    if (!member.is_on_its_own || std::find(changed.begin(), changed.end(), member.name) != changed.end())
      continue;
    const std::size_t found = after.find(without_end(member), at);
    CHECK_MESSAGE(found != std::string::npos, member.text);
    if (found != std::string::npos) at = found + without_end(member).size();
  }
}

void check_change(std::uint32_t seed) {
  CAPTURE(seed);
  tests::YamlMaker maker(seed);
  const std::vector<tests::YamlMember> members = maker.members();
  std::string before = text_of(members);
  std::vector<std::string> changed;
  if (maker.chance(5)) {
    // A block scalar at such an end loses a line break when something follows it: its head changes with it.
    before.erase(before.find_last_not_of("\r\n") + 1);
    changed.push_back(members.back().name);
  }
  const std::string patch = maker.patch(members.size(), changed);
  CAPTURE(before);
  CAPTURE(patch);
  const std::string old = yaml::to_json(before);
  const std::string after = yaml::merged(before, patch);
  CHECK_EQ(yaml::to_json(after), yaml::merged_target(old, yaml::canonical_json(patch, k_most_depth), {}));
  check_that_the_rest_stays(members, changed, after);
  CHECK_EQ(yaml::merged(after, patch), after);
  const std::string longer = yaml::with_item(yaml::with_item(after, "/list/of", "1"), "/list/of", patch);
  CHECK_EQ(
      yaml::to_json(longer),
      yaml::merged_target(yaml::to_json(after),
                          "{\"list\":{\"of\":[1," + yaml::canonical_json(patch, k_most_depth) + "]}}", {}));
}

}  // namespace

TEST_SUITE("property::yaml") {
  TEST_CASE("a changed text says what was asked for, and keeps the rest") {
    const std::uint32_t seed = test::random_seed();
    CAPTURE(seed);
    for (std::uint32_t round = 0; round < k_rounds; ++round) check_change(seed + round);
  }

  TEST_CASE("JSON becomes YAML and comes back") {
    const std::uint32_t seed = test::random_seed();
    CAPTURE(seed);
    for (std::uint32_t round = 0; round < k_rounds; ++round) {
      const std::string json =
          "{\"a\":" + tests::RandomJsonMaker(seed + round, tests::Noise::none).make().compact + "}";
      CHECK_EQ(yaml::to_json(yaml::from_json(json)), json);
    }
  }
}
