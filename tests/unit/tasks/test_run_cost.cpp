// SPDX-License-Identifier: MIT
// what a run used and says of its result, given with its end.
#include <doctest/doctest.h>

#include "rlmdb/export.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/tree_settings.hpp"
#include "task_place.hpp"
#include "tasks/run_cost.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_task = "task-0000";
const std::string k_where = "change";

RunCost cost_of(std::int64_t input, std::int64_t output, double usd) {
  RunCost cost;
  cost.input_tokens = input;
  cost.output_tokens = output;
  cost.total_cost_usd = usd;
  return cost;
}

std::string started_root(TaskPlace& place) {
  NewTask task;
  task.prompt = "root";
  task.tree = TreeId{"tree-0000000a"};
  const std::string id = place.add(std::move(task));
  (void)place.change(id, StartTask{});
  return id;
}

ErrorCode refusal(std::string_view tracking, const RunCost& cost) {
  const auto error = error_of([&] { (void)tasks::with_cost(tracking, cost, k_task, k_where); });
  return error ? error->code() : ErrorCode::internal;
}

Json exported_root(const Store& store) {
  std::string text;
  (void)export_tree(store, TreeId{"tree-0000000a"}, std::nullopt,
                    [&](std::string_view bytes) { text.append(bytes); });
  return Json::parse(text).at("root_task");
}

}  // namespace

TEST_SUITE("tasks::run_cost") {
  TEST_CASE("each number is added to its own, and totals follow") {
    CHECK(tasks::with_cost("", cost_of(5, 2, 0.1), k_task, k_where) ==
          R"({"input_tokens":5,"output_tokens":2,"total_cost_usd":0.1})");
    CHECK(tasks::with_cost(
              R"({"total_cost_usd":0.2,"note":"x","total_tokens":10,"input_tokens":7,"output_tokens":null})",
              cost_of(5, 2, 0.1), k_task, k_where) ==
          R"({"total_cost_usd":0.3,"note":"x","total_tokens":17,"input_tokens":12,"output_tokens":2})");
    RunCost parts;
    parts.input_cost_usd = 0.01;
    parts.output_cost_usd = 0.02;
    CHECK(tasks::with_cost("{}", parts, k_task, k_where) ==
          R"({"input_cost_usd":0.01,"output_cost_usd":0.02,"total_cost_usd":0.03})");
  }

  TEST_CASE("a total is unknown while only one of its parts is known, and what the parts were counts") {
    RunCost input;
    input.input_cost_usd = 0.5;
    const std::string half = tasks::with_cost("{}", input, k_task, k_where);
    CHECK(half == R"({"input_cost_usd":0.5})");
    RunCost output;
    output.output_cost_usd = 0.25;
    CHECK(tasks::with_cost(half, output, k_task, k_where) ==
          R"({"input_cost_usd":0.5,"output_cost_usd":0.25,"total_cost_usd":0.75})");
    const std::string parts = R"({"input_cost_usd":1,"output_cost_usd":2,"total_cost_usd":null})";
    CHECK(tasks::with_cost(parts, input, k_task, k_where) ==
          R"({"input_cost_usd":1.5,"output_cost_usd":2,"total_cost_usd":3.5})");
    CHECK(
        tasks::with_cost(parts, cost_of(1, 1, 5), k_task, k_where) ==
        R"({"input_cost_usd":1,"output_cost_usd":2,"total_cost_usd":8,"input_tokens":1,"output_tokens":1})");
    RunCost tokens;
    tokens.input_tokens = 1;
    CHECK(tasks::with_cost(R"({"input_cost_usd":1,"output_cost_usd":2})", tokens, k_task, k_where) ==
          R"({"input_cost_usd":1,"output_cost_usd":2,"input_tokens":1})");
    CHECK(tasks::with_cost(R"({"total_cost_usd":9,"output_cost_usd":2})", input, k_task, k_where) ==
          R"({"total_cost_usd":9.5,"output_cost_usd":2,"input_cost_usd":0.5})");
  }

  TEST_CASE("what is no number, below 0 or past 2^63 takes nothing in") {
    CHECK(refusal(R"({"input_tokens":"many"})", cost_of(1, 1, 0)) == ErrorCode::conflict);
    CHECK(refusal(R"(["a"])", cost_of(1, 1, 0)) == ErrorCode::conflict);
    CHECK(refusal("{}", cost_of(-1, 1, 0)) == ErrorCode::invalid_input);
    CHECK(refusal("{}", cost_of(1, 1, -0.5)) == ErrorCode::invalid_input);
    CHECK(refusal(R"({"input_tokens":9223372036854775807})", cost_of(1, 1, 0)) == ErrorCode::invalid_input);
  }

  TEST_CASE("the cost of a task is that of all its runs, and spends the budget of its tree") {
    TaskPlace place;
    const std::string id = started_root(place);
    FailTask fail{"lost"};
    fail.cost = cost_of(100, 20, 0.5);
    (void)place.change(id, fail);
    (void)place.change(id, RetryTask{});
    (void)place.change(id, StartTask{});
    (void)place.change(id, AddCost{cost_of(10, 0, 0.1)});
    CompleteTask complete;
    complete.result = "done";
    complete.cost = cost_of(200, 30, 0.7);
    const ChangeResult result = place.change(id, complete);
    CHECK(place.record(id).at("metadata").at("cost_tracking").dump() ==
          R"({"input_tokens":310,"output_tokens":50,"total_cost_usd":1.3})");
    CHECK(std::to_string(result.version) == place.rows("SELECT version FROM tasks").at(0));
    CHECK(place.rows("SELECT kind FROM events ORDER BY seq") ==
          std::vector<std::string>{"task:created", "task:started", "task:cost", "task:failed", "task:retried",
                                   "task:started", "task:cost", "task:cost", "task:completed"});
    const TreeCost cost = cost_of_tree(place.store(), TreeId{"tree-0000000a"}, CostBy::node);
    CHECK(cost.total_cost_usd == 1.3);
    CHECK(cost.input_tokens == 310);
    (void)set_tree_budget(place.store(), TreeId{"tree-0000000a"}, 1.3);
    CHECK(budget_of_tree(place.store(), TreeId{"tree-0000000a"}).is_spent);
  }

  TEST_CASE("details make the result one in a node's shape, which the export has") {
    TaskPlace place;
    const std::string id = started_root(place);
    CompleteTask complete;
    complete.result = "done";
    complete.details = {"partial", "markdown", 0.9, "opus", "stop", {{"a.md", "report", std::nullopt}}};
    (void)place.change(id, complete);
    CHECK(
        place.record(id).at("result").dump() ==
        R"({"status":"partial","output":"done","output_type":"markdown","confidence":0.9,)"
        R"("metadata":{"model_used":"opus","finish_reason":"stop"},"artifacts":[{"path":"a.md","type":"report"}]})");
    CHECK(exported_root(place.store()).at("result") == place.record(id).at("result"));
    CHECK(place.rows("SELECT result_confidence || '|' || result_model_used FROM node_details") ==
          std::vector<std::string>{"0.9|opus"});
  }

  TEST_CASE("an output that is no text is one in JSON") {
    TaskPlace place;
    const std::string id = started_root(place);
    CompleteTask complete;
    complete.result = JsonText{R"({"risks":[1.50]})"};
    complete.details.confidence = 1;
    (void)place.change(id, complete);
    CHECK(place.record(id).at("result").dump() ==
          R"({"status":"success","output":"{\"risks\":[1.50]}","output_type":"json","confidence":1})");
  }

  TEST_CASE("an error with a code says when, and what the task had stays its output") {
    TaskPlace place;
    const std::string id = started_root(place);
    place.set(id, "result", R"("half")");
    FailTask fail{"no quota"};
    fail.code = "RATE_LIMIT";
    (void)place.change(id, fail);
    const Json result = place.record(id).at("result");
    CHECK(result.at("status") == "failed");
    CHECK(result.at("output") == "half");
    CHECK(result.at("errors").size() == 1);
    CHECK(result.at("errors").at(0).at("code") == "RATE_LIMIT");
    CHECK(result.at("errors").at(0).at("timestamp") == place.record(id).at("completedAt"));
    CHECK(place.record(id).at("error") == "no quota");
    CHECK(exported_root(place.store()).at("result") == result);
    CHECK(place.rows("SELECT code FROM result_errors") == std::vector<std::string>{"RATE_LIMIT"});
  }

  TEST_CASE("what a verb cannot mean is refused and changes nothing") {
    TaskPlace place;
    const std::string id = started_root(place);
    const std::string before = place.text(id);
    CompleteTask complete;
    complete.details.status = "failed";
    CHECK(place.refused(id, complete) == ErrorCode::invalid_input);
    complete.details.status.reset();
    complete.details.confidence = 1.7;
    CHECK(place.refused(id, complete) == ErrorCode::invalid_input);
    complete.details.confidence = 1;
    complete.cost = cost_of(1, 1, -1);
    CHECK(place.refused(id, complete) == ErrorCode::invalid_input);
    CHECK(place.refused(id, AddCost{}) == ErrorCode::usage);
    CHECK(place.text(id) == before);
  }
}
