// SPDX-License-Identifier: MIT
// Random sets, deletes, renames, checkpoints, rollbacks and prunes of a task and of a state document, against
// plain values. RLMDB_TASKS_RUN=long takes 50 times as many.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "race.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/variable.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr int k_operations = 2'000;
constexpr int k_between_looks = 100;

/// Names and values in the order of the state.
using State = std::vector<std::pair<std::string, std::string>>;

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
      turn();
      for (std::size_t owner : {0U, 1U}) REQUIRE(stored(owner) == m_states[owner]);
      if (i % k_between_looks == 0) look();
    }
    look();
  }

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
    change(owner, set);
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
    change(owner, DeleteVariable{gone->first, ""});
    m_states[owner].erase(gone);
  }

  void rename(std::size_t owner) {
    if (m_states[owner].empty()) return;
    const std::size_t place = pick(m_states[owner].size());
    const std::string to = "r" + std::to_string(pick(1'000));
    if (find(owner, to) != m_states[owner].end()) return;
    change(owner, RenameVariable{m_states[owner][place].first, to, ""});
    m_states[owner][place].first = to;
  }

  [[nodiscard]] CheckpointOwner owner_of(std::size_t owner) const {
    return owner == 0 ? CheckpointOwner(m_task) : CheckpointOwner(m_session);
  }

  void take(std::size_t owner) {
    NewCheckpoint checkpoint;
    checkpoint.owner = owner_of(owner);
    checkpoint.name = "n" + std::to_string(m_held.size());
    checkpoint.is_pinned = pick(15) == 0;
    const CheckpointCreated created = create_checkpoint(m_place.store(), checkpoint);
    REQUIRE(m_ids.insert(created.checkpoint_id).second);
    REQUIRE(created.variables == static_cast<std::int64_t>(m_states[owner].size()));
    m_held.push_back({created.checkpoint_id, owner, m_states[owner], checkpoint.is_pinned});
    if (owner == 0) m_resumed = created.checkpoint_id;
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
    const RollbackReport report = roll_back(m_place.store(), rollback);
    ++m_rollbacks;
    REQUIRE(stored(held.owner) == held.state);
    if (pick(3) != 0) {
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
    held.is_pinned = !held.is_pinned;
    REQUIRE(pin_checkpoint(m_place.store(), {held.id, std::nullopt}, held.is_pinned).is_pinned ==
            held.is_pinned);
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
    std::set<std::string> removed;
    for (const Checkpoint& checkpoint : prune_checkpoints(m_place.store(), options).removed)
      removed.insert(checkpoint.checkpoint_id);
    REQUIRE(removed == expected);
    std::erase_if(m_held, [&](const Held& held) { return removed.contains(held.id); });
    m_pruned.insert(removed.begin(), removed.end());
  }

  State stored(std::size_t owner) {
    State state;
    const std::vector<Variable> variables = owner == 0 ? variables_of_task(m_place.store(), m_task)
                                                       : variables_of_state(m_place.store(), m_session);
    for (const Variable& variable : variables) state.emplace_back(variable.name, variable.value.text);
    return state;
  }

  /// Every checkpoint holds what it held, every pruned one is told as that, and no row lost its value.
  void look() {
    m_place.reopen();
    for (const Held& held : m_held) {
      const CheckpointDifference difference = compare_checkpoints(m_place.store(), {held.id, std::nullopt},
                                                                  CheckpointName{held.id, std::nullopt});
      REQUIRE(difference.variables.empty());
      REQUIRE(names_of(checkpoint_content(m_place.store(), {held.id, std::nullopt})) == names_of(held.state));
    }
    std::set<std::string> told;
    for (std::size_t owner : {0U, 1U}) {
      for (const Checkpoint& checkpoint : checkpoints_of(m_place.store(), owner_of(owner)))
        if (checkpoint.status == CheckpointStatus::pruned) told.insert(checkpoint.checkpoint_id);
    }
    REQUIRE(told == m_pruned);
    REQUIRE(m_place.rows("PRAGMA foreign_key_check").empty());
    REQUIRE(m_place.rows("PRAGMA quick_check") == std::vector<std::string>{"ok"});
  }

  static std::vector<std::string> names_of(const State& state) {
    std::vector<std::string> names;
    for (const auto& [name, json] : state) names.emplace_back(name).append("=").append(json);
    return names;
  }
  /// Names and values, cut out of the text: no JSON library keeps 1e400.
  static std::vector<std::string> names_of(const CheckpointContent& content) {
    std::vector<std::string> names;
    if (content.states.empty()) return names;
    const std::string& text = content.states.front().state.text;
    const std::string name = R"("name":")";
    const std::string value = R"("value":)";
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
      at += name.size();
      const std::size_t end = text.find('"', at);
      const std::size_t from = text.find(value, end) + value.size();
      names.push_back(text.substr(at, end - at) + "=" +
                      text.substr(from, text.find(",\"type\":", from) - from));
    }
    return names;
  }

  std::mt19937 m_random;
  TaskPlace m_place;
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
    for (unsigned seed = 1; seed <= games; ++seed) {
      CAPTURE(seed);
      Game game(seed);
      game.play(k_operations);
      CHECK(game.rollbacks() > 100);
      CHECK(game.pruned() > 100);
    }
  }
}
