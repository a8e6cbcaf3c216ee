// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "task_place.hpp"
#include "writing/node_ids.hpp"

using namespace rlmdb;
using rlmdb::test::damages;
using rlmdb::test::TaskPlace;

namespace {

/// The node ids of a root and three nodes below it, in a database of its own.
std::vector<std::string> ids_of_new_tree() {
  TaskPlace place;
  NewTask root;
  root.prompt = "root";
  root.tree = TreeId{"tree-1"};
  NewTask child;
  child.prompt = "child";
  child.parent = TaskId{place.add(root)};
  for (int i = 0; i < 3; ++i) (void)place.add(child);
  return place.rows("SELECT node_id FROM tree_nodes ORDER BY task_id");
}

}  // namespace

TEST_SUITE("writing::node_ids") {
  TEST_CASE("two databases give the same nodes other ids") {
    const auto one = ids_of_new_tree();
    const auto other = ids_of_new_tree();
    REQUIRE(one.size() == 4);
    CHECK(one != other);
    std::set<std::string> all(one.begin(), one.end());
    all.insert(other.begin(), other.end());
    // Eight of 2^32: equal ones come once in hundreds of millions of runs.
    CHECK(all.size() == 8);
  }

  TEST_CASE("one seed gives every number an id of its own") {
    const writing::NodeIdSeed seed{0x0123456789ABCDEFU, 0xFEDCBA9876543210U};
    std::set<std::string> ids;
    for (std::int64_t number = 0; number < 20'000; ++number) ids.insert(writing::node_id(seed, number));
    CHECK(ids.size() == 20'000);
    CHECK(ids.begin()->size() == std::string("task-00000000").size());
  }

  TEST_CASE("an id that a database without a seed gave to an earlier task is known") {
    const auto unseeded = [](std::int64_t number) {
      return fmt::format("task-{:08x}", static_cast<std::uint32_t>(number + 1) * 2654435761U);
    };
    CHECK(unseeded(0) == "task-9e3779b1");
    CHECK(writing::is_unseeded(unseeded(5), 6));
    CHECK_FALSE(writing::is_unseeded(unseeded(5), 5));
    CHECK_FALSE(writing::is_unseeded(unseeded(4'000'000), 1'000));
  }

  TEST_CASE("a seed that is none is a damaged database" * damages) {
    TaskPlace place;
    place.edit("INSERT INTO meta VALUES ('node_id_seed', 'of my own')");
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-1"};
    CHECK(place.refused("", root) == ErrorCode::corrupt);
  }
}
