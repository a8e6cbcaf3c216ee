// SPDX-License-Identifier: MIT
// A worker, the guard of its command, the keeper of that, or several of them at once are killed at random
// moments: no process of the command is left, and no task runs while one of an earlier run
// lives. RLMDB_TEST_SEED, RLMDB_FIRST_KILL and RLMDB_KILLS choose which and how many.
#include <doctest/doctest.h>
#include <sys/file.h>

#include <fstream>
#include <random>
#include <thread>

#include "random_seed.hpp"
#include "unprivileged.hpp"
#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

constexpr int k_tasks = 4;

/// All that a command starts holds the lock of its task.
constexpr const char* k_locking_script = R"sh(
  exec 9>"lock.$RLMDB_TASK"
  flock -n 9 || echo "$RLMDB_TASK" >>overlaps
  trap '' TERM
  setsid sh -c 'trap "" TERM; setsid sleep 1000 & sleep 1000' &
  sleep 0.2
  echo done
)sh";

struct Chain {
  pid_t worker = 0;
  pid_t guard = 0;
  pid_t keeper = 0;  ///< 0: there is none
  /// Whoever kills the keeper kills all.
  [[nodiscard]] bool is_in_namespace() const {
    const auto space = [](const std::string& process) {
      std::error_code none;
      return std::filesystem::read_symlink("/proc/" + process + "/ns/pid", none);
    };
    return space(std::to_string(keeper)) != space("self");
  }
};

/// Of a command that runs now; nullopt: none does.
std::optional<Chain> find_chain(const WorkerPlace& place, pid_t worker) {
  for (const auto& row :
       place.rows("SELECT pid FROM tasks WHERE state = 'running' AND pid > 0 ORDER BY id")) {
    const pid_t owner = std::stoi(row);
    const pid_t parent = WorkerPlace::parent_of(owner);
    if (parent == worker) return Chain{worker, owner, 0};
    if (parent != 0 && WorkerPlace::parent_of(parent) == worker) return Chain{worker, parent, owner};
  }
  return std::nullopt;
}

/// Of the first task, which runs twice; the other one goes on beside it until it is told to end.
constexpr const char* k_fleeing_script = R"sh(
  if [ "$(cat)" = beside ]; then
    touch beside
    while [ ! -e go ]; do sleep 0.01; done
    exit 0
  fi
  exec 9>lock
  flock -n 9 || echo "$RLMDB_TASK" >>overlaps
  [ ! -e runs ] || exit 0
  setsid sh -c 'trap "" TERM HUP; sleep 1000; sleep 1000' &
  (setsid sh -c '(sleep 1000 &)' &)
  env -i PATH="$PATH" setsid sh -c 'setsid sleep 1000 & sleep 1000' &
  sleep 0.2
  touch runs
  sleep 1000
)sh";

void give_to_plain_user(const WorkerPlace& place) {
  constexpr uid_t k_nobody = 65534;
  if (::geteuid() != 0) return;
  std::filesystem::permissions(place.file(""), std::filesystem::perms(0755));
  REQUIRE(::chown(place.file("").c_str(), k_nobody, k_nobody) == 0);
  for (const auto& entry : std::filesystem::directory_iterator(place.file("")))
    REQUIRE(::chown(entry.path().c_str(), k_nobody, k_nobody) == 0);
}

/// A process that is a child of the worker, and was before it became one.
pid_t start_bystander() {
  const pid_t pid = ::fork();
  if (pid == 0) ::execlp("sleep", "sleep", "1000", nullptr);
  return pid;
}

void kill_some(const Chain& chain, std::mt19937& random) {
  constexpr unsigned k_all = 7;
  unsigned which = 1 + static_cast<unsigned>(random() % k_all);
  // Only the first process of a namespace is enough for the end of all; without a keeper guard and worker are
  // each other's.
  if (which == k_all && !chain.is_in_namespace()) which = 3;
  if (chain.keeper == 0) which = 1 + which % 2;
  if ((which & 1U) != 0) ::kill(chain.worker, SIGKILL);
  if ((which & 2U) != 0) ::kill(chain.guard, SIGKILL);
  if ((which & 4U) != 0 && chain.keeper != 0) ::kill(chain.keeper, SIGKILL);
}

std::vector<std::string> completed(const WorkerPlace& place) {
  std::vector<std::string> ids;
  for (const auto& row :
       place.rows("SELECT task_id FROM events WHERE kind = 'task:completed' ORDER BY task_id"))
    ids.push_back(row);
  return ids;
}

void kill_once(std::uint32_t seed) {
  std::mt19937 random(seed);
  WorkerPlace place;
  for (int i = 0; i < k_tasks; ++i) {
    NewTask task;
    task.prompt = "work";
    task.max_attempts = 100;
    task.backoff = 1ms;
    (void)place.add(task);
  }
  // Every other time as a plain user, who has no namespace.
  Launch worker = place.worker({"--lease", "2s", "--grace", "50ms"}, k_locking_script);
  if (seed % 2 == 1) {
    give_to_plain_user(place);
    worker.in_child = become_unprivileged;
  }
  RunningProgram victim(worker);
  const auto moment = std::chrono::steady_clock::now() + std::chrono::milliseconds(random() % 400);
  std::this_thread::sleep_until(moment);
  std::optional<Chain> chain;
  wait_until([&] { return (chain = find_chain(place, victim.pid())).has_value(); });
  RunningProgram other(worker);
  kill_some(*chain, random);
  const auto recovered = run_rlmdb(place.database(), {"recover"});
  CHECK(recovered.code == 0);
  (void)victim.wait();
  (void)other.wait();
  CHECK(run(worker).code == 0);
  CHECK(place.content("overlaps") == "");
  CHECK(completed(place) == std::vector<std::string>{"1", "2", "3", "4"});
  CHECK(place.commands() == std::vector<std::string>{});
}

}  // namespace

TEST_SUITE("work::kills") {
  TEST_CASE(
      "whatever of a worker is killed, nothing of its commands is left and no task runs twice at once") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::uint32_t first = number_from_environment("RLMDB_FIRST_KILL", 0);
    for (std::uint32_t kill = first; kill < first + number_from_environment("RLMDB_KILLS", 2); ++kill) {
      CAPTURE(kill);
      kill_once(seed + kill);
    }
  }

  TEST_CASE("once worker and guard are killed no process of the command is left") {
    WorkerPlace place;
    (void)place.add();
    RunningProgram worker(place.worker({}, "setsid sh -c 'setsid sleep 1000 & touch runs; sleep 1000'"));
    place.wait_for_file("runs");
    std::optional<Chain> chain;
    wait_until([&] { return (chain = find_chain(place, worker.pid())).has_value(); });
    REQUIRE(place.commands().size() >= 3);
    ::kill(chain->worker, SIGKILL);
    ::kill(chain->guard, SIGKILL);
    (void)worker.wait();
    if (chain->keeper == 0) return;  // this machine allows no namespace
    wait_until([&] { return place.commands().empty(); });
  }

  TEST_CASE("a worker without a namespace ends what a killed guard leaves before the task runs again") {
    WorkerPlace place;
    (void)place.add("first");
    (void)place.add("beside");
    place.close();
    give_to_plain_user(place);
    Launch launch = place.worker({"--json", "--jobs", "2", "--grace", "100ms"}, k_fleeing_script);
    launch.in_child = [place = place.file("bystander").string()] {
      become_unprivileged();
      std::ofstream(place) << start_bystander() << std::endl;
    };
    RunningProgram worker(launch);
    place.wait_for_file("runs");
    place.wait_for_file("beside");
    std::optional<Chain> chain;
    wait_until([&] { return (chain = find_chain(place, worker.pid())).has_value(); });
    const pid_t bystander = std::stoi(place.content("bystander"));
    if (chain->keeper != 0) {
      MESSAGE("not tested: this machine gives a plain user a control group");
    } else {
      ::kill(chain->guard, SIGKILL);
      wait_until([&] { return place.rows("SELECT id FROM tasks WHERE state = 'completed'").size() == 1; });
    }
    CHECK(WorkerPlace::parent_of(bystander) == worker.pid());
    std::ofstream(place.file("go")).flush();
    if (chain->keeper != 0) worker.signal(SIGTERM);
    const Ended ended = worker.wait();
    ::kill(bystander, SIGKILL);
    place.reopen();
    if (chain->keeper != 0) return;
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "containment").front() == "parent-death");
    CHECK(column(ended.out, "event") ==
          std::vector<Json>{"started", "started", "released", "started", "completed", "completed"});
    CHECK(place.content("overlaps") == "");
    CHECK(place.commands() == std::vector<std::string>{});
    const int lock = ::open(place.file("lock").c_str(), O_RDONLY | O_CLOEXEC);
    CHECK(::flock(lock, LOCK_EX | LOCK_NB) == 0);
    ::close(lock);
  }

  TEST_CASE("the command of a worker and a guard that are stopped ends before its lease does") {
    WorkerPlace place;
    NewTask task;
    task.prompt = "work";
    task.backoff = 1ms;
    (void)place.add(task);
    RunningProgram worker(place.worker({"--lease", "3s"}, "touch runs; sleep 1000"));
    place.wait_for_file("runs");
    std::optional<Chain> chain;
    wait_until([&] { return (chain = find_chain(place, worker.pid())).has_value(); });
    if (chain->keeper == 0) return;
    worker.signal(SIGSTOP);
    ::kill(chain->guard, SIGSTOP);
    wait_until([&] { return place.store().claim().has_value(); });
    CHECK(place.commands() == std::vector<std::string>{});
    ::kill(chain->guard, SIGCONT);
    worker.signal(SIGCONT);
    worker.signal(SIGTERM);
    (void)worker.wait();
    place.wait_until_nothing_runs();
  }

  TEST_CASE("a control group ends with the groups that a command has made in it") {
    if (::geteuid() != 0) return;
    WorkerPlace place;
    (void)place.add();
    // Without that right there is no namespace, and root may still make control groups.
    Launch launch = place.worker({"--json", "--grace", "100ms"}, R"sh(
      own=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)$(sed -n 's/^0:://p' /proc/self/cgroup)
      case $own in */rlmdb-*) ;; *) exit ;; esac
      echo "$own" >own
      mkdir "$own/inner" "$own/empty"
      sh -c 'echo $$ >"$0/inner/cgroup.procs"; trap "" TERM; touch moved; sleep 1000' "$own" &
      while [ ! -e moved ]; do sleep 0.01; done
    )sh");
    launch.words.insert(launch.words.begin(), {"setpriv", "--bounding-set", "-sys_admin"});
    const Ended ended = run(launch);
    CHECK(ended.code == 0);
    CHECK(column(ended.out, "event") == std::vector<Json>{"started", "completed"});
    CHECK(place.commands() == std::vector<std::string>{});
    const std::string own = place.content("own");
    if (own.empty()) return;  // this machine allows none
    CHECK(column(ended.out, "containment").front() == "cgroup");
    CHECK_FALSE(std::filesystem::exists(own.substr(0, own.find('\n'))));
  }

  TEST_CASE("what keeps the processes of a command together is told") {
    WorkerPlace place;
    (void)place.add();
    const Ended ended = place.work({"--json", "-v"}, "exit 0");
    const Json containment = column(ended.out, "containment").front();
    CHECK((containment == "pid-namespace" || containment == "cgroup" || containment == "parent-death"));
    CHECK(ended.error.find("processes of a command together: " + containment.get<std::string>()) !=
          std::string::npos);
  }
}
