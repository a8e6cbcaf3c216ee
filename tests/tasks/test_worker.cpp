// SPDX-License-Identifier: MIT
// The worker that the documents show, run as it stands there.
#include <doctest/doctest.h>

#include <sstream>

#include "program_run.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// The lines from "while claim=" to "done" at the same depth, without what is before them.
std::string worker_in(const std::string& text) {
  std::istringstream lines(text);
  std::string worker;
  std::size_t indent = 0;
  for (std::string line; std::getline(lines, line);) {
    if (worker.empty()) indent = line.find("while claim=");
    if (indent == std::string::npos) continue;
    worker += line.substr(std::min(indent, line.size())) + "\n";
    if (line.substr(std::min(indent, line.size())) == "done") return worker;
  }
  return "";
}

std::string worker_of_help() {
  Launch help;
  help.words = {program_path(), "claim", "-h"};
  return worker_in(run(help).out);
}

std::string worker_of(const std::string& document) {
  return worker_in(read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / document));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

/// What the task's number asks of the command. The last one ends once its lease was extended twice.
constexpr const char* k_work = R"sh(work() {
  case $1 in
    task-0000) echo found ;;
    task-0001) echo half; return 3 ;;
    task-0002) sh -c 'kill -9 $$' ;;
    task-0003) ;;
    *) tries=0
      until [ "$(rlmdb events --task "$1" --kind task:updated | wc -l)" -ge 2 ]; do
        tries=$((tries + 1)); [ $tries -lt 600 ] || return 9; sleep 0.05
      done ;;
  esac
}
)sh";

Ended run_worker(TaskPlace& place) {
  std::string script = replaced(worker_of_help(), "--wait 30s", "--wait 0s");
  script = replaced(script, "sleep 60", "sleep 0.02");
  write_all(place.file("worker.sh"), k_work + script);
  Launch launch;
  launch.words = {"/bin/sh", place.file("worker.sh").string()};
  launch.directory = place.file("");
  const std::string programs = std::filesystem::path(program_path()).parent_path().string();
  launch.environment = {"RLMDB_DB=" + place.database().string(),
                        "PATH=" + programs + ":" + std::getenv("PATH")};
  return run(launch);
}

}  // namespace

TEST_SUITE("tasks::worker") {
  TEST_CASE("help and README show the same worker") {
    CHECK(worker_of_help().find("rlmdb task fail") != std::string::npos);
    CHECK(worker_of_help() == worker_of("README.md"));
  }

  TEST_CASE("it loops, keeps the lease, and says what came of a command that fails, is killed or is silent") {
    TaskPlace place;
    for (int i = 0; i < 5; ++i) (void)place.add();
    const Ended ended = run_worker(place);
    CHECK(ended.code == 0);
    CHECK(place.record("task-0000")["state"] == "completed");
    CHECK(place.record("task-0000")["result"] == "found\n");
    CHECK(place.record("task-0001")["state"] == "failed");
    CHECK(place.record("task-0001")["error"] == "work ended with 3");
    CHECK(place.record("task-0001")["result"] == nullptr);
    CHECK(place.record("task-0002")["state"] == "failed");
    CHECK(place.record("task-0002")["error"] == "work ended with 137");
    CHECK(place.record("task-0003")["state"] == "completed");
    CHECK(place.record("task-0003")["result"] == "");
    CHECK(place.record("task-0004")["state"] == "completed");
    CHECK(place.rows("SELECT count(*) FROM events WHERE task_id = 5 AND kind = 'task:updated'") !=
          std::vector<std::string>{"0"});
  }

  TEST_CASE("a result from standard input that holds nothing is refused, one that is meant is not") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, StartTask{});
    const Ended refused = run_rlmdb(place.database(), {"task", "complete", id, "--result", "-"});
    CHECK(refused.code == 6);
    CHECK(place.state(id) == "running");
    CHECK(run_rlmdb(place.database(), {"task", "complete", id, "--result", ""}).code == 0);
    CHECK(place.record(id)["result"] == "");
  }
}
