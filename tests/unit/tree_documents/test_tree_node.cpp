// SPDX-License-Identifier: MIT
// A node of a tree document with what its task says by now.
#include <doctest/doctest.h>

#include <string>

#include "tree_documents/tree_node.hpp"

using namespace rlmdb::tree_documents;

namespace {

constexpr const char* k_done =
    R"({"node_id":"a","status":"completed","result":{"status":"success","output":"x","confidence":0.9,"artifacts":[{"path":"p"}]},)"
    R"("timestamps":{"started_at":"2026-01-01T00:00:00.000Z","completed_at":"2026-01-01T00:00:01.000Z","duration_ms":1000}})";

std::string now(const std::string& node, const std::string& record) {
  return with_record(node, record);
}

}  // namespace

TEST_SUITE("tree_documents::tree_node") {
  TEST_CASE("a task that says the same leaves its node as it stands") {
    CHECK(
        now(k_done,
            R"({"id":"t","state":"completed","priority":5,"result":"x","error":null,"startedAt":"2026-01-01T00:00:00.000Z",)"
            R"("completedAt":"2026-01-01T00:00:01.000Z"})") == k_done);
  }

  TEST_CASE("another result comes without what told of the one before") {
    CHECK(
        now(k_done,
            R"({"state":"completed","result":"y","startedAt":"2026-01-01T00:00:00.000Z","completedAt":"2026-01-01T00:00:00.007Z"})") ==
        R"({"node_id":"a","status":"completed","result":{"status":"success","output":"y"},)"
        R"("timestamps":{"started_at":"2026-01-01T00:00:00.000Z","completed_at":"2026-01-01T00:00:00.007Z","duration_ms":7}})");
  }

  TEST_CASE("a task that waits again has no end; of the rest a silent record takes nothing away") {
    constexpr const char* k_expected =
        R"({"node_id":"a","status":"pending","result":{"output":"x","confidence":0.9,"artifacts":[{"path":"p"}]},)"
        R"("timestamps":{"started_at":"2026-01-01T00:00:00.000Z"}})";
    CHECK(
        now(k_done, R"({"state":"queued","result":null,"startedAt":null,"completedAt":null,"error":null})") ==
        k_expected);
    CHECK(now(k_done, R"({"state":"queued"})") == k_expected);
  }

  TEST_CASE("what is listed as withdrawn is gone") {
    CHECK(now(k_done, R"({"state":"completed","metadata":{"withdrawn":"result, startedAt"}})") ==
          R"({"node_id":"a","status":"completed","timestamps":{"completed_at":"2026-01-01T00:00:01.000Z"}})");
  }

  TEST_CASE("a failure is the result's status and its one error") {
    CHECK(
        now(R"({"node_id":"a","status":"running"})", R"({"state":"failed","error":"no \"way\""})") ==
        R"({"node_id":"a","status":"failed","result":{"status":"failed","errors":[{"message":"no \"way\""}]}})");
    CHECK(now(R"({"node_id":"a","status":"failed","result":{"errors":[{"message":"m","code":"c"}]}})",
              R"({"state":"failed","error":"m"})") ==
          R"({"node_id":"a","status":"failed","result":{"errors":[{"message":"m","code":"c"}]}})");
    CHECK(now(R"({"node_id":"a","status":"failed","result":{"status":"failed","errors":[{"message":"m"}]}})",
              R"({"state":"running","error":null})") ==
          R"({"node_id":"a","status":"running","result":{"errors":[{"message":"m"}]}})");
    CHECK(now(R"({"node_id":"a","status":"failed","result":{"status":"failed","errors":[{"message":"m"}]}})",
              R"({"state":"failed","metadata":{"withdrawn":"error"}})") ==
          R"({"node_id":"a","status":"failed","result":{"status":"failed"}})");
  }

  TEST_CASE("an end without a result gives a node that had none no result") {
    CHECK(now(R"({"node_id":"a","status":"running"})", R"({"state":"cancelled","result":null})") ==
          R"({"node_id":"a","status":"cancelled"})");
  }
}
