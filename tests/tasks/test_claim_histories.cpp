// SPDX-License-Identifier: MIT
// Random histories of four owners who call the program the ways that scripts do: through pipes, in `$( )`, by
// `sh -c`, in the background, from Python, with recoveries beside. Processes die, leases end. Nobody's live
// claim is taken, and none that is over keeps its task. RLMDB_TEST_SEED, RLMDB_FIRST_HISTORY and
// RLMDB_HISTORIES choose which and how many.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "child_process.hpp"
#include "program_run.hpp"
#include "random_seed.hpp"
#include "restored_backup.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr std::array k_owners = {"ann", "ben", "cem", "dee"};
constexpr std::size_t k_steps = 16;

/// How a script runs a command; `@` stands for it.
constexpr std::array k_shapes = {
    "@",
    "@ | cat",
    "printf '%s\\n' \"$(@)\"",
    "printf '%s\\n' \"`@`\"",
    "sh -c '@'",
    "{ @ & } ; wait",
    "(@) < /dev/null",
    "$RLMDB recover > recovered 2>&1 & @ ; wait",
    "python3 -c 'import subprocess as s; print(s.run(\"@\", shell=True, stdout=-1, text=True).stdout)'",
};

/// A claim as its owner knows it.
struct HeldTask {
  std::string owner;
  std::string token;
  std::string expires_at;
  pid_t process = 0;  ///< whose end ends it; 0: none
};

struct RowNow {
  std::string state;
  std::string token;
};

class ClaimHistory {
 public:
  explicit ClaimHistory(std::uint32_t seed) : m_random(seed) {
    for (std::size_t i = 0, tasks = 2 + below(4); i < tasks; ++i) m_place.add();
  }

  void run() {
    for (std::size_t i = 0; i < k_steps; ++i) {
      step();
      check_live();
      check_sound();
    }
    end();
    CHECK(unsound_when_restored(m_place.database()) == "");
  }

 private:
  std::size_t below(std::size_t limit) { return m_random() % limit; }
  std::string any_owner() { return k_owners[below(k_owners.size())]; }

  void step() {
    const std::size_t what = below(14);
    if (what < 5) return claim();
    if (what < 7) return recover_by(any_owner());
    if (what < 9) return change_by_other();
    switch (what) {
      case 9:
        return complete_own();
      case 10:
        return keep_alive();
      case 11:
        return give_back();
      case 12:
        return let_process_die();
      default:
        return let_lease_end();
    }
  }

  void claim() {
    const std::string owner = any_owner();
    HeldTask held{owner, {}, {}, below(3) == 0 ? new_process() : 0};
    std::string words = "claim --lease " + std::string(below(2) == 0 ? "1h" : "120ms");
    if (held.process != 0) words += " --pid " + std::to_string(held.process);
    const Ended ended = call(owner, words, k_shapes[below(k_shapes.size())]);
    std::string id;
    std::istringstream(ended.out) >> id >> held.token >> held.expires_at;
    if (id.empty()) return;
    const auto before = m_held.find(id);
    if (before != m_held.end()) {
      CAPTURE(m_told);
      CHECK_FALSE_MESSAGE(is_live(before->second),
                          owner << " was given " << id << " of " << before->second.owner);
      m_lost.insert({id, before->second.token});
    }
    m_held[id] = held;
  }

  /// What is over goes back into the queue, or is given up.
  void recover_by(const std::string& owner) {
    std::map<std::string, HeldTask> over;
    for (const auto& [id, held] : m_held)
      if (is_over(held)) over.insert({id, held});
    (void)call(owner, "recover", k_shapes[below(k_shapes.size())]);
    const std::map<std::string, RowNow> rows = rows_now();
    for (const auto& entry : over) {
      const auto& [id, held] = entry;
      const RowNow& row = rows.at(id);
      CAPTURE(m_told);
      CHECK_MESSAGE(!(row.state == "running" && row.token == held.token),
                    entry.first << " stays with " << entry.second.owner);
    }
  }

  /// Without the token, or with one that is over.
  void change_by_other() {
    if (m_held.empty()) return;
    const auto& [id, held] = any_held();
    constexpr std::array k_changes = {"cancel @", "complete @", "fail @ --error no", "retry @",
                                      "set @ state='\"queued\"'"};
    std::string words = "task " + std::string(k_changes[below(k_changes.size())]);
    words.replace(words.find('@'), 1, id);
    const auto lost = m_lost.lower_bound({id, ""});
    if (lost != m_lost.end() && lost->first == id && below(2) == 0) words += " --token " + lost->second;
    const Ended ended = call(any_owner(), words, "@");
    if (!is_live(held)) return forget_ended();
    CAPTURE(m_told);
    CHECK(ended.code == 7);
  }

  void complete_own() {
    if (m_held.empty()) return;
    const auto& [id, held] = any_held();
    finish(id, held);
  }

  /// An owner who lost its claim is told so.
  void finish(const std::string& id, HeldTask held) {
    const Ended ended = call(held.owner, "task complete " + id + " --token " + held.token, "@");
    CAPTURE(m_told);
    if (is_live(held)) CHECK(ended.code == 0);
    if (ended.code == 0) {
      CHECK(m_completed.insert(id).second);
      m_held.erase(id);
    } else {
      CHECK(ended.code == 7);
      forget_ended();
    }
  }

  void keep_alive() {
    if (m_held.empty()) return;
    auto& [id, held] = any_held();
    const Ended ended = call(held.owner, "heartbeat " + id + " --token " + held.token + " --lease 1h", "@");
    if (ended.code != 0) {
      CAPTURE(m_told);
      CHECK_FALSE(is_live(held));
      return forget_ended();
    }
    std::string skipped;
    std::istringstream(ended.out) >> skipped >> skipped >> skipped >> held.expires_at;
  }

  void give_back() {
    if (m_held.empty()) return;
    const auto& [id, held] = any_held();
    const Ended ended = call(held.owner, "release " + id + " --token " + held.token, "@");
    CAPTURE(m_told);
    if (is_live(held)) CHECK(ended.code == 0);
    if (ended.code == 0) m_lost.insert({id, held.token});
    forget_ended();
  }

  pid_t new_process() {
    m_processes.emplace_back([] {
      for (;;) ::pause();
      return 0;
    });
    return m_processes.back().pid();
  }

  void let_process_die() {
    for (auto& [id, held] : m_held) {
      if (held.process == 0 || !lives(held.process)) continue;
      kill_process(held.process);
      m_told += "the process of " + id + " dies\n";
      return;
    }
  }

  void kill_process(pid_t pid) {
    for (ChildProcess& process : m_processes)
      if (process.pid() == pid) process.kill();
  }

  [[nodiscard]] bool lives(pid_t pid) const {
    for (const ChildProcess& process : m_processes)
      if (process.pid() == pid) return true;
    return false;
  }

  void let_lease_end() {
    for (const auto& [id, held] : m_held) {
      if (is_long(held)) continue;
      wait_until([&, expires_at = held.expires_at] { return util::utc_now_text() > expires_at; });
      m_told += "the lease of " + id + " ends\n";
      return;
    }
  }

  static bool is_long(const HeldTask& held) {
    return held.expires_at > util::utc_text(util::now() + std::chrono::minutes(1));
  }

  /// Asked after a call: also at any moment of it.
  [[nodiscard]] bool is_live(const HeldTask& held) const {
    return util::utc_now_text() < held.expires_at && (held.process == 0 || lives(held.process));
  }
  /// Asked before a call: also at any moment of it.
  [[nodiscard]] bool is_over(const HeldTask& held) const { return !is_live(held); }

  std::pair<const std::string, HeldTask>& any_held() {
    return *std::next(m_held.begin(), static_cast<std::ptrdiff_t>(below(m_held.size())));
  }

  [[nodiscard]] std::map<std::string, RowNow> rows_now() const {
    std::map<std::string, RowNow> rows;
    for (const std::string& row :
         m_place.rows("SELECT legacy_id || ' ' || state || ' ' || coalesce(token, 0) FROM tasks")) {
      std::istringstream words(row);
      std::string id;
      words >> id;
      words >> rows[id].state >> rows[id].token;
    }
    return rows;
  }

  /// Claims that are not in the database any more.
  void forget_ended() {
    const std::map<std::string, RowNow> rows = rows_now();
    std::erase_if(m_held, [&](const auto& entry) {
      const RowNow& row = rows.at(entry.first);
      return row.state != "running" || row.token != entry.second.token;
    });
  }

  void check_live() {
    const std::map<std::string, RowNow> rows = rows_now();
    CAPTURE(m_told);
    for (const auto& entry : m_held) {
      const auto& [id, held] = entry;
      if (!is_live(held)) continue;
      CHECK_MESSAGE(rows.at(id).state == "running", entry.first << " of " << entry.second.owner);
      CHECK_MESSAGE(rows.at(id).token == held.token, entry.first << " of " << entry.second.owner);
    }
    forget_ended();
  }

  void check_sound() const {
    CAPTURE(m_told);
    CHECK(unsound_in(m_place.database()) == "");
  }

  /// Who lives ends its work; what is over then goes to others, and nothing is left behind.
  void end() {
    const std::map<std::string, HeldTask> held_now = m_held;
    for (const auto& [id, held] : held_now) {
      if (held.process != 0) kill_process(held.process);
      if (held.process == 0 && is_long(held)) finish(id, held);
    }
    for (const auto& [id, held] : held_now)
      if (held.process == 0 && !is_long(held))
        wait_until([&, expires_at = held.expires_at] { return util::utc_now_text() > expires_at; });
    recover_by(any_owner());
    CAPTURE(m_told);
    for (const auto& entry : rows_now()) CHECK_MESSAGE(entry.second.state != "running", entry.first);
  }

  Ended call(const std::string& owner, const std::string& words, std::string_view shape) {
    const bool by_option = below(2) == 0;
    const std::string command =
        std::string("$RLMDB ") + (by_option ? "--owner " + owner + " " : std::string()) + words;
    std::string script;
    for (const char byte : shape) script += byte == '@' ? command : std::string(1, byte);
    Launch launch;
    launch.words = {"sh", "-c", script};
    launch.directory = m_place.database().parent_path();
    launch.environment = {"RLMDB=" + program_path() + " --durability normal --db a.db",
                          "RLMDB_OWNER=" + (by_option ? std::string("nobody") : owner)};
    const Ended ended = rlmdb::test::run(launch);
    m_told +=
        owner + ": " + script + " = " + std::to_string(ended.code) + " " + ended.out + ended.error + "\n";
    return ended;
  }

  TaskPlace m_place;
  std::mt19937 m_random;
  std::vector<ChildProcess> m_processes;
  std::map<std::string, HeldTask> m_held;
  std::set<std::pair<std::string, std::string>> m_lost;  ///< tasks and tokens that are over
  std::set<std::string> m_completed;
  std::string m_told;  ///< all that happened, for the report
};

}  // namespace

TEST_SUITE("tasks::claim_histories") {
  TEST_CASE("nobody's live claim is taken, and none that is over keeps its task") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::uint32_t first = number_from_environment("RLMDB_FIRST_HISTORY", 0);
    for (std::uint32_t history = first; history < first + number_from_environment("RLMDB_HISTORIES", 4);
         ++history) {
      CAPTURE(history);
      ClaimHistory(seed + history).run();
    }
  }
}
