// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "trees/waiting.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;

namespace {

/// Answers as told, and remembers what it was asked.
class Told final : public Relations {
 public:
  std::vector<Blocker> children;
  Strategy strategy = Strategy::parallel;
  bool is_last = false;
  std::optional<Blocker> sibling;
  std::vector<Blocker> dependencies;
  std::string circle;
  std::optional<records::NotBefore> time;
  std::string below;
  Waiting above;
  std::string asked;

  std::vector<Blocker> unfinished_children() override { return asked += 'c', children; }
  Strategy strategy_above() override { return asked += 's', strategy; }
  bool is_last_sibling() override { return asked += 'l', is_last; }
  std::optional<Blocker> earlier_sibling() override { return asked += 'e', sibling; }
  std::vector<Blocker> unfinished_dependencies() override { return asked += 'd', dependencies; }
  std::string dependency_circle() override { return asked += 'o', circle; }
  std::optional<records::NotBefore> scheduled() override { return asked += 't', time; }
  bool is_above(const Blocker& task) override { return task.name == below; }
  Waiting turn_above() override { return asked += 'a', above; }
};

std::string reason(Told& node, std::size_t all_children = 0) {
  return reason_of(find_waiting(node), all_children);
}

}  // namespace

TEST_SUITE("trees::waiting") {
  TEST_CASE("children come first, and nothing else is asked") {
    Told node;
    node.children = {{1, "a"}, {2, "b"}};
    node.strategy = Strategy::sequential;
    node.sibling = Blocker{3, "s"};
    CHECK(reason(node, 2) == "waits for its 2 children before it can merge: a, b");
    CHECK(node.asked == "c");
    CHECK(reason(node, 5) == "waits for 2 of its 5 children before it can merge: a, b");
    node.children = {{1, "a"}};
    CHECK(reason(node, 1) == "waits for its child before it can merge: a");
    node.children = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}};
    CHECK(reason(node, 4) == "waits for its 4 children before it can merge: a, b, c, …");
  }

  TEST_CASE("siblings by the strategy of the parent") {
    Told node;
    node.sibling = Blocker{3, "s"};
    CHECK((find_waiting(node).what == WaitsFor::nothing));
    CHECK(node.asked == "csda");
    node.strategy = Strategy::sequential;
    CHECK(reason(node) == "waits for s, which comes before it (sequential)");
    node.strategy = Strategy::conditional;
    CHECK(reason(node) == "waits for s, whose result it depends on (conditional)");
    node.strategy = Strategy::map_reduce;
    node.asked.clear();
    CHECK((find_waiting(node).what == WaitsFor::nothing));
    CHECK(node.asked == "cslda");
    node.is_last = true;
    CHECK(reason(node) == "waits for s, one of the parts it gathers (map-reduce)");
  }

  TEST_CASE("dependencies come last") {
    Told node;
    node.strategy = Strategy::sequential;
    node.dependencies = {{7, "x"}};
    CHECK(reason(node) == "waits for x, which it depends on");
    node.dependencies = {{7, "x"}, {8, "y"}};
    CHECK(reason(node) == "waits for 2 tasks that it depends on: x, y");
    CHECK((find_waiting(node).blockers.size() == 2));
  }

  TEST_CASE("a dependency on what there is not is named, and no circle is asked for") {
    Told node;
    node.dependencies = {{7, "x"}, {0, "y"}};
    CHECK(reason(node) == "depends on y, an id that no task has");
    CHECK(node.asked == "csd");
    CHECK((find_waiting(node).what == WaitsFor::unknown));
    CHECK((find_waiting(node).blockers.size() == 2));
    node.dependencies = {{0, "a"}, {0, "b"}, {0, "c"}, {0, "d"}};
    CHECK(reason(node) == "depends on 4 ids that no task has: a, b, c, …");
  }

  TEST_CASE("a circle of dependencies is named, a long one is cut") {
    Told node;
    node.circle = "x → y → x";
    CHECK((find_waiting(node).what == WaitsFor::nothing));
    CHECK(node.asked == "csda");
    node.dependencies = {{7, "y"}};
    CHECK(reason(node) == "waits in a circle of dependencies: x → y → x");
    CHECK((find_waiting(node).what == WaitsFor::circle));
    CHECK(find_waiting(node).blockers.at(0).name == "y");
    CHECK(text_of_circle({{1, "a"}}) == "a → a");
    CHECK(text_of_circle({{1, "a"}, {2, "b"}}) == "a → b → a");
    std::vector<Blocker> many;
    for (const char name : std::string("abcdefghijk")) many.push_back({name, std::string(1, name)});
    CHECK(text_of_circle(many) == "a → b → c → d → e → f → g → h → i → j → … → a");
  }

  TEST_CASE(
      "what a node waits for holds up all below it, but for its children and what it depends on below it") {
    Told node;
    node.children = {{1, "a"}};
    node.dependencies = {{7, "x"}, {8, "y"}};
    node.below = "x";
    CHECK(reason_of(find_turn(node), 0) == "waits for y, which it depends on");
    CHECK(node.asked == "sdo");
    node.dependencies = {{7, "x"}};
    CHECK((find_turn(node).what == WaitsFor::nothing));
    node.time = records::NotBefore{"2026-02-09T10:00:00.000Z", true};
    CHECK((find_turn(node).what == WaitsFor::time));
    node.strategy = Strategy::sequential;
    node.sibling = Blocker{3, "s"};
    CHECK((find_turn(node).what == WaitsFor::sibling));
    CHECK(has_begun("running"));
    CHECK(has_begun("completed"));
    for (const char* state : {"queued", "failed", "cancelled", "unknown", ""}) CHECK_FALSE(has_begun(state));
  }

  TEST_CASE("the turn above comes last, and is said with the node that waits") {
    Told node;
    node.above = {WaitsFor::sibling, {{3, "s"}}, Strategy::sequential, {}, Blocker{2, "b"}};
    CHECK(reason(node) == "lies below b, which waits for s, which comes before it (sequential)");
    CHECK(node.asked == "csda");
    node.above = {
        WaitsFor::time, {}, Strategy::parallel, {}, Blocker{2, "b"}, records::NotBefore{"soon", true}};
    CHECK(reason(node) == "lies below b, which is scheduled for soon");
  }

  TEST_CASE("where a free node begins") {
    CHECK(reason_of(Start{}) == "ready to run");
    CHECK(reason_of(Start{.was_started = true}) == "run it again from its beginning");
    CHECK(reason_of(Start{.checkpoint = {.id = "ckpt-1"}}) == "resume from checkpoint ckpt-1");
    CHECK(reason_of(Start{.checkpoint = {.id = "ckpt-1", .name = "half"}}) ==
          "resume from checkpoint ckpt-1 'half'");
    CHECK(reason_of(Start{.has_children = true, .checkpoint = {.id = "ckpt-1"}}) ==
          "all its children are finished, it can merge");
    CHECK(strategy_named("map-reduce") == Strategy::map_reduce);
    CHECK(strategy_named("Sequential") == Strategy::parallel);
  }
}
