// SPDX-License-Identifier: MIT
// How a command may end, and what becomes of its task and of its processes.
#include <doctest/doctest.h>

#include "database_ids.hpp"
#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("work::ends") {
  TEST_CASE("a command gets the prompt and five settings, and its output is the result") {
    WorkerPlace place;
    (void)place.add("Grüße, \"zwei\"\nZeilen");
    const Ended ended = place.work(
        {},
        R"(cat; echo "$RLMDB_TASK $RLMDB_TOKEN $RLMDB_ATTEMPT ${RLMDB_CHECKPOINT-none} ${RLMDB_MERGE-no} $RLMDB_DB")");
    CHECK(ended.code == 0);
    CHECK(ended.error == "nothing is left: 1 completed\n");
    const std::string expected =
        "Grüße, \"zwei\"\nZeilentask-0000 2 1 none no " + place.database().string() + "\n";
    CHECK(place.record("task-0000")["state"] == "completed");
    for (const char* member : {"result", "output"}) {
      const std::string kept = place.record("task-0000")[member];
      CHECK(tokens_from_0(kept, place.database().parent_path()) == expected);
    }
    place.wait_until_nothing_runs();
  }

  TEST_CASE("a command inherits three descriptors, default signals, and the working directory") {
    WorkerPlace place;
    (void)place.add();
    Launch launch = place.worker(
        {},
        R"(grep -E 'Sig(Blk|Ign)' /proc/$$/status | cut -f2 | tr '\n' ' '; pwd; cut -d' ' -f5 /proc/$$/stat; echo $$)");
    launch.in_child = [] {
      ::signal(SIGINT, SIG_IGN);
      sigset_t blocked;
      ::sigfillset(&blocked);
      ::sigdelset(&blocked, SIGTERM);
      ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    };
    CHECK(run(launch).code == 0);
    const std::string result = place.record("task-0000")["result"];
    CAPTURE(result);
    CHECK(result.starts_with("0000000000000000 0000000000000000 " +
                             std::filesystem::canonical(place.file("")).string() + "\n"));
    // Its group is its own.
    std::istringstream lines(result.substr(result.find('\n') + 1));
    std::string group;
    std::string pid;
    lines >> group >> pid;
    CHECK(group == pid);
    (void)place.add();
    CHECK(run_rlmdb(place.database(), {"work", "--", "ls", "/proc/self/fd"}).code == 0);
    // The last one is the folder that is listed.
    CHECK(place.record("task-0001")["result"] == "0\n1\n2\n3\n");
  }

  TEST_CASE("another exit status, or a signal, fails the task with the last lines of standard error") {
    WorkerPlace place;
    (void)place.add("seq 1 30 >&2; echo half; exit 3");
    (void)place.add("kill -KILL $$");
    (void)place.add("printf 'a\\000b\\377c' >&2; exit 1");
    const Ended ended =
        place.work({"--json"}, "sh -c \"$(cat)\"; s=$?; [ $s = 137 ] && kill -KILL $$; exit $s");
    CHECK(ended.code == 3);
    std::string lines = "the command ended with exit status 3";
    for (int i = 11; i <= 30; ++i) lines += "\n" + std::to_string(i);
    CHECK(place.record("task-0000")["state"] == "failed");
    CHECK(place.record("task-0000")["error"] == lines);
    CHECK(place.record("task-0000")["result"] == nullptr);
    CHECK(place.record("task-0000")["output"] == "half\n");
    CHECK(place.record("task-0001")["error"].get<std::string>().starts_with(
        "the command ended with signal 9 (KILL)"));
    CHECK(place.record("task-0002")["error"] ==
          "the command ended with exit status 1\na\xEF\xBF\xBD"
          "b\xEF\xBF\xBD"
          "c");
    CHECK(column(ended.out, "event") ==
          std::vector<Json>{"started", "failed", "started", "failed", "started", "failed"});
    CHECK(column(ended.out, "exit_status") == std::vector<Json>{nullptr, 3, nullptr, nullptr, nullptr, 1});
    CHECK(column(ended.out, "signal") ==
          std::vector<Json>{nullptr, nullptr, nullptr, "KILL", nullptr, nullptr});
  }

  TEST_CASE("a command that prints nothing, ends at once, or never reads a long prompt, is done") {
    WorkerPlace place;
    (void)place.add(std::string(std::size_t{1} << 20, 'p'));
    CHECK(place.work({}, "exec true").code == 0);
    CHECK(place.record("task-0000")["result"] == "");
    (void)place.add(std::string(std::size_t{1} << 20, 'p'));
    CHECK(place.work({}, "exec <&-; echo closed").code == 0);
    CHECK(place.record("task-0001")["result"] == "closed\n");
    (void)place.add(std::string(std::size_t{1} << 20, 'p'));
    CHECK(place.work({}, "wc -c").code == 0);
    CHECK(place.record("task-0002")["result"] == "1048576\n");
  }

  TEST_CASE("a command that forks leaves nothing behind, whatever session its children have gone to") {
    WorkerPlace place;
    (void)place.add();
    const Ended ended = place.work(
        {"--grace", "200ms"},
        R"(setsid sh -c 'trap "" TERM; touch one; sleep 1000' & (sh -c 'trap "" TERM; touch two; sleep 1000' &)
           sleep 1000 & until [ -e one ] && [ -e two ]; do sleep 0.01; done; echo done)");
    CHECK(ended.code == 0);
    CHECK(place.processes() == std::vector<std::string>{});
    CHECK(place.record("task-0000")["result"] == "done\n");
  }

  TEST_CASE("a command that ignores TERM and never ends is killed once its task is cancelled") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(place.worker({"--grace", "100ms", "--json"},
                                       "trap '' TERM; touch runs; while :; do sleep 1000; done"));
    place.wait_for_file("runs");
    (void)place.force("task-0000", CancelTask{});
    const Ended ended = worker.wait();
    CHECK(place.processes() == std::vector<std::string>{});
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "lost"});
    CHECK(column(ended.out, "signal") == std::vector<Json>{nullptr, "KILL"});
    CHECK(place.state("task-0000") == "cancelled");
  }

  TEST_CASE("a command that prints 100 MB fails loudly, and what came before the limit is kept") {
    WorkerPlace place;
    (void)place.add();
    const Ended ended =
        place.work({"--max-result", "1000000"}, "head -c 100000000 /dev/zero | tr '\\0' x; touch ended");
    CHECK(ended.code == 3);
    CHECK(place.processes() == std::vector<std::string>{});
    CHECK(place.record("task-0000")["error"] ==
          "its standard output is longer than 1,000,000 bytes, the most that --max-result allows");
    CHECK(place.record("task-0000")["output"].get<std::string>() == std::string(1'000'001, 'x'));
    CHECK(place.record("task-0000")["result"] == nullptr);
  }

  TEST_CASE("output that is no UTF-8 fails the task at the byte where it begins") {
    WorkerPlace place;
    (void)place.add();
    (void)place.add();
    CHECK(place.work({}, R"(printf 'ä\377'; sleep 1000)").code == 3);
    CHECK(place.record("task-0000")["error"] == "its standard output is no UTF-8 at byte 2");
    CHECK(place.record("task-0001")["output"] == "ä");
    CHECK(place.processes() == std::vector<std::string>{});
  }

  TEST_CASE("output comes into the task while the command runs") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(place.worker({}, "echo first; until [ -e go ]; do sleep 0.01; done; echo second"));
    wait_until([&] { return place.record("task-0000")["output"] == "first\n"; });
    CHECK(place.state("task-0000") == "running");
    { const std::ofstream go(place.file("go")); }
    CHECK(worker.wait().code == 0);
    CHECK(place.record("task-0000")["output"] == "first\nsecond\n");
  }

  TEST_CASE("a command that is not there takes no task") {
    WorkerPlace place;
    (void)place.add();
    const Ended ended = run_rlmdb(place.database(), {"work", "--", "no-such-agent"});
    CHECK(ended.code == 4);
    CHECK(ended.error.starts_with("rlmdb: error: there is no command 'no-such-agent' in PATH\n"));
    CHECK(place.state("task-0000") == "queued");
    CHECK(run_rlmdb(place.database(), {"work"}).code == 2);
  }

  TEST_CASE("a command that runs longer than the timeout_ms of its node is ended, and the task fails") {
    WorkerPlace place;
    NewTask node;
    node.prompt = "slow";
    node.tree = TreeId{"tree-1"};
    node.config = JsonText{R"({"timeout_ms": 1000})"};
    (void)place.store().change(TaskChange{{}, node, {}});
    (void)place.add("no node");
    const Ended ended =
        place.work({"--json", "--grace", "100ms"},
                   R"sh(echo "${RLMDB_TIMEOUT_MS-none}"; [ "$(cat)" = slow ] && sleep 1000; exit 0)sh");
    CHECK(ended.code == 3);
    CHECK(place.record("task-0000")["state"] == "failed");
    CHECK(place.record("task-0000")["error"] ==
          "the command ran longer than the timeout_ms of its task, 1000");
    CHECK(place.record("task-0000")["output"] == "1000\n");
    CHECK(place.record("task-0001")["result"] == "none\n");
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "failed", "started", "completed"});
    place.wait_until_nothing_runs();
  }

  TEST_CASE("a guard ends the command after its timeout_ms where the worker is stopped") {
    WorkerPlace place;
    NewTask node;
    node.prompt = "slow";
    node.tree = TreeId{"tree-1"};
    node.config = JsonText{R"({"timeout_ms": 1000})"};
    (void)place.store().change(TaskChange{{}, node, {}});
    RunningProgram worker(place.worker({"--grace", "100ms"}, "touch runs; exec sleep 1000"));
    place.wait_for_file("runs");
    worker.signal(SIGSTOP);
    wait_until([&] { return place.commands().empty(); });
    worker.signal(SIGCONT);
    CHECK(worker.wait().code == 3);
    CHECK(place.record("task-0000")["error"] ==
          "the command ran longer than the timeout_ms of its task, 1000");
  }

  TEST_CASE("a worker says what of the context of a task is unlike the schema") {
    WorkerPlace place;
    NewTask node;
    node.prompt = "x";
    node.tree = TreeId{"tree-1"};
    node.context = JsonText{R"({"documents": [{"doc_id": "a"}]})"};
    (void)place.store().change(TaskChange{{}, node, {}});
    const Ended ended = place.work({"--json"}, "true");
    CHECK(column(ended.out, "reason") ==
          std::vector<Json>{"context_reference/documents/0/source is missing, and the schema requires it",
                            nullptr});
  }
}
