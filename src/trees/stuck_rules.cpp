// SPDX-License-Identifier: MIT
// A graph of steps: the end of a task, the turn of a node with others below it, and the end of a node's first
// children. A step comes once all that it waits for have come; what is left then never does.
#include "trees/stuck_rules.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "trees/circle_rules.hpp"

namespace rlmdb::trees {

namespace {

using Step = std::uint32_t;
using MaybeStep = std::optional<Step>;

/// Of a group that is in memory: its number, and that of a row in it.
struct Place {
  std::size_t group = 0;
  std::size_t row = 0;
};

/// What each step waits for. Lists are built once, at the first question.
class Steps {
 public:
  Step add(const NodeRow* of) {
    m_nodes.push_back(of);
    return static_cast<Step>(m_nodes.size() - 1);
  }
  void wait(Step step, MaybeStep on) {
    if (on) m_waits.emplace_back(step, *on);
  }
  void never(Step step) { m_never.push_back(step); }

  [[nodiscard]] std::size_t size() const noexcept { return m_nodes.size(); }
  /// The node whose end or turn it is; nullptr of a step in between.
  [[nodiscard]] const NodeRow* node(Step step) const { return m_nodes[step]; }
  [[nodiscard]] const std::vector<std::pair<Step, Step>>& waits() const noexcept { return m_waits; }
  [[nodiscard]] const std::vector<std::vector<Step>>& waiters() {
    if (m_waiters.size() != size()) {
      m_waiters.resize(size());
      for (const auto& [step, on] : m_waits) m_waiters[on].push_back(step);
    }
    return m_waiters;
  }

  /// By step, whether it comes.
  [[nodiscard]] std::vector<bool> come() {
    std::vector<std::uint32_t> open(size(), 0);
    for (const auto& [step, on] : m_waits) ++open[step];
    for (const Step step : m_never) ++open[step];
    std::vector<bool> has_come(size(), false);
    std::vector<Step> next;
    for (Step step = 0; step < size(); ++step)
      if (open[step] == 0) next.push_back(step);
    while (!next.empty()) {
      const Step step = next.back();
      next.pop_back();
      has_come[step] = true;
      for (const Step waiter : waiters()[step])
        if (--open[waiter] == 0) next.push_back(waiter);
    }
    return has_come;
  }

 private:
  std::vector<const NodeRow*> m_nodes;
  std::vector<std::pair<Step, Step>> m_waits;
  std::vector<Step> m_never;
  std::vector<std::vector<Step>> m_waiters;
};

/// A cause, and the steps that never come for it.
struct Origin {
  FoundCause cause;
  std::vector<Step> steps;  ///< ascending
};

class StuckSearch {
 public:
  StuckSearch(std::span<const WaitingGroup> groups, Interrupted interrupted,
              const std::function<bool(const NodeRow&)>& is_asked_for, std::size_t most_causes)
      : m_groups(groups),
        m_interrupted(interrupted),
        m_is_asked_for(is_asked_for),
        m_most_causes(most_causes) {}

  FoundStuck take() {
    add_ends();
    for (std::size_t group = 0; group < m_groups.size(); ++group) add_group(group);
    const std::vector<bool> comes = m_steps.come();
    for (Step step = 0; step < m_ends; ++step) {
      if (comes[step] || !is_asked(step)) continue;
      const std::int64_t id = m_steps.node(step)->id;
      m_stuck.tasks.insert(id);
      ++m_stuck.by_tree[m_groups[m_place_of.at(id).group].tree_id];
    }
    if (m_stuck.tasks.empty()) return std::move(m_stuck);
    find_circles(comes);
    std::stable_sort(m_origins.begin(), m_origins.end(), [](const Origin& left, const Origin& right) {
      return left.steps.front() < right.steps.front();
    });
    m_seen.assign(m_steps.size(), 0);
    for (Origin& origin : m_origins) keep(origin);
    return std::move(m_stuck);
  }

 private:
  [[nodiscard]] const NodeRow& row(const Place& place) const { return m_groups[place.group].rows[place.row]; }

  [[nodiscard]] bool is_asked(Step step) const {
    const NodeRow* node = step < m_ends ? m_steps.node(step) : nullptr;
    return node != nullptr && node->state == TaskState::queued && m_is_asked_for(*node);
  }

  /// The ends come first, in store order: so do the causes, then.
  void add_ends() {
    std::vector<Place> places;
    for (std::size_t group = 0; group < m_groups.size(); ++group)
      for (std::size_t i = 0; i < m_groups[group].rows.size(); ++i)
        if (!is_finished(m_groups[group].rows[i])) places.push_back({group, i});
    std::stable_sort(places.begin(), places.end(), [this](const Place& left, const Place& right) {
      return row(left).position < row(right).position;
    });
    for (const Place& place : places) {
      m_end_of.emplace(row(place).id, m_steps.add(&row(place)));
      m_place_of.emplace(row(place).id, place);
    }
    m_ends = static_cast<Step>(m_steps.size());
  }

  void add_group(std::size_t number) {
    const WaitingGroup& group = m_groups[number];
    const TreeShape shape = build_tree(group.rows);
    Tree tree{group, shape, std::vector<MaybeStep>(group.rows.size()),
              std::vector<MaybeStep>(group.rows.size()), std::vector<MaybeStep>(group.rows.size())};
    for (const std::size_t i : shape.order) add_children(tree, i);
    for (const std::size_t i : shape.order) add_turn(tree, i, number);
    Origin spent{{StuckBy::spent_budget, {}, group.tree_id}, {}};
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      if (is_finished(group.rows[i])) continue;
      const Step end = add_end(tree, i);
      if (group.has_spent_budget && group.rows[i].state == TaskState::queued) spent.steps.push_back(end);
    }
    if (spent.steps.empty()) return;
    std::for_each(spent.steps.begin(), spent.steps.end(), [this](Step step) { m_steps.never(step); });
    std::sort(spent.steps.begin(), spent.steps.end());
    m_origins.push_back(std::move(spent));
  }

  struct Tree {
    const WaitingGroup& group;
    const TreeShape& shape;
    std::vector<MaybeStep> before;    ///< the end of all siblings before it
    std::vector<MaybeStep> children;  ///< the end of all its children
    std::vector<MaybeStep> turn;      ///< of what is below it; nothing: it has come
  };

  void add_children(Tree& tree, std::size_t parent) {
    MaybeStep ended;
    for (const std::size_t child : tree.shape.children[parent]) {
      tree.before[child] = ended;
      if (is_finished(tree.group.rows[child])) continue;
      const Step next = m_steps.add(nullptr);
      m_steps.wait(next, ended);
      m_steps.wait(next, m_end_of.at(tree.group.rows[child].id));
      ended = next;
    }
    tree.children[parent] = ended;
  }

  [[nodiscard]] static MaybeStep ordered_before(const Tree& tree, std::size_t i) {
    const std::size_t parent = tree.shape.parent[i];
    if (parent == k_no_node) return std::nullopt;
    switch (strategy_named(tree.group.rows[parent].strategy)) {
      case Strategy::sequential:
      case Strategy::conditional:
        return tree.before[i];
      case Strategy::map_reduce:
        return tree.shape.children[parent].back() == i ? tree.before[i] : std::nullopt;
      case Strategy::parallel:
        break;
    }
    return std::nullopt;
  }

  [[nodiscard]] static MaybeStep turn_above(const Tree& tree, std::size_t i) {
    const std::size_t parent = tree.shape.parent[i];
    return parent == k_no_node ? std::nullopt : tree.turn[parent];
  }

  /// After those above it.
  void add_turn(Tree& tree, std::size_t i, std::size_t group) {
    const NodeRow& node = tree.group.rows[i];
    if (tree.shape.children[i].empty() || has_begun(node.state_text)) return;
    const MaybeStep order = ordered_before(tree, i);
    const MaybeStep above = turn_above(tree, i);
    std::vector<Blocker> dependencies;
    if (node.state != TaskState::cancelled)
      std::copy_if(node.unfinished_dependencies.begin(), node.unfinished_dependencies.end(),
                   std::back_inserter(dependencies),
                   [&](const Blocker& on) { return !lies_below(tree, on, i, group); });
    if (!order && !above && dependencies.empty()) return;
    const Step turn = m_steps.add(&node);
    m_steps.wait(turn, order);
    m_steps.wait(turn, above);
    add_dependencies(turn, node, dependencies);
    tree.turn[i] = turn;
  }

  [[nodiscard]] bool lies_below(const Tree& tree, const Blocker& task, std::size_t i,
                                std::size_t group) const {
    const auto found = m_place_of.find(task.id);
    if (found == m_place_of.end() || found->second.group != group) return false;
    std::size_t at = tree.shape.parent[found->second.row];
    while (at != k_no_node && at != i) at = tree.shape.parent[at];
    return at == i;
  }

  void add_dependencies(Step step, const NodeRow& node, const std::vector<Blocker>& dependencies) {
    for (const Blocker& on : dependencies) {
      if (on.id == 0) {
        put_unknown(node, on.name, step);
      } else if (const auto end = m_end_of.find(on.id); end != m_end_of.end()) {
        m_steps.wait(step, end->second);
      }
    }
  }

  Step add_end(const Tree& tree, std::size_t i) {
    const NodeRow& node = tree.group.rows[i];
    const Step end = m_end_of.at(node.id);
    const auto ends_never = [&](StuckBy what, std::string name) {
      m_steps.never(end);
      m_origins.push_back({{what, {{node.id, name_of(node)}}, std::move(name)}, {end}});
    };
    if (node.state == TaskState::running) {
      const bool is_abandoned = node.owner == Owner::dead && !node.claim;
      if (is_abandoned && m_interrupted == Interrupted::stuck) ends_never(StuckBy::process_gone, {});
    } else if (node.state == TaskState::failed) {
      ends_never(StuckBy::failed, {});
    } else if (node.state != TaskState::queued) {
      ends_never(StuckBy::unknown_state, node.state_text);
    } else {
      m_steps.wait(end, tree.children[i]);
      m_steps.wait(end, ordered_before(tree, i));
      m_steps.wait(end, turn_above(tree, i));
      add_dependencies(end, node, node.unfinished_dependencies);
    }
    return end;
  }

  /// Once for a task and a name: its end and its turn wait for it.
  void put_unknown(const NodeRow& node, const std::string& name, Step step) {
    m_steps.never(step);
    const auto [known, is_new] = m_unknown.try_emplace({node.id, name}, m_origins.size());
    if (is_new) m_origins.push_back({{StuckBy::unknown_dependency, {{node.id, name_of(node)}}, name}, {}});
    std::vector<Step>& steps = m_origins[known->second].steps;
    steps.insert(std::upper_bound(steps.begin(), steps.end(), step), step);
  }

  void find_circles(const std::vector<bool>& comes) {
    std::vector<Step> left;
    std::vector<std::size_t> number(m_steps.size(), 0);
    for (Step step = 0; step < m_steps.size(); ++step) {
      if (comes[step]) continue;
      number[step] = left.size();
      left.push_back(step);
    }
    Names names(left.size());
    for (const auto& [step, on] : m_steps.waits())
      if (!comes[step] && !comes[on]) names[number[step]].push_back(number[on]);
    for (const Knot& knot : find_knots(names)) {
      std::vector<Step> steps;
      for (const std::size_t i : circle_in(knot, names)) steps.push_back(left[i]);
      Origin origin{circle_of(steps), {}};
      for (const std::size_t i : knot) origin.steps.push_back(left[i]);
      m_origins.push_back(std::move(origin));
    }
  }

  /// `tasks` begins with one that depends on another of it, where one does.
  [[nodiscard]] FoundCause circle_of(const std::vector<Step>& steps) const {
    FoundCause circle{StuckBy::circle};
    std::vector<const NodeRow*> nodes;
    for (const Step step : steps) {
      circle.is_of_dependencies = circle.is_of_dependencies && step < m_ends;
      const NodeRow* node = m_steps.node(step);
      if (node != nullptr && (nodes.empty() || nodes.back() != node)) nodes.push_back(node);
    }
    while (nodes.size() > 1 && nodes.front() == nodes.back()) nodes.pop_back();
    for (std::size_t i = 0; i < nodes.size() && circle.name.empty(); ++i) {
      const NodeRow& next = *nodes[(i + 1) % nodes.size()];
      const auto& named = nodes[i]->unfinished_dependencies;
      const bool depends =
          std::any_of(named.begin(), named.end(), [&](const Blocker& on) { return on.id == next.id; });
      if (!depends) continue;
      circle.name = name_of(next);
      std::rotate(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(i), nodes.end());
    }
    for (const NodeRow* node : nodes) circle.tasks.push_back({node->id, name_of(*node)});
    return circle;
  }

  /// Counts what waits for it; of causes that are not kept whether there is one.
  void keep(Origin& origin) {
    const bool is_kept = m_stuck.causes.size() < m_most_causes;
    ++m_round;
    std::vector<Step> next;
    const auto reach = [&](Step step) {
      if (m_seen[step] == m_round) return;
      m_seen[step] = m_round;
      next.push_back(step);
    };
    for (const Step step : origin.steps) reach(step);
    FoundCause& cause = origin.cause;
    for (std::size_t at = 0; at < next.size(); ++at) {
      if (is_asked(next[at])) {
        const NodeRow& node = *m_steps.node(next[at]);
        ++cause.waiting;
        if (cause.first.size() < k_most_first) cause.first.push_back({node.id, name_of(node)});
        if (!is_kept) break;
      }
      for (const Step waiter : m_steps.waiters()[next[at]]) reach(waiter);
    }
    if (cause.waiting == 0) return;
    const NodeRow* node = m_steps.node(origin.steps.front());
    if (!m_stuck.first_position) m_stuck.first_position = node == nullptr ? 0 : node->position;
    if (is_kept)
      m_stuck.causes.push_back(std::move(cause));
    else
      ++m_stuck.more_causes;
  }

  std::span<const WaitingGroup> m_groups;
  Interrupted m_interrupted;
  const std::function<bool(const NodeRow&)>& m_is_asked_for;
  std::size_t m_most_causes;
  Steps m_steps;
  Step m_ends = 0;  ///< steps below it are ends of tasks
  std::unordered_map<std::int64_t, Step> m_end_of;
  std::unordered_map<std::int64_t, Place> m_place_of;
  std::vector<Origin> m_origins;
  std::map<std::pair<std::int64_t, std::string>, std::size_t> m_unknown;  ///< which of them
  std::vector<std::uint32_t> m_seen;                                      ///< by step, in which round
  std::uint32_t m_round = 0;
  FoundStuck m_stuck;
};

}  // namespace

FoundStuck find_stuck(std::span<const WaitingGroup> groups, Interrupted interrupted,
                      const std::function<bool(const NodeRow&)>& is_asked_for, std::size_t most_causes) {
  return StuckSearch(groups, interrupted, is_asked_for, most_causes).take();
}

}  // namespace rlmdb::trees
