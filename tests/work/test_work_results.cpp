// SPDX-License-Identifier: MIT
// What --json-result takes.
#include <doctest/doctest.h>

#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// The record of a task whose command printed that.
Json record_after(const std::string& printed) {
  WorkerPlace place;
  (void)place.add();
  write_all(place.file("printed"), printed);
  CHECK(place.work({"--json-result"}, "cat printed").code >= 0);
  return place.record("task-0000");
}

Json without_time(Json errors) {
  for (Json& error : errors) error.erase("timestamp");
  return errors;
}

}  // namespace

TEST_SUITE("work::results") {
  TEST_CASE("each member goes where a task keeps it") {
    const Json record = record_after(
        R"({"result":"found","status":"partial","confidence":0.5,"model":"m","output_type":"text",
      "finish_reason":"stop","tokens":{"input":10,"output":20,"cache_hits":1},"cost":{"total":0.25,"input":0.125},
      "artifacts":["a.txt",{"path":"b.txt","type":"log"}],"errors":["odd",{"message":"worse","code":"E2"}]})");
    CHECK(record["state"] == "completed");
    Json result = record["result"];
    CHECK(without_time(result["errors"]) ==
          Json::parse(R"([{"message":"odd"},{"message":"worse","code":"E2"}])"));
    CHECK(result["errors"][0]["timestamp"] == record["completedAt"]);
    result.erase("errors");
    CHECK(result == Json::parse(R"({"status":"partial","output":"found","output_type":"text","confidence":0.5,
      "metadata":{"model_used":"m","finish_reason":"stop"},"artifacts":[{"path":"a.txt"},{"path":"b.txt","type":"log"}]})"));
    const Json& cost = record["metadata"]["cost_tracking"];
    CHECK(cost["input_tokens"] == 10);
    CHECK(cost["output_tokens"] == 20);
    CHECK(cost["cache_hits"] == 1);
    CHECK(cost["total_cost_usd"] == 0.25);
    CHECK(cost["input_cost_usd"] == 0.125);
  }

  TEST_CASE("a result alone is stored as it is written, and a cost may be one number") {
    WorkerPlace place;
    (void)place.add();
    CHECK(place.work({"--json-result"}, R"(echo '{"result":{"n":1.50},"cost":2}')").code == 0);
    CHECK(place.rows("SELECT result FROM tasks") == std::vector<std::string>{R"({"n":1.50})"});
    CHECK(place.record("task-0000")["metadata"]["cost_tracking"]["total_cost_usd"] == 2);
  }

  TEST_CASE("a command that says it failed fails the task, with its errors and its cost") {
    const Json record = record_after(
        R"({"status":"failed","errors":[{"message":"rate limit","code":"RATE_LIMIT"},"and more"],"cost":1})");
    CHECK(record["state"] == "failed");
    CHECK(record["error"] == "rate limit");
    CHECK(record["result"]["status"] == "failed");
    CHECK(without_time(record["result"]["errors"]) ==
          Json::parse(R"([{"message":"rate limit","code":"RATE_LIMIT"},{"message":"and more"}])"));
    CHECK(record["metadata"]["cost_tracking"]["total_cost_usd"] == 1);
  }

  TEST_CASE("anything else fails the task, says why, and stays in its output") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "its standard output is no result: it is empty"},
        {"done", "its standard output is no result: it is no JSON"},
        {"[1]\n", "its standard output is no result: it is no JSON object"},
        {R"({"rezult":1})",
         "its standard output is no result at byte 10: 'rezult' is no member of a result that --json-result "
         "takes"},
        {R"({"confidence":"high"})",
         "its standard output is no result at byte 14: 'confidence' is no number"},
        {R"({"result":1,"confidence":7})", "its result is refused: confidence is a number from 0 to 1"},
        {R"({"result":{"status":"success","confidence":"x"}})",
         "its result is refused: result/confidence is \"x\", and has to be a number"},
        {R"({"status":"great"})", ""},
        {R"({"errors":"x"})", "its standard output is no result: 'errors' is no array"}};
    for (const auto& entry : cases) {
      const auto& [printed, error] = entry;
      CAPTURE(entry.first);
      const Json record = record_after(printed);
      CHECK(record["state"] == "failed");
      CHECK(record["output"] == printed);
      CHECK(record["result"] == nullptr);
      if (!error.empty()) CHECK(record["error"] == error);
    }
  }
}
