// SPDX-License-Identifier: MIT
// Digests are compared with those that earlier versions left in databases: they never change.
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "writing/request_text.hpp"

using namespace rlmdb;

namespace {

std::string digest_of_one(const TaskAction& action) {
  const std::vector<TaskChange> changes{{TaskId{"task-0001"}, action, {}}};
  return writing::digest_of(changes);
}

const RunCost k_all_costs{1, 2, 3, 0.1, 0.2, 0.5, 0.25};

}  // namespace

TEST_SUITE("writing::request_text") {
  TEST_CASE("the digest of a cost") {
    CHECK(digest_of_one(AddCost{}) == "c75e2953fea915bf51f464d6bc4281e8c17401505e193d9bc009e924c121fb0e");
    CHECK(digest_of_one(AddCost{k_all_costs}) ==
          "55870600688309e0ce6812f657a828a7db2db88a05b394d38e22b3f6aeca3399");
    CHECK(digest_of_one(AddCost{{.cache_hits = 3, .total_cost_usd = 0.5}}) ==
          "ed51b76c4227c0ad9acd1c794ab7a502a499a64edf982709c4f21074bbc36119");
  }

  TEST_CASE("the digest of an end, with all that a run says") {
    RunDetails details{"partial", "json", 0.9, "opus", "stop", {{"out.txt", "text", {}}}, {}};
    CHECK(digest_of_one(CompleteTask{"done", details, k_all_costs}) ==
          "79a3de5ff3913fa2cf5baf481ceb07342ab932c9824d2c1dbb7be448f8e6a5a4");
    details.errors = {{"lost", "E1", "2026-02-02T21:15:00Z"}};
    CHECK(digest_of_one(FailTask{"no", "CODE", details, {}}) ==
          "2c1884e7a01cd573da46a8b242b017e99e368ceeb8381bb4099ae2fccb1fa38b");
  }

  TEST_CASE("the digest of a new task") {
    NewTask task{.prompt = "do it"};
    CHECK(digest_of_one(task) == "e1a2ded84b5d03f252658f943599d84836a6ec4652a6a89b3cdc419b8a2eb114");
    task.agent = "coder";
    task.priority = JsonText{"2"};
    task.metadata = JsonText{"{}"};
    task.parent = TaskId{"task-0002"};
    task.tree = TreeId{"tree-1"};
    task.depends_on = {TaskId{"task-0003"}, TaskId{"task-0004"}};
    task.max_attempts = 5;
    task.backoff = std::chrono::seconds(2);
    CHECK(digest_of_one(task) == "73d4f0842106b3f4f4fd269cf7fa86e5033c31af84ab9ec623c5d0df3d02b920");
    task.decomposition_strategy = "parallel";
    task.merge_strategy = "vote";
    task.context = JsonText{R"({"type":"a"})"};
    task.config = JsonText{R"({"seed":1})"};
    task.makes_tree = true;
    task.execution_mode = "strict";
    task.session_id = "s1";
    CHECK(digest_of_one(task) == "1f8864a5e80f4abbd7c328ddc73c6daa51978e7b363fb8a9813484875fef2453");
  }
}
