// SPDX-License-Identifier: MIT
// Eight workers on a random tree. They are killed, stopped past their leases and continued; each task is done
// once all the same, and nothing is left behind.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "random_seed.hpp"
#include "worker_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t k_workers = 8;
constexpr int k_short_disturbances = 12;

bool is_long() {
  const char* const run = std::getenv("RLMDB_WORK_RUN");
  return run != nullptr && std::string(run) == "long";
}

/// A task whose attempts may be lost as often as workers are killed.
NewTask patient_task(const std::string& prompt) {
  NewTask task;
  task.prompt = prompt;
  task.max_attempts = 1'000'000;
  task.backoff = 1ms;
  return task;
}

void plant_tree(WorkerPlace& place, int nodes, std::mt19937& random) {
  std::vector<std::string> ids;
  for (int i = 0; i < nodes; ++i) {
    NewTask task = patient_task("prompt " + std::to_string(i));
    if (ids.empty()) {
      task.tree = TreeId{"tree-12345678"};
    } else {
      task.parent = TaskId{ids[random() % ids.size()]};
    }
    const std::vector<std::string> strategies{"parallel", "parallel", "sequential", "map-reduce",
                                              "conditional"};
    task.decomposition_strategy = strategies[random() % strategies.size()];
    ids.push_back(place.add(std::move(task)));
  }
}

/// All that a command starts holds the lock of its task: whoever finds it taken has met a run that should be
/// over.
constexpr const char* k_script = R"sh(
  exec 9>"lock.$RLMDB_TASK"
  flock -n 9 || echo "$RLMDB_TASK" >>overlaps
  cat >/dev/null
  trap '' TERM
  case $((RLMDB_TOKEN % 7)) in
    0) sleep 0.3 & setsid sleep 1000 & sleep 0.1 ;;
    1) sleep 1000 & ;;
    2) sleep 0.2 ;;
    3) sleep 2.5 ;;
  esac
  printf %s "$RLMDB_TASK $RLMDB_TOKEN"
)sh";

class Crowd {
 public:
  Crowd(const WorkerPlace& place, std::mt19937& random) : m_place(place), m_random(random) {
    for (std::size_t i = 0; i < k_workers; ++i) m_workers.push_back(start());
  }

  void disturb() {
    if (!m_stopped.has_value()) stop_one();
    RunningProgram& killed = m_workers[m_random() % m_workers.size()];
    if (m_stopped.has_value() && &killed == &m_workers[*m_stopped]) return;
    killed.signal(SIGKILL);
    (void)killed.wait();
    std::destroy_at(&killed);
    std::construct_at(&killed, start());
  }

  /// True: a stopped one continues, once its leases have ended. It may have stopped as the one that writes:
  /// the others wait for it then.
  bool go_on() {
    if (!m_stopped.has_value() || std::chrono::steady_clock::now() < m_continue_at) return false;
    m_workers[*std::exchange(m_stopped, std::nullopt)].signal(SIGCONT);
    return true;
  }

  [[nodiscard]] bool has_stopped() const { return m_stopped.has_value(); }

  /// The ends of those that nobody killed.
  std::vector<Ended> wait() {
    std::vector<Ended> ends;
    for (RunningProgram& worker : m_workers) ends.push_back(worker.wait());
    return ends;
  }

 private:
  RunningProgram start() const {
    return RunningProgram(m_place.worker(
        {"--lease", "1500ms", "--grace", "50ms", "--jobs", "2", "--tree", "tree-12345678"}, k_script));
  }
  void stop_one() {
    m_stopped = m_random() % m_workers.size();
    m_workers[*m_stopped].signal(SIGSTOP);
    m_continue_at = std::chrono::steady_clock::now() + 2'500ms;
  }

  const WorkerPlace& m_place;
  std::mt19937& m_random;
  std::vector<RunningProgram> m_workers;
  std::optional<std::size_t> m_stopped;
  std::chrono::steady_clock::time_point m_continue_at{};
};

}  // namespace

TEST_SUITE("work::many") {
  TEST_CASE("eight workers that are killed and stopped do each task of a tree once, and leave nothing") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    WorkerPlace place;
    plant_tree(place, is_long() ? 2'000 : 60, random);
    Crowd crowd(place, random);
    const auto unfinished = [&] {
      return place.rows("SELECT 1 FROM tasks WHERE state <> 'completed' LIMIT 1").size();
    };
    for (int i = 0; unfinished() > 0; ++i) {
      const std::chrono::milliseconds moment(random() % (is_long() ? 2'000 : 800));
      std::this_thread::sleep_for(moment);
      (void)crowd.go_on();
      if (is_long() || i < k_short_disturbances) crowd.disturb();
    }
    wait_until([&] { return !crowd.has_stopped() || crowd.go_on(); });
    for (const auto& ended : crowd.wait()) {
      INFO(ended.error);
      CHECK(ended.code == 0);
    }
    place.wait_until_nothing_runs();
    CHECK_FALSE(std::filesystem::exists(place.file("overlaps")));
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE state <> 'completed'") ==
          std::vector<std::string>{"0"});
    CHECK(place.rows("SELECT count(*) - count(DISTINCT task_id) FROM events WHERE kind = 'task:completed'") ==
          std::vector<std::string>{"0"});
    // The result is that of the run under whose token it was stored.
    CHECK(
        place.rows(
            "SELECT t.legacy_id FROM tasks t JOIN events e ON e.task_id = t.id AND e.kind = 'task:completed' "
            "WHERE t.result <> t.legacy_id || ' ' || e.token") == std::vector<std::string>{});
    CHECK(run_rlmdb(place.database(), {"verify"}).code == 0);
  }
}
