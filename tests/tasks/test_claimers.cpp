// SPDX-License-Identifier: MIT
// 16 processes that take work from one store: every task is done once, and a killed claimer's task comes
// back.
#include <doctest/doctest.h>

#include <csignal>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "child_process.hpp"
#include "claimer.hpp"
#include "race.hpp"
#include "random_seed.hpp"
#include "raw_database.hpp"
#include "record_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

void add_tasks(const std::filesystem::path& database, int count) {
  Store store = Store::create(database, quick_store());
  NewTask task;
  task.prompt = "work";
  task.max_attempts = 1'000'000;
  task.backoff = 1ms;
  for (int added = 0; added < count; added += 1'000)
    (void)store.change(std::vector<TaskChange>(static_cast<std::size_t>(std::min(count - added, 1'000)),
                                               TaskChange{{}, task, {}}));
}

/// The rows of one statement, each as one text.
std::vector<std::string> lines(const std::filesystem::path& database, const std::string& sql) {
  std::vector<std::string> lines;
  for (const auto& row : RawDatabase(database).rows(sql)) lines.push_back(row.at(0));
  return lines;
}

std::int64_t count(const std::filesystem::path& database, const std::string& sql) {
  return std::stoll(RawDatabase(database).value(sql));
}

/// Every task ended once, under its last claim, with the result of that claim; no claim's token came twice.
void check_done_once(const std::filesystem::path& database, int tasks) {
  const std::string of_kind = "SELECT count(*) FROM events WHERE kind = ";
  CHECK(count(database, "SELECT count(*) FROM tasks WHERE state = 'completed'") == tasks);
  CHECK(count(database, of_kind + "'task:completed'") == tasks);
  CHECK(lines(database,
              "SELECT task_id FROM events WHERE kind = 'task:completed' GROUP BY task_id HAVING count(*) > 1")
            .empty());
  CHECK(lines(database,
              "SELECT token FROM events WHERE kind = 'task:claimed' GROUP BY token HAVING count(*) > 1")
            .empty());
  CHECK(
      lines(database,
            "SELECT t.legacy_id FROM tasks t JOIN events e ON e.task_id = t.id AND e.kind = 'task:completed' "
            "WHERE e.token IS NOT (SELECT max(c.token) FROM events c WHERE c.task_id = t.id AND c.kind = "
            "'task:claimed') OR t.result IS NOT CAST(e.token AS TEXT)")
          .empty());
}

struct Told {
  std::int64_t done = 0;
  std::int64_t refused = 0;
};

/// What the claimers were told is what happened: acknowledged completions are the events, refused ones had a
/// token that was no longer the newest or whose lease had run out.
Told check_logs(const TestDir& dir) {
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> done;  // by seq: task, token
  for (const auto& row : RawDatabase(dir / "x.db")
                             .rows("SELECT e.seq, substr(t.legacy_id, 6), e.token FROM events e JOIN tasks t "
                                   "ON t.id = e.task_id WHERE e.kind = 'task:completed'"))
    done.emplace(std::stoll(row[0]), std::pair(std::stoll(row[1]), std::stoll(row[2])));
  std::set<std::pair<std::int64_t, std::int64_t>> by_token;
  for (const auto& [seq, task_and_token] : done) by_token.insert(task_and_token);
  Told counts;
  for (int claimer = 0; claimer < k_claimers; ++claimer) {
    for (const Completion& completion : RecordFile<Completion>::read(log_of(dir, claimer))) {
      const std::pair told(completion.task, completion.token);
      if (completion.seq != 0) {
        ++counts.done;
        CHECK((done.contains(completion.seq) && done.at(completion.seq) == told));
      } else {
        ++counts.refused;
        CHECK(completion.code == ErrorCode::conflict);
        CHECK_FALSE(by_token.contains(told));
      }
    }
  }
  return counts;
}

ChildProcess start_claimer(const TestDir& dir, Claimers& shared, int number, const Habits& habits,
                           std::uint32_t seed) {
  return ChildProcess([&dir, &shared, number, habits, seed] {
    auto& phase = shared.phases.at(static_cast<std::size_t>(number));
    phase = Phase::nothing;
    Claimer claimer(dir, phase, number, habits, seed);
    ++shared.waiting;
    wait_until([&] { return shared.started.load(); });
    claimer.run();
    return 0;
  });
}

/// 16 claimers of which some always die: by themselves between claim and complete, and at random moments by
/// the hand of the pool. Others take their places.
class ClaimerPool {
 public:
  ClaimerPool(const TestDir& dir, Claimers& shared, std::uint32_t seed)
      : m_dir(dir), m_shared(shared), m_random(seed) {
    for (int i = 0; i < k_claimers; ++i) m_processes.emplace_back(start(i));
  }

  /// At most `kills`; then everybody may finish.
  void run(int kills) {
    std::exponential_distribution<double> pause_us(1.0 / 6'000.0);
    for (int i = 0; i < kills && !m_finished; ++i) {
      const auto moment = std::chrono::steady_clock::now() +
                          std::chrono::microseconds(static_cast<std::int64_t>(pause_us(m_random)));
      wait_until([&] { return std::chrono::steady_clock::now() >= moment; });
      const auto victim = m_random() % k_claimers;
      REQUIRE(m_processes[victim]->pid() > 0);
      ::kill(m_processes[victim]->pid(), SIGKILL);
      replace(victim);
    }
    m_deaths_percent = 0;
    for (std::size_t i = 0; i < k_claimers; ++i)
      while (m_processes[i]->pid() > 0) replace(i);
  }

  [[nodiscard]] int died_in(Phase phase) const { return m_died.at(static_cast<std::size_t>(phase)); }

 private:
  /// The first never waits for another one to take its task, so there is always one who works.
  ChildProcess start(int number) {
    const unsigned dawdles_percent = number == 0 ? 0 : 5;
    const auto seed = static_cast<std::uint32_t>(m_random());
    return start_claimer(m_dir, m_shared, number, {200ms, m_deaths_percent, dawdles_percent}, seed);
  }

  /// Waits for its end; only who was killed gets a successor.
  void replace(std::size_t place) {
    const int ended = m_processes[place]->wait();
    m_finished = m_finished || ended == 0;
    if (ended == 0) return;
    REQUIRE(ended == -SIGKILL);
    ++m_died.at(static_cast<std::size_t>(m_shared.phases.at(place).load()));
    m_processes[place].emplace(start(static_cast<int>(place)));
  }

  const TestDir& m_dir;
  Claimers& m_shared;
  unsigned m_deaths_percent = 4;
  std::mt19937 m_random;
  std::vector<std::optional<ChildProcess>> m_processes;
  std::array<int, 4> m_died{};
  bool m_finished = false;
};

}  // namespace

TEST_SUITE("tasks::processes") {
  TEST_CASE("16 claimers do every task exactly once") {
    const int tasks = is_long_run() ? 10'000 : 1'000;
    const TestDir dir;
    add_tasks(dir / "x.db", tasks);
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    Shared<Claimers> shared;
    std::vector<ChildProcess> claimers;
    for (int i = 0; i < k_claimers; ++i)
      claimers.push_back(
          start_claimer(dir, *shared, i, Habits{.lease = 10min}, seed + static_cast<std::uint32_t>(i)));
    wait_until([&] { return shared->waiting == k_claimers; });
    shared->started = true;
    for (ChildProcess& claimer : claimers) CHECK(claimer.wait() == 0);
    check_done_once(dir / "x.db", tasks);
    CHECK(count(dir / "x.db", "SELECT count(*) FROM events WHERE kind = 'task:claimed'") == tasks);
    CHECK(count(dir / "x.db", "SELECT sum(attempts) FROM tasks") == 0);
    CHECK(check_logs(dir).done == tasks);
  }

  TEST_CASE("claimers are killed anywhere; others do their tasks, each exactly once") {
    const int tasks = is_long_run() ? 10'000 : 1'000;
    const TestDir dir;
    const auto database = dir / "x.db";
    add_tasks(database, tasks);
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    Shared<Claimers> shared;
    ClaimerPool pool(dir, *shared, seed);
    wait_until([&] { return shared->waiting == k_claimers; });
    shared->started = true;
    pool.run(is_long_run() ? 2'000 : 200);
    check_done_once(database, tasks);
    const Told told = check_logs(dir);

    const auto claims = count(database, "SELECT count(*) FROM events WHERE kind = 'task:claimed'");
    const auto lost = count(database, "SELECT count(*) FROM events WHERE reason = 'lease_expired'");
    CHECK(claims == tasks + lost);
    CHECK(count(database, "SELECT sum(attempts) FROM tasks") == lost);
    CHECK(pool.died_in(Phase::between) > 0);
    MESSAGE("killed in claim " << pool.died_in(Phase::in_claim) << ", between "
                               << pool.died_in(Phase::between) << ", in complete "
                               << pool.died_in(Phase::in_complete) << "; " << claims << " claims, " << lost
                               << " lost leases; told done " << told.done << ", refused " << told.refused);
  }
}
