// SPDX-License-Identifier: MIT
// The three tests that the seed asks for, with real processes and a real repository.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "session_place.hpp"

namespace {

using namespace rlmdb::test;
using Json = nlohmann::json;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> names_of(const Json& list, const std::string& member) {
  std::vector<std::string> names;
  for (const Json& one : list) names.push_back(one[member].is_null() ? "" : one[member].get<std::string>());
  return names;
}

using Names = std::vector<std::string>;

/// Two threads are done and committed, the third is begun, and something of it lies there uncommitted.
const std::string k_work = R"sh(
rlmdb -q grid thread start 01.1 --timestamp 2026-01-23T15:01:00Z
echo layout >layout; git add layout; git commit -q -m 'feat(01.1): Part 1'
rlmdb -q grid thread complete 01.1 --commit "$(git rev-parse HEAD)" --file layout --timestamp 2026-01-23T15:02:00Z
rlmdb -q grid scratch 'Header begun' --program executor-01 --block 01 --thread 01.2 --timestamp 2026-01-23T15:03:00Z
echo header >header; git add header; git commit -q -m 'feat(01.2): Part 2'
rlmdb -q grid scratch 'Half of the toggle' --program executor-01 --block 01 --thread 01.3 --timestamp 2026-01-23T15:05:00Z
echo half >toggle
)sh";

const std::string k_wait_for_ever = "mkfifo never; echo >working; cat never";

}  // namespace

TEST_SUITE("grid::sessions") {
  TEST_CASE("a checkpoint that was approved is gone on from by a new session") {
    const SessionPlace place;
    place.require(R"sh(
rlmdb -q grid thread start 01.1 --timestamp 2026-01-23T15:01:00Z
rlmdb -q grid checkpoint human_verify --thread 1 --awaiting 'Look at it' --timestamp 2026-01-23T15:02:00Z)sh");
    const Json waits = place.grid("resume --timestamp 2026-01-23T18:00:00Z");
    CHECK(waits["scenario"] == "clean-checkpoint");
    CHECK(waits["resume_point"]["next"] == "wait");
    CHECK(waits["resume_point"]["awaiting"] == "Look at it");

    place.require("rlmdb -q grid answer approved --timestamp 2026-01-23T18:01:00Z");
    const Json resumed = place.grid("resume --timestamp 2026-01-24T09:00:00Z");
    CHECK(resumed["scenario"] == "clean-checkpoint");
    CHECK(resumed["resume_point"]["next"] == "go-on");
    CHECK(resumed["resume_point"]["after_thread"] == "01.1");
    CHECK(resumed["resume_point"]["thread"] == "01.2");
    CHECK(resumed["resume_point"]["thread_name"] == "Part 2");
    CHECK(resumed["resume_point"]["user_feedback"] == "approved");
    CHECK(resumed["plans"].empty());

    place.require("rlmdb -q grid start --timestamp 2026-01-24T09:01:00Z");
    CHECK(place.grid("status --timestamp 2026-01-24T09:02:00Z")["scenario"] == "running");
  }

  TEST_CASE("a session that was killed is found, and its place by scratchpad and git log") {
    const SessionPlace place;
    place.kill_session(k_work + k_wait_for_ever, "working");

    CHECK(place.grid("status --timestamp 2026-01-23T15:14:59Z")["scenario"] == "running");
    const Json dead = place.grid("resume --timestamp 2026-01-23T15:16:00Z");
    CHECK(dead["scenario"] == "session-death");
    CHECK(dead["silent_seconds"] == 660);
    CHECK(dead["resume_point"]["next"] == "go-on");
    CHECK(dead["resume_point"]["thread"] == "01.3");
    CHECK(dead["resume_point"]["thread_name"] == "Part 3");
    CHECK(names_of(dead["completed_threads"], "id") == Names{"01.1", "01.2"});
    CHECK(names_of(dead["completed_threads"], "file") == Names{"STATE.md", "git"});
    const std::string head = place.require("git rev-parse HEAD");
    CHECK(dead["completed_threads"][1]["commit"].get<std::string>() + "\n" == head);
    CHECK(names_of(dead["plans"], "option") == Names{"resume"});
    CHECK_FALSE(place.has(".grid/CHECKPOINT.md"));

    place.require("rlmdb -q grid resume --option resume --timestamp 2026-01-23T15:16:00Z");
    const std::string checkpoint = place.content(".grid/CHECKPOINT.md");
    CHECK(holds(checkpoint, "type: session_death\n"));
    CHECK(holds(checkpoint, "synthetic: true\n"));
    CHECK(holds(checkpoint, "thread: 3\n"));
    CHECK(holds(place.content(".grid/STATE.md"), "status: interrupted\n"));
    const Json after = place.grid("resume --timestamp 2026-01-24T09:00:00Z");
    CHECK(after["scenario"] == "interrupted");
    CHECK(after["resume_point"]["thread"] == "01.3");
    CHECK(after["plans"].empty());
  }

  TEST_CASE("verbs that are killed half-way lose nothing that was acknowledged") {
    const SessionPlace place;
    for (int round = 0; round < 3; ++round) {
      const std::string done = "done" + std::to_string(round);
      place.kill_session("n=0; while :; do n=$((n+1)); rlmdb -q grid scratch \"" + done +
                             " note $n end\" >>out; echo \"note $n end\" >>" + done + "; done",
                         done, 3 + round);
      const Ended verified = place.run_session("rlmdb verify");
      CHECK(verified.code == 0);
      // The next change also writes what the killed one had committed and not written.
      place.require("rlmdb -q grid scratch 'after " + done + "'");
      const std::string pad = place.content(".grid/SCRATCHPAD.md");
      CHECK(pad == place.require("rlmdb grid show SCRATCHPAD.md"));
      std::istringstream lines(place.content(done));
      for (std::string note; std::getline(lines, note);) CHECK(holds(pad, "- " + done + " " + note + "\n"));
    }
  }

  TEST_CASE("a failure is reported, and rolled back, tried again or repaired by hand") {
    const SessionPlace place;
    place.require(k_work + R"sh(
echo worse >header
rlmdb -q grid fail 'Missing API key' --current '{"id":"01.3","name":"Part 3","partial_work":{"files_created":["toggle"],"files_modified":["header"],"last_action":"Calling the API"}}' --timestamp 2026-01-23T15:06:00Z)sh");
    const Json failed = place.grid("resume --timestamp 2026-01-23T15:07:00Z");
    CHECK(failed["scenario"] == "failure");
    CHECK(failed["resume_point"]["next"] == "choose");
    CHECK(failed["checkpoint"]["error"] == "Missing API key");
    CHECK(failed["checkpoint"]["last_action"] == "Calling the API");
    CHECK(names_of(failed["plans"], "option") == Names{"rollback", "retry", "manual"});
    CHECK(holds(failed["prompt"], "Missing API key"));

    place.require("rlmdb -q grid resume --plan plans.json --timestamp 2026-01-23T15:07:00Z");
    const Json rollback = failed["plans"][0];
    REQUIRE(rollback["commands"].size() == 1);
    CHECK(place.content("header") == "worse\n");
    place.require(rollback["commands"][0].get<std::string>());
    CHECK(place.content("header") == "header\n");
    CHECK_FALSE(place.has("toggle"));
    CHECK(place.has(".grid/STATE.md"));

    place.require(
        "rlmdb -q grid resume --apply plans.json --option rollback --timestamp 2026-01-23T15:08:00Z");
    CHECK(holds(place.content(".grid/CHECKPOINT.md"), "user_response: rollback\n"));
    const Json again = place.grid("resume --timestamp 2026-01-23T15:09:00Z");
    CHECK(again["resume_point"]["next"] == "go-on");
    CHECK(again["resume_point"]["thread"] == "01.3");
    CHECK(again["plans"].empty());
    CHECK(place.run_session("rlmdb grid resume --apply plans.json --option retry").code == 7);
  }
}
