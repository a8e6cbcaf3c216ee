// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "trees/circle_rules.hpp"

using namespace rlmdb::trees;

namespace {

using Knots = std::vector<Knot>;
using Way = std::vector<std::size_t>;

}  // namespace

TEST_SUITE("trees::circle_rules") {
  TEST_CASE("no knot where nothing leads back") {
    CHECK((find_knots({}) == Knots{}));
    CHECK((find_knots({{}, {0}, {0, 1}, {2, 1}}) == Knots{}));
  }

  TEST_CASE("what names itself, what names each other, and not what only leads there") {
    const Names names{{0}, {2}, {1}, {1}, {5}, {6}, {4, 7}, {}};
    CHECK((find_knots(names) == Knots{{0}, {1, 2}, {4, 5, 6}}));
    CHECK((circle_in({0}, names) == Way{0}));
    CHECK((circle_in({1, 2}, names) == Way{1, 2}));
    CHECK((circle_in({4, 5, 6}, names) == Way{4, 5, 6}));
  }

  TEST_CASE("circles that hang together are one knot, of which the shortest circle of its first is given") {
    const Names names{{1}, {2, 3}, {0}, {4}, {2, 5}, {4}};
    CHECK((find_knots(names) == Knots{{0, 1, 2, 3, 4, 5}}));
    CHECK((circle_in({0, 1, 2, 3, 4, 5}, names) == Way{0, 1, 2}));
  }

  TEST_CASE("a circle of 200,000, and a chain of as many, take no recursion") {
    constexpr std::size_t k_many = 200'000;
    Names names(k_many);
    for (std::size_t i = 0; i + 1 < k_many; ++i) names[i] = {i + 1};
    CHECK(find_knots(names).empty());
    names.back() = {0};
    const Knots knots = find_knots(names);
    REQUIRE(knots.size() == 1);
    CHECK(knots.front().size() == k_many);
    CHECK(circle_in(knots.front(), names).size() == k_many);
  }
}
