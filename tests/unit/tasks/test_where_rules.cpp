// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tasks/where_rules.hpp"

using rlmdb::tasks::with_shown_ids;

TEST_SUITE("tasks::where_rules") {
  TEST_CASE("an id beside a text is the one that is shown") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"id = 'task-0001'", "X = 'task-0001'"},
        {"ID=='task-0001' OR 'a' <> Id", "X=='task-0001' OR 'a' <> X"},
        {"id IN ('a', 'b') AND id NOT IN ( 'c' )", "X IN ('a', 'b') AND X NOT IN ( 'c' )"},
        {"id LIKE 'task-%' AND id NOT LIKE '_x'", "X LIKE 'task-%' AND X NOT LIKE '_x'"},
        {"id GLOB 'task*' OR id BETWEEN 'a' AND 'b'", "X GLOB 'task*' OR X BETWEEN 'a' AND 'b'"},
        {"id IS NOT 'a' AND (id /* so */ IS 'b')", "X IS NOT 'a' AND (X /* so */ IS 'b')"},
        {"id >= 'ä'", "X >= 'ä'"},
        {"(state = 'x') AND id = 'it''s'", "(state = 'x') AND X = 'it''s'"}};
    for (const auto& [given, wanted] : cases) CHECK(with_shown_ids(given, "X") == wanted);
  }

  TEST_CASE("any other id stays") {
    for (const std::string same : {"id = 5",
                                   "id > 5",
                                   "id = '5'",
                                   "t.id = 'a'",
                                   "id IN (1, 2)",
                                   "id IN (SELECT task_id FROM tree_nodes)",
                                   "id IS NULL",
                                   "abs(id) = 1",
                                   "prompt = 'id = ''a'''",
                                   "\"id\" = 'a'",
                                   "[id] = 'a'",
                                   "-- id = 'a'",
                                   "/* id = 'a' */ 1",
                                   "EXISTS (SELECT 1 FROM events e WHERE id = 'a')",
                                   "EXISTS (SELECT 1 FROM (SELECT 2) WHERE (id = 'a'))",
                                   "legacy_id = 'a'",
                                   "id",
                                   "id =",
                                   "id = '",
                                   "",
                                   "(",
                                   ")",
                                   "'",
                                   "id = 'a",
                                   "node_id LIKE 'a' || id"}) {
      CAPTURE(same);
      CHECK(with_shown_ids(same, "X") == (same == "id = 'a" ? "X = 'a" : same));
    }
  }
}
