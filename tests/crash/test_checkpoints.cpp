// SPDX-License-Identifier: MIT
// A rollback, a prune, a fork and a restore, of a checkpoint and of a backup, that die at every call that changes a
// file: all of it is there, or nothing.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>

#include "fault.hpp"
#include "sqlite_shell.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

/// A tree of three nodes with a state document, five checkpoints of it, and a change since the first.
class CheckpointPlace {
 public:
  CheckpointPlace() {
    must({"init"});
    must({"task", "add", "--prompt", "root", "--tree", k_tree});
    must({"task", "add", "--prompt", "left", "--parent", "task-0000"});
    must({"task", "add", "--prompt", "right", "--parent", "task-0000"});
    set("1");
    m_checkpoint = line(must({"checkpoint", "create", "first", "--tree", k_tree}));
    must({"backup", backup()});
    set("2");
    for (int i = 0; i < 4; ++i) must({"checkpoint", "create", "again", "--tree", k_tree});
    add_loop();
    REQUIRE(run_sqlite3(m_place.database(), "", "PRAGMA wal_checkpoint(TRUNCATE)").exit_code == 0);
    m_bytes = read_all(m_place.database());
    m_before = state();
  }

  void reset() const { m_place.reset(m_bytes); }
  [[nodiscard]] const std::string& checkpoint() const { return m_checkpoint; }
  /// Of a time when there was less.
  [[nodiscard]] std::string backup() const { return (m_backups / "b.db").string(); }
  [[nodiscard]] const std::string& before() const { return m_before; }
  [[nodiscard]] Launch command(const std::vector<std::string>& words) const {
    Launch launch = rlmdb_on(m_place.database(), {});
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    return launch;
  }
  [[nodiscard]] fs::path root() const { return m_place.root(); }

  /// Variables, checkpoints, trees, and what each checkpoint holds; ids and times that are new each time left
  /// out.
  [[nodiscard]] std::string state() const {
    const Ended verified = m_place.rlmdb({"verify"});
    CAPTURE(verified.out);
    REQUIRE_MESSAGE(verified.code == 0, verified.error);
    PlainDatabase database(m_place.database());
    std::string text;
    for (const char* sql :
         {"SELECT task_id, state_id, name, value FROM variables ORDER BY task_id, state_id, name",
          "SELECT id, checkpoint_id FROM snapshots ORDER BY id",
          "SELECT snapshot_id, count(*) FROM snapshot_variables GROUP BY snapshot_id",
          "SELECT count(*) FROM tasks", "SELECT count(*) FROM contents",
          "SELECT owner, checkpoint, phase, iteration, variables, agent_state FROM workflow_states",
          "SELECT id, content_id, packed IS NULL FROM workflow_checkpoints ORDER BY id",
          "SELECT loop_id, status, iteration, version, outline FROM loops",
          "SELECT kind, reason FROM events ORDER BY seq"}) {
      database.each(sql, [&text](const std::vector<std::string>& row) {
        for (const std::string& value : row) text += value + "\t";
        text += "\n";
      });
      text += "--\n";
    }
    return text;
  }

 private:
  static constexpr const char* k_tree = "tree-00000001";

  /// A failed loop with two old checkpoints.
  void add_loop() const {
    REQUIRE(run_sqlite3(
                m_place.database(), "",
                "INSERT INTO loops (id, place, family, loop_id, outline) VALUES (1000, "
                "'.aiwg/ralph/loops/l/state.json', 'ralph', 'l', '{\"status\":\"failed\",\"iteration\":9}'); "
                "UPDATE meta SET value = '1001' WHERE key = 'next_task_key'")
                .exit_code == 0);
    for (const std::string iteration : {"1", "2"})
      must({"checkpoint", "create", "--loop", "l",
            R"({"created_at":"2020-01-0)" + iteration +
                R"(T00:00:00Z","state":{"phase":"p","progress":{},"iteration":{"current":)" + iteration +
                R"(},"variables":{"v":)" + iteration + R"(},"agent_state":{"current_agent":"a"}}})"});
  }

  static std::string line(const std::string& text) { return text.substr(0, text.find('\n')); }

  std::string must(std::initializer_list<std::string> words) const {
    const Ended ended = m_place.rlmdb(words);
    REQUIRE_MESSAGE(ended.code == 0, ended.error);
    return ended.out;
  }

  void set(const std::string& value) const {
    for (const char* task : {"task-0000", "task-0001", "task-0002"})
      must({"var", "set", "v", "\"" + value + std::string(2'000, 'x') + "\"", "--task", task});
    must({"var", "set", "v", value, "--tree", k_tree});
  }

  WorkPlace m_place;
  TestDir m_backups;
  std::string m_checkpoint;
  std::string m_bytes;
  std::string m_before;
};

/// every: it dies before each call, and in the middle of each; alternate: in one of the two ways at each, of many
/// calls at some, and at the last ones.
enum class Points { alternate, every };

long next_point(long at, long calls, Points points) {
  constexpr long k_last_ones = 200;
  constexpr long k_some = 25;
  if (points == Points::every) return at + 1;
  return at + (at + k_last_ones > calls ? 2 : std::max(2L, calls / k_some));
}

void kill_everywhere(const CheckpointPlace& place, const std::vector<std::string>& words, Points points) {
  const TestDir dir;
  place.reset();
  REQUIRE(run(with_fault(place.command(words), {place.root(), 0, "eio", dir / "count"})).code == 0);
  const long calls = std::stol(read_all(dir / "count"));
  const std::string after = place.state();
  REQUIRE(after != place.before());
  long lost = 0;
  long kept = 0;
  for (const std::string mode : {"kill", "torn"}) {
    for (long at = points == Points::every || mode == "kill" ? 1 : 2; at <= calls;
         at = next_point(at, calls, points)) {
      CAPTURE(mode);
      CAPTURE(at);
      place.reset();
      const Ended ended = run(with_fault(place.command(words), {place.root(), at, mode, {}}));
      const std::string state = place.state();
      const bool is_old = state == place.before();
      REQUIRE((is_old || state == after));
      REQUIRE((ended.code == -SIGKILL || (ended.code == 0 && !is_old)));
      ++(is_old ? lost : kept);
    }
  }
  MESSAGE(words.at(0) << " " << words.at(1) << ": " << calls << " points, " << lost
                      << " times the old state, " << kept << " the new");
  CHECK(lost > 0);
  CHECK(kept > 0);
}

void kill_all_commands(Points points) {
  if (!k_can_preload) {
    MESSAGE("skipped: a sanitizer's runtime does not let another library be preloaded");
    return;
  }
  const CheckpointPlace place;
  kill_everywhere(place, {"checkpoint", "rollback", place.checkpoint()}, points);
  kill_everywhere(place, {"checkpoint", "prune", "--keep", "1"}, points);
  kill_everywhere(place, {"checkpoint", "fork", place.checkpoint(), "--tree", "tree-00000002"}, points);
  kill_everywhere(place, {"checkpoint", "restore", "--last", "--loop", "l"}, points);
  kill_everywhere(place, {"checkpoint", "prune", "--workflows", "--keep", "0"}, points);
  kill_everywhere(place, {"restore", place.backup(), "--force"}, points);
}

}  // namespace

TEST_SUITE("crash::checkpoints") {
  TEST_CASE("a rollback, a prune, a fork and a restore that are killed leave all or nothing") {
    kill_all_commands(Points::alternate);
  }
}

TEST_SUITE("crash::every_point") {
  TEST_CASE("so do they killed at every point in both ways") {
    kill_all_commands(Points::every);
  }
}
