// SPDX-License-Identifier: MIT
// The claim under a command: kept, lost, given back; and what is handed out when.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <thread>

#include "db/connections.hpp"
#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

NewTask root(const std::string& prompt) {
  NewTask task;
  task.prompt = prompt;
  task.tree = TreeId{"tree-1"};
  return task;
}

std::vector<std::string> kinds_of(const TaskPlace& place, const std::string& id) {
  return place.rows("SELECT e.kind FROM events e JOIN tasks t ON t.id = e.task_id WHERE t.legacy_id = '" +
                    id + "' ORDER BY e.seq");
}

constexpr const char* k_endless = "trap '' TERM; touch runs; while :; do sleep 1000; done";

}  // namespace

TEST_SUITE("work::claims") {
  TEST_CASE("a command may run for several leases") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(
        place.worker({"--lease", "400ms"}, "until [ -e go ]; do sleep 0.05; done; echo done"));
    wait_until([&] { return kinds_of(place, "task-0000").size() >= 8; });
    { const std::ofstream go(place.file("go")); }
    CHECK(worker.wait().code == 0);
    CHECK(place.record("task-0000")["result"] == "done\n");
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind = 'task:claimed'") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("a worker that waits says once for what") {
    WorkerPlace place;
    (void)place.add();
    const auto claim = place.store().claim();
    REQUIRE(claim.has_value());
    Launch launch = place.worker({}, "true");
    launch.in_child = [] { ::dup2(STDOUT_FILENO, STDERR_FILENO); };
    RunningProgram worker(launch);
    const std::string waiting = "waiting; no task is ready: none is queued; task-0000 is running\n";
    wait_until([&] { return worker.out().ends_with(waiting); });
    (void)place.store().change(
        TaskChange{claim->id, CompleteTask{}, {std::nullopt, claim->token, Force::no}});
    const Ended ended = worker.wait();
    CHECK(ended.code == 0);
    CHECK(ended.out.ends_with(waiting + "nothing is left: no task was run\n"));
  }

  TEST_CASE("a worker waits for the time that a task is scheduled for, and then runs it") {
    WorkerPlace place;
    NewTask later;
    later.prompt = "later";
    later.not_before = 1s;
    (void)place.add(later);
    (void)place.add("now");
    const Ended ended = place.work({}, "cat >>order; echo >>order");
    CHECK(ended.code == 0);
    CHECK(place.content("order") == "now\nlater\n");
    CHECK(place.rows("SELECT (julianday(e.at) - julianday(t.created_at)) * 86400000 >= 999 FROM tasks t JOIN "
                     "events e ON "
                     "e.task_id = t.id WHERE t.legacy_id = 'task-0000' AND e.kind = 'task:claimed'") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("SIGINT, SIGTERM and SIGHUP end the command and give the task back") {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
      CAPTURE(number);
      WorkerPlace place;
      (void)place.add();
      RunningProgram worker(
          place.worker({"--grace", "100ms", "--json"}, std::string("echo half; ") + k_endless));
      place.wait_for_file("runs");
      worker.signal(number);
      const Ended ended = worker.wait();
      CHECK(place.processes() == std::vector<std::string>{});
      CHECK(ended.code == 130);
      CHECK(column(ended.out, "event") == std::vector<Json>{"started", "released"});
      CHECK(place.state("task-0000") == "queued");
      CHECK(place.record("task-0000")["output"] == "half\n");
      CHECK(place.rows("SELECT attempts FROM tasks") == std::vector<std::string>{"0"});
    }
  }

  TEST_CASE("a reader that goes away ends the worker, and the task is given back") {
    WorkerPlace place;
    (void)place.add();
    Launch launch;
    launch.words = {"/bin/bash",
                    "-c",
                    "\"$0\" --db \"$1\" work --grace 100ms -- sh -c \"$2\" | { until [ -e runs ]; do sleep "
                    "0.01; done; }; "
                    "echo ${PIPESTATUS[0]}",
                    program_path(),
                    place.database().string(),
                    k_endless};
    launch.directory = place.file("");
    CHECK(run(launch).out == "141\n");
    CHECK(place.processes() == std::vector<std::string>{});
    CHECK(place.state("task-0000") == "queued");
  }

  TEST_CASE("a second SIGINT kills at once") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(place.worker({"--grace", "1000s"}, k_endless));
    place.wait_for_file("runs");
    worker.signal(SIGINT);
    // The first one is taken once the handler is not there any more.
    wait_until([&] {
      std::ifstream status("/proc/" + std::to_string(worker.pid()) + "/status");
      const std::string text{std::istreambuf_iterator<char>(status), {}};
      const std::size_t caught = text.find("SigCgt:");
      return (std::stoull(text.substr(caught + 7), nullptr, 16) & 2U) == 0;
    });
    worker.signal(SIGINT);
    CHECK(worker.wait().code == -SIGINT);
    place.wait_until_nothing_runs();
    CHECK(place.state("task-0000") == "running");
  }

  TEST_CASE("a worker that is killed leaves no process, its task is resumed by another") {
    WorkerPlace place;
    NewTask task;
    task.prompt = "work";
    task.backoff = 1ms;
    (void)place.add(task);
    RunningProgram killed(place.worker({"--lease", "1s"}, k_endless));
    place.wait_for_file("runs");
    killed.signal(SIGKILL);
    CHECK(killed.wait().code == -SIGKILL);
    place.wait_until_nothing_runs();
    CHECK(place.state("task-0000") == "running");
    // Nothing is ready, but the lease will end: the second one waits for that.
    const Ended ended = place.work({}, R"(echo "attempt $RLMDB_ATTEMPT")");
    CHECK(ended.code == 0);
    CHECK(place.record("task-0000")["result"] == "attempt 2\n");
    CHECK(kinds_of(place, "task-0000").back() == "task:completed");
  }

  TEST_CASE("a worker that is killed is seen as gone only once its command is") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(place.worker({}, k_endless));
    place.wait_for_file("runs");
    const std::int64_t owner = place.record("task-0000")["pid"];
    CHECK(owner != worker.pid());
    worker.signal(SIGKILL);
    (void)worker.wait();
    wait_until([&] {
      return run_rlmdb(place.database(), {"recover"}).code == 0 && place.state("task-0000") == "queued";
    });
    CHECK(place.processes() == std::vector<std::string>{});
  }

  TEST_CASE("the command of a stopped worker is dead before anybody else can have its task") {
    WorkerPlace place;
    NewTask task;
    task.prompt = "work";
    task.backoff = 1ms;
    (void)place.add(task);
    RunningProgram worker(
        // The guard has a sixth of the lease to act in: on a busy machine 100 ms are few.
        place.worker({"--lease", "3s", "--json"},
                     R"([ "$RLMDB_ATTEMPT" = 1 ] || { echo second; exit; }; touch runs; sleep 1000)"));
    place.wait_for_file("runs");
    worker.signal(SIGSTOP);
    ClaimOptions options;
    std::optional<Claim> claim;
    wait_until([&] {
      claim = place.store().claim(options);
      return claim.has_value();
    });
    CHECK(place.commands() == std::vector<std::string>{});
    worker.signal(SIGCONT);
    wait_until([&] {
      return worker.pid() > 0 && place.rows("SELECT 1").size() == 1 && place.processes().size() <= 3;
    });
    (void)place.change("task-0000", CompleteTask{"mine"}, with_token(claim->token));
    const Ended ended = worker.wait();
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "lost"});
    CHECK(place.record("task-0000")["result"] == "mine");
    CHECK(place.processes() == std::vector<std::string>{});
  }

  TEST_CASE("a claim that came when its lease was over starts no command, and the task is claimed again") {
    WorkerPlace place;
    (void)place.add();
    SQLite::Database writer(place.database().string(), SQLite::OPEN_READWRITE);
    writer.exec("BEGIN IMMEDIATE");
    RunningProgram worker(place.worker({"--lease", "1s", "--json"}, "echo ran >>runs"));
    // From when it waits for the writer: on a busy machine a worker takes its time to begin.
    wait_until([&] {
      const auto use = db::connections_of(place.store()).use();
      return use.connection().gate().holder().has_value();
    });
    const auto moment_past_lease = std::chrono::steady_clock::now() + 1'500ms;
    std::this_thread::sleep_until(moment_past_lease);
    writer.exec("ROLLBACK");
    const Ended ended = worker.wait();
    INFO(ended.error);
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"released", "started", "completed"});
    CHECK(column(ended.out, "reason").front() ==
          "the lease was over before the command could begin: it was not started");
    CHECK(place.content("runs") == "ran\n");
    place.wait_until_nothing_runs();
  }

  TEST_CASE("a guard or a keeper that is killed takes its command with it, and the task is given back") {
    bool kills_parent = false;
    SUBCASE("who owns the claim") {}
    SUBCASE("and its parent") {
      kills_parent = true;
    }
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(
        place.worker({"--json"}, R"([ -e runs ] && { echo again; exit; }; touch runs; sleep 1000)"));
    place.wait_for_file("runs");
    // The command may run before its guard has said so.
    wait_until([&] { return worker.out().find("started") != std::string::npos; });
    const pid_t owner = place.record("task-0000")["pid"].get<int>();
    // Without a namespace the guard itself owns the claim.
    const pid_t parent = WorkerPlace::parent_of(owner);
    ::kill(kills_parent && parent != worker.pid() ? parent : owner, SIGKILL);
    const Ended ended = worker.wait();
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "released", "started", "completed"});
    CHECK(place.record("task-0000")["result"] == "again\n");
    CHECK(place.processes() == std::vector<std::string>{});
  }

  TEST_CASE("a failure is tried again only as the task was given attempts") {
    WorkerPlace place;
    (void)place.add("bad");
    NewTask tried;
    tried.prompt = "tried";
    tried.max_attempts = 3;
    tried.backoff = 10ms;
    (void)place.add(tried);
    NewTask configured;
    configured.prompt = "configured";
    configured.config = JsonText{R"({"retry_policy":{"max_retries":1,"backoff_ms":5}})"};
    configured.tree = TreeId{"tree-1"};
    (void)place.add(configured);
    const Ended ended = place.work({}, R"(echo "$RLMDB_ATTEMPT"; [ "$(cat)$RLMDB_ATTEMPT" = tried3 ])");
    CHECK(ended.code == 3);
    CHECK(ended.error == "nothing is left: 1 completed, 2 failed, 3 to be tried again\n");
    CHECK(place.state("task-0000") == "failed");
    CHECK(kinds_of(place, "task-0000") ==
          std::vector<std::string>{"task:created", "task:claimed", "task:updated", "task:failed"});
    CHECK(place.state("task-0001") == "completed");
    CHECK(place.record("task-0001")["output"] == "1\n2\n3\n");
    CHECK(place.rows("SELECT attempts FROM tasks ORDER BY id") == std::vector<std::string>{"0", "2", "2"});
    CHECK(place.state("task-0002") == "failed");
    CHECK(place.record("task-0002")["output"] == "1\n2\n");
    CHECK(place.rows("SELECT DISTINCT reason FROM events WHERE kind = 'task:retried'") ==
          std::vector<std::string>{"failed"});
    CHECK(run_rlmdb(place.database(), {"verify"}).code == 0);
  }

  TEST_CASE("a command that gives its task children is handed their results once they are done") {
    WorkerPlace place;
    (void)place.add(root("sum"));
    const Ended ended = place.work({"--json"}, R"(
      if [ "$RLMDB_MERGE" ]; then cat; exit; fi
      prompt=$(cat)
      case $prompt in
        sum) rlmdb -q task add --prompt one --parent "$RLMDB_TASK" --db "$RLMDB_DB" >&2
             rlmdb -q task add --prompt two --parent "$RLMDB_TASK" --db "$RLMDB_DB" >&2 ;;
        *) printf %s "$prompt!" ;;
      esac)");
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "released", "started", "completed",
                                                          "started", "completed", "started", "completed"});
    const Json result = Json::parse(place.record("task-0000")["result"].get<std::string>());
    CHECK(result["prompt"] == "sum");
    CHECK(result["merge"]["inputs"][0]["text"] == "one!");
    CHECK(result["merge"]["inputs"][1]["text"] == "two!");
    const std::string merge = run_rlmdb(place.database(), {"merge", "task-0000", "--json"}).out;
    CHECK(result["merge"]["inputs"] == Json::parse(merge)["data"]["inputs"]);
  }

  TEST_CASE("jobs run at once, of one agent and one tree") {
    WorkerPlace place;
    for (int i = 0; i < 3; ++i) (void)place.add();
    NewTask other;
    other.prompt = "other";
    other.agent = "other";
    (void)place.add(other);
    NewTask ours = other;
    ours.agent = "ours";
    (void)place.add(ours);
    CHECK(place.work({"--agent", "ours"}, "true").code == 0);
    CHECK(place.rows("SELECT legacy_id FROM tasks WHERE state = 'completed'") ==
          std::vector<std::string>{"task-0004"});
    // Each ends once three run.
    CHECK(place
              .work({"--jobs", "3"},
                    "touch r.$RLMDB_TASK; until [ $(ls r.* | wc -l) -ge 3 ]; do sleep 0.01; done")
              .code == 0);
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE state = 'completed'") ==
          std::vector<std::string>{"5"});
    CHECK(place.work({"--tree", "tree-9"}, "true").code == 4);
  }

  TEST_CASE("what waits for a failed task is no reason to wait; what another one runs is") {
    WorkerPlace place;
    (void)place.add("fails");
    NewTask waits;
    waits.prompt = "waits";
    waits.depends_on = {TaskId{"task-0000"}};
    (void)place.add(waits);
    const Ended ended = place.work({}, "test \"$(cat)\" != fails");
    CHECK(ended.code == 3);
    CHECK(ended.error ==
          "nothing is left: 1 failed; 1 still queued, `rlmdb ready --explain` says why\n"
          "stuck: task-0000 failed, task-0001 waits for it; rlmdb task retry task-0000\n");
    // The failure is another's by now, and what this one is for is stuck all the same.
    CHECK(place.work({}, "true").code == 3);
    (void)place.change("task-0000", RetryTask{});
    const auto claim = place.store().claim({});
    RunningProgram worker(place.worker({}, "echo late"));
    wait_until([&] { return !place.processes().empty(); });
    (void)place.change("task-0000", CompleteTask{}, with_token(claim->token));
    CHECK(worker.wait().code == 0);
    CHECK(place.record("task-0001")["result"] == "late\n");
  }

  TEST_CASE("--follow waits for more") {
    WorkerPlace place;
    RunningProgram worker(place.worker({"--follow"}, "cat"));
    (void)place.add("late");
    wait_until([&] { return place.state("task-0000") == "completed"; });
    worker.signal(SIGTERM);
    CHECK(worker.wait().code == 130);
  }

  TEST_CASE("a run starts from the checkpoint that recovery has chosen") {
    WorkerPlace place;
    (void)place.add(root("work"));
    const Ended made =
        run_rlmdb(place.database(), {"checkpoint", "create", "before", "--task", "task-0000", "--json"});
    REQUIRE(made.code == 0);
    CHECK(place.work({}, R"(printf %s "$RLMDB_CHECKPOINT")").code == 0);
    const std::string checkpoint = place.record("task-0000")["result"];
    CHECK(checkpoint.size() > 4);
    CHECK(made.out.find('"' + checkpoint + '"') != std::string::npos);
  }
}
