// SPDX-License-Identifier: MIT
// Random sets, deletes, renames, checkpoints, rollbacks and prunes of a task and of a state document, against
// plain values. Now and then it is the program that does one, and it is killed: then the change is there or
// nothing of it. RLMDB_TASKS_RUN=long takes 50 times as many.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "held_state.hpp"
#include "killed_command.hpp"
#include "race.hpp"
#include "restored_backup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/variable.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr int k_operations = 2'000;
constexpr int k_between_looks = 100;
constexpr int k_between_kills = 40;
constexpr int k_verified_each = 100;  ///< of the first; of the rest, what is looked at

struct Held {
  std::string id;
  std::size_t owner = 0;
  State state;
  bool is_pinned = false;
};

class Game {
 public:
  explicit Game(unsigned seed) : m_random(seed) {
    m_task = TaskId{m_place.add()};
    (void)m_place.change(m_task.text, StartTask{});
    put(0, "first", "0");
    put(1, "first", "0");
  }

  void play(int operations) {
    for (int i = 1; i <= operations; ++i) {
      CAPTURE(i);
      m_is_killed = i % k_between_kills == 0;
      turn();
      for (std::size_t owner : {0U, 1U}) REQUIRE(stored(owner) == m_states[owner]);
      if (i <= k_verified_each) REQUIRE(unsound_in(m_place.database()) == "");
      if (i % k_between_looks == 0 || i % k_between_kills == 0) look();
    }
    look();
    CHECK(unsound_when_restored(m_place.database()) == "");
  }

  [[nodiscard]] const CommandKiller& killer() const { return m_killer; }
  [[nodiscard]] std::size_t rollbacks() const { return m_rollbacks; }
  [[nodiscard]] std::size_t pruned() const { return m_pruned.size(); }

 private:
  std::size_t pick(std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(m_random);
  }

  void turn() {
    const std::size_t owner = pick(2);
    const std::size_t die = pick(100);
    if (die < 45) {
      put(owner, name(), value());
    } else if (die < 53) {
      remove(owner);
    } else if (die < 60) {
      rename(owner);
    } else if (die < 80) {
      take(owner);
    } else if (die < 92) {
      roll_back_to_any();
    } else if (die < 95) {
      pin_any();
    } else if (die < 98) {
      prune();
    } else {
      m_place.reopen();
    }
  }

  std::string name() { return "v" + std::to_string(pick(12)); }

  std::string value() {
    static const std::vector<std::string> k_values{
        "1", "2.50", "null", "\"\\ud800\"", "[1,{\"a\":2}]", R"({"deep":[{"x":1e400}]})"};
    if (pick(20) != 0) return k_values[pick(k_values.size())];
    return "\"" + std::string(11'000 + pick(3), 'x') + "\"";
  }

  /// By the library, or by the program where it is to be killed. False: nothing was changed.
  template <class Call>
  bool act(const std::vector<std::string>& words, Call call) {
    if (m_is_killed) return m_killer.run_killed(words, m_random);
    call();
    return true;
  }

  [[nodiscard]] std::vector<std::string> words(std::size_t owner, std::vector<std::string> words) const {
    words.insert(words.end(), {owner == 0 ? "--task" : "--session", owner == 0 ? m_task.text : m_session.id});
    return words;
  }

  void change(std::size_t owner, TaskAction action) {
    if (owner == 0) {
      (void)m_place.change(m_task.text, std::move(action));
      return;
    }
    StateChange change{m_session, SetVariable{}, {}};
    if (const auto* set = std::get_if<SetVariable>(&action)) change.action = *set;
    if (const auto* gone = std::get_if<DeleteVariable>(&action)) change.action = *gone;
    if (const auto* renamed = std::get_if<RenameVariable>(&action)) change.action = *renamed;
    (void)change_states(m_place.store(), std::span(&change, 1));
  }

  State::iterator find(std::size_t owner, const std::string& name) {
    State& state = m_states[owner];
    return std::find_if(state.begin(), state.end(), [&](const auto& one) { return one.first == name; });
  }

  void put(std::size_t owner, const std::string& name, const std::string& json) {
    SetVariable set;
    set.name = name;
    set.value.text = json;
    if (!act(words(owner, {"var", "set", name, json}), [&] { change(owner, set); })) return;
    const auto known = find(owner, name);
    if (known == m_states[owner].end()) {
      m_states[owner].emplace_back(name, json);
    } else {
      known->second = json;
    }
  }

  void remove(std::size_t owner) {
    if (m_states[owner].empty()) return;
    const auto gone = m_states[owner].begin() + static_cast<std::ptrdiff_t>(pick(m_states[owner].size()));
    if (act(words(owner, {"var", "delete", gone->first}), [&] {
          change(owner, DeleteVariable{gone->first, ""});
        }))
      m_states[owner].erase(gone);
  }

  void rename(std::size_t owner) {
    if (m_states[owner].empty()) return;
    std::string& name = m_states[owner][pick(m_states[owner].size())].first;
    const std::string to = "r" + std::to_string(pick(1'000));
    if (find(owner, to) != m_states[owner].end()) return;
    if (act(words(owner, {"var", "rename", name, to}), [&] { change(owner, RenameVariable{name, to, ""}); }))
      name = to;
  }

  [[nodiscard]] CheckpointOwner owner_of(std::size_t owner) const {
    return owner == 0 ? CheckpointOwner(m_task) : CheckpointOwner(m_session);
  }

  void take(std::size_t owner) {
    NewCheckpoint checkpoint;
    checkpoint.owner = owner_of(owner);
    checkpoint.name = "n" + std::to_string(m_held.size());
    checkpoint.is_pinned = pick(15) == 0;
    std::vector<std::string> create = words(owner, {"checkpoint", "create", checkpoint.name});
    if (checkpoint.is_pinned) create.emplace_back("--pin");
    std::string id;
    if (!act(create, [&] {
          const CheckpointCreated created = create_checkpoint(m_place.store(), checkpoint);
          REQUIRE(created.variables == static_cast<std::int64_t>(m_states[owner].size()));
          id = created.checkpoint_id;
        }))
      return;
    if (id.empty()) id = unknown_checkpoint(owner);
    REQUIRE(m_ids.insert(id).second);
    m_held.push_back({id, owner, m_states[owner], checkpoint.is_pinned});
    if (owner == 0) m_resumed = id;
  }

  /// That of a program which could not tell its id any more.
  std::string unknown_checkpoint(std::size_t owner) {
    for (const Checkpoint& checkpoint : checkpoints_of(m_place.store(), owner_of(owner)))
      if (!m_ids.contains(checkpoint.checkpoint_id)) return checkpoint.checkpoint_id;
    return {};
  }

  std::string text(std::size_t owner) {
    if (owner == 0) return m_place.text(m_task.text);
    std::string text;
    for (const auto& [name, json] : stored(owner)) text.append(name).append("=").append(json).append(" ");
    return text;
  }

  void roll_back_to_any() {
    if (m_held.empty()) return;
    const Held held = m_held[pick(m_held.size())];
    const std::string before = text(held.owner);
    Rollback rollback;
    rollback.to = CheckpointName{held.id, std::nullopt};
    RollbackReport report;
    if (!act({"checkpoint", "rollback", held.id}, [&] { report = roll_back(m_place.store(), rollback); }))
      return;
    ++m_rollbacks;
    REQUIRE(stored(held.owner) == held.state);
    if (m_is_killed || pick(3) != 0) {
      m_states[held.owner] = held.state;
      return;
    }
    rollback.to = Moment(report.results.at(0).undo_seq);
    rollback.owner = owner_of(held.owner);
    (void)roll_back(m_place.store(), rollback);
    REQUIRE(text(held.owner) == before);
  }

  void pin_any() {
    if (m_held.empty()) return;
    Held& held = m_held[pick(m_held.size())];
    const bool to = !held.is_pinned;
    if (act({"checkpoint", to ? "pin" : "unpin", held.id}, [&] {
          REQUIRE(pin_checkpoint(m_place.store(), {held.id, std::nullopt}, to).is_pinned == to);
        }))
      held.is_pinned = to;
  }

  /// Which go, told from when each was last used.
  std::set<std::string> going(std::size_t keep) {
    std::set<std::string> going;
    for (std::size_t owner : {0U, 1U}) {
      std::vector<std::pair<std::string, std::string>> used;
      for (const Checkpoint& checkpoint : checkpoints_of(m_place.store(), owner_of(owner))) {
        if (checkpoint.status == CheckpointStatus::kept)
          used.emplace_back(checkpoint.last_used_at.value(), checkpoint.checkpoint_id);
      }
      std::stable_sort(used.begin(), used.end(),
                       [](const auto& left, const auto& right) { return left.first < right.first; });
      for (std::size_t i = 0; i + keep < used.size(); ++i) going.insert(used[i].second);
    }
    for (const Held& held : m_held) {
      if (held.is_pinned || held.id == m_resumed) going.erase(held.id);
    }
    return going;
  }

  void prune() {
    PruneOptions options;
    options.keep = static_cast<std::int64_t>(pick(12));
    const std::set<std::string> expected = going(static_cast<std::size_t>(options.keep));
    if (!act({"checkpoint", "prune", "--keep", std::to_string(options.keep)}, [&] {
          std::set<std::string> removed;
          for (const Checkpoint& checkpoint : prune_checkpoints(m_place.store(), options).removed)
            removed.insert(checkpoint.checkpoint_id);
          REQUIRE(removed == expected);
        }))
      return;
    std::erase_if(m_held, [&](const Held& held) { return expected.contains(held.id); });
    m_pruned.insert(expected.begin(), expected.end());
  }

  State stored(std::size_t owner) {
    State state;
    const std::vector<Variable> variables = owner == 0 ? variables_of_task(m_place.store(), m_task)
                                                       : variables_of_state(m_place.store(), m_session);
    for (const Variable& variable : variables) state.emplace_back(variable.name, variable.value.text);
    return state;
  }

  /// Every checkpoint holds what it held, no list names a pruned one, and no row lost its value.
  void look() {
    m_place.reopen();
    REQUIRE(unsound_in(m_place.database()) == "");
    for (const Held& held : m_held) {
      const CheckpointDifference difference = compare_checkpoints(m_place.store(), {held.id, std::nullopt},
                                                                  CheckpointName{held.id, std::nullopt});
      REQUIRE(difference.variables.empty());
      REQUIRE(names_of(checkpoint_content(m_place.store(), {held.id, std::nullopt})) == names_of(held.state));
    }
    std::set<std::pair<std::string, bool>> kept;
    for (std::size_t owner : {0U, 1U}) {
      for (const Checkpoint& checkpoint : checkpoints_of(m_place.store(), owner_of(owner))) {
        REQUIRE((checkpoint.status == CheckpointStatus::kept));
        kept.emplace(checkpoint.checkpoint_id, checkpoint.is_pinned);
      }
    }
    std::set<std::pair<std::string, bool>> held;
    for (const Held& one : m_held) held.emplace(one.id, one.is_pinned);
    REQUIRE(kept == held);
    REQUIRE(m_place.rows("PRAGMA foreign_key_check").empty());
    REQUIRE(m_place.rows("PRAGMA quick_check") == std::vector<std::string>{"ok"});
  }

  std::mt19937 m_random;
  TaskPlace m_place;
  CommandKiller m_killer{m_place};
  bool m_is_killed = false;  ///< what is done now
  TaskId m_task;
  StateName m_session{StateScope::session, "s-1"};
  std::array<State, 2> m_states;
  std::vector<Held> m_held;
  std::set<std::string> m_ids;
  std::set<std::string> m_pruned;
  std::string m_resumed;  ///< what the running task starts again from
  std::size_t m_rollbacks = 0;
};

}  // namespace

TEST_SUITE("tasks::checkpoint_model") {
  TEST_CASE("random changes, checkpoints, rollbacks and prunes do what plain values do") {
    const unsigned games = is_long_run() ? 50 : 1;
    unsigned killed_before = 0;
    unsigned killed_after = 0;
    for (unsigned seed = 1; seed <= games; ++seed) {
      CAPTURE(seed);
      Game game(seed);
      game.play(k_operations);
      CHECK(game.rollbacks() > 100);
      CHECK(game.pruned() > 100);
      killed_before += game.killer().killed_before();
      killed_after += game.killer().killed_after();
    }
    MESSAGE(killed_before << " kills left the old state, " << killed_after << " the new one");
    CHECK(killed_before > 5 * games);
    // Kills by the clock, where no library can be preloaded, seldom meet the end of a command.
    if (k_can_preload) CHECK(killed_after > games);
  }
}
