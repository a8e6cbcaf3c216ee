// SPDX-License-Identifier: MIT
// docs/work.md, run as it stands there, with a stand-in for the agent.
#include <doctest/doctest.h>

#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr const char* k_agent = R"sh(#!/bin/sh
case $1 in
  --print) printf 'answer to %s' "$(cat)" ;;
  --prompt) printf 'answer to %s' "$2" ;;
  --json) [ "$(cat)" != fails ] || exit 4
    echo '{"text":"found","model":"m","usd":0.5,"usage":{"in":7,"out":8}}' ;;
  --resume) printf 'resumed from %s' "$(grep -o '"name":"[a-z]*"' "$2" | head -n 1)" ;;
  --summarize) printf 'sum of %s' "$(tr '\n' ' ')" ;;
esac
)sh";

/// The block of sh below that title.
std::string recipe(const std::string& title) {
  const std::string text = read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "docs/work.md");
  const std::size_t begin = text.find("```sh\n", text.find("## " + title)) + 6;
  return text.substr(begin, text.find("```", begin) - begin);
}

Ended follow(const WorkerPlace& place, const std::string& title) {
  write_all(place.file("agent"), k_agent);
  std::filesystem::permissions(place.file("agent"), std::filesystem::perms::owner_all);
  Launch launch;
  launch.words = {"/bin/sh", "-c", recipe(title)};
  launch.directory = place.file("");
  const std::string programs = std::filesystem::path(program_path()).parent_path().string();
  launch.environment = {"RLMDB_DB=" + place.database().string(),
                        "PATH=" + place.file("").string() + ":" + programs + ":" + std::getenv("PATH")};
  return run(launch);
}

bool has_jq() {
  Launch launch;
  launch.words = {"/bin/sh", "-c", "command -v jq"};
  return run(launch).code == 0;
}

}  // namespace

TEST_SUITE("work::recipes") {
  TEST_CASE("prompt in, answer out") {
    WorkerPlace place;
    for (const char* title : {"Prompt in", "An agent that takes"}) {
      CAPTURE(title);
      const std::string id = place.add("a $HOME \"question\"");
      CHECK(follow(place, title).code == 0);
      CHECK(place.record(id)["result"] == "answer to a $HOME \"question\"");
    }
  }

  TEST_CASE("tokens and cost" * doctest::skip(!has_jq())) {
    WorkerPlace place;
    (void)place.add("works");
    (void)place.add("fails");
    CHECK(follow(place, "Tokens and cost").code == 3);
    CHECK(place.record("task-0000")["result"]["output"] == "found");
    CHECK(place.record("task-0000")["metadata"]["cost_tracking"]["total_cost_usd"] == 0.5);
    CHECK(place.record("task-0000")["metadata"]["cost_tracking"]["output_tokens"] == 8);
    CHECK(place.record("task-0001")["error"] == "the command ended with exit status 4");
  }

  TEST_CASE("go on from a checkpoint") {
    WorkerPlace place;
    (void)place.add("fresh");
    CHECK(follow(place, "Go on").code == 0);
    CHECK(place.record("task-0000")["result"] == "answer to fresh");
    (void)place.add("begun");
    CHECK(run_rlmdb(place.database(), {"checkpoint", "create", "halfway", "--task", "task-0001"}).code == 0);
    CHECK(follow(place, "Go on").code == 0);
    CHECK(place.record("task-0001")["result"] == "resumed from \"name\":\"halfway\"");
  }

  TEST_CASE("take work apart, and put the parts together" * doctest::skip(!has_jq())) {
    WorkerPlace place;
    NewTask root;
    root.prompt = "plan it";
    root.tree = TreeId{"tree-12345678"};
    (void)place.add(root);
    CHECK(follow(place, "Take work apart").code == 0);
    CHECK(place.record("task-0000")["result"] == "sum of answer to one answer to two ");
  }
}
