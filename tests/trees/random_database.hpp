// SPDX-License-Identifier: MIT
/// Random trees in a real database.
#pragma once

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "random_tree.hpp"
#include "tree_place.hpp"

namespace rlmdb::test {

using Rows = std::vector<trees::NodeRow>;

enum class Dependencies { none, some };

/// Some trees, interleaved in one file. "elsewhere-…" parents become nodes of another tree.
class RandomDatabase {
 public:
  static constexpr unsigned k_trees_each = 40;

  explicit RandomDatabase(unsigned seed, Dependencies dependencies = Dependencies::none) {
    RandomTree random(seed);
    for (unsigned i = 0; i < k_trees_each; ++i) {
      const std::string id = "tree-" + std::to_string(100 + i);
      m_trees[id] = RandomTree(seed * 1'000 + i).make("task-" + std::to_string(i) + "-");
      for (trees::NodeRow& row : m_trees[id]) point_elsewhere(row, i);
    }
    number_tasks();
    if (dependencies == Dependencies::some) depend(random);
    m_place.emplace(std::string_view(document()));
    claim();
    find_unfinished_dependencies();
  }

  [[nodiscard]] std::map<std::string, Rows>& trees() { return m_trees; }
  [[nodiscard]] const TreePlace& place() const { return *m_place; }
  /// Its place in the file: of equal priorities the lower number is claimed first.
  [[nodiscard]] std::size_t number(const std::string& id) const { return m_numbers.at(id); }
  static std::size_t priority(std::size_t number) { return number % 3; }

  /// Gives a node another state, as the database is to have it too.
  void set_state(const std::string& id, TaskState state, const std::string& text) {
    for (auto& [tree, rows] : m_trees) {
      for (trees::NodeRow& row : rows) {
        if (row.task_id != id) continue;
        row.state = state;
        row.state_text = text;
        row.owner = state == TaskState::running ? trees::Owner::alive : trees::Owner::none;
      }
    }
    find_unfinished_dependencies();
  }

  /// The rows as recovery must leave them; returns how many change.
  std::uint64_t restart() {
    std::uint64_t changed = 0;
    for (auto& [id, rows] : m_trees) {
      const PlannedTree plan = BruteForce(rows).plan();
      for (const Planned& node : plan.nodes) {
        if (node.decision != Decision::resume && node.decision != Decision::retry) continue;
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.task_id == node.task_id; });
        row->state = TaskState::queued;
        row->state_text = "queued";
        ++changed;
      }
    }
    return changed;
  }

  [[nodiscard]] static bool has_work(const Rows& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const trees::NodeRow& row) {
      return row.state != TaskState::completed && row.state != TaskState::cancelled;
    });
  }

 private:
  using Json = nlohmann::ordered_json;

  static void point_elsewhere(trees::NodeRow& row, unsigned tree) {
    if (row.parent_in_other_tree) row.parent_ref = "task-" + std::to_string((tree + 1) % k_trees_each) + "-0";
  }

  /// One row of each tree after the other.
  void number_tasks() {
    std::size_t longest = 0;
    for (const auto& [id, rows] : m_trees) longest = std::max(longest, rows.size());
    for (std::size_t i = 0; i < longest; ++i)
      for (auto& [id, rows] : m_trees)
        if (i < rows.size()) m_numbers.emplace(rows[i].task_id, m_numbers.size());
  }

  /// On nodes of any tree, on itself, on what does not exist, twice on the same.
  void depend(RandomTree& random) {
    std::vector<std::string> ids;
    for (const auto& [id, number] : m_numbers) ids.push_back(id);
    for (const std::string& id : ids) {
      if (random.below(6) != 0) continue;
      std::vector<std::string>& names = m_depends_on[id];
      for (std::size_t i = random.below(4); i > 0; --i) names.push_back(ids[random.below(ids.size())]);
      if (random.below(4) == 0) names.push_back(id);
      if (random.below(4) == 0) names.emplace_back("task-nowhere");
      if (!names.empty() && random.below(4) == 0) names.push_back(names.front());
    }
  }

  void find_unfinished_dependencies() {
    std::map<std::string, const trees::NodeRow*> by_id;
    for (const auto& [tree, rows] : m_trees)
      for (const trees::NodeRow& row : rows) by_id[row.task_id] = &row;
    for (auto& [tree, rows] : m_trees) {
      for (trees::NodeRow& row : rows) {
        row.unfinished_dependencies.clear();
        std::set<std::string> seen;
        for (const std::string& name : m_depends_on[row.task_id]) {
          const auto found = by_id.find(name);
          if (!seen.insert(name).second) continue;
          const auto state = found == by_id.end() ? TaskState::unknown : found->second->state;
          if (state != TaskState::completed && state != TaskState::cancelled)
            row.unfinished_dependencies.push_back({found == by_id.end() ? 0 : 1, name});
        }
      }
    }
    find_circles(by_id);
  }

  /// What is reached from an unfinished node over unfinished dependencies.
  static std::set<std::string> reached(const std::map<std::string, const trees::NodeRow*>& by_id,
                                       const std::string& from) {
    std::set<std::string> reached;
    std::vector<std::string> next = {from};
    while (!next.empty()) {
      const auto found = by_id.find(next.back());
      next.pop_back();
      if (found == by_id.end() || trees::is_finished(*found->second)) continue;
      for (const trees::Blocker& dependency : found->second->unfinished_dependencies)
        if (reached.insert(dependency.name).second) next.push_back(dependency.name);
    }
    return reached;
  }

  /// Names a circle by the first of the ids that all reach each other.
  void find_circles(const std::map<std::string, const trees::NodeRow*>& by_id) {
    std::map<std::string, std::set<std::string>> all;
    for (const auto& [id, row] : by_id) all[id] = reached(by_id, id);
    for (auto& [tree, rows] : m_trees) {
      for (trees::NodeRow& row : rows) {
        row.dependency_circle.clear();
        if (!all[row.task_id].contains(row.task_id)) continue;
        for (const std::string& id : all[row.task_id])
          if (row.dependency_circle.empty() && by_id.contains(id) && all[id].contains(row.task_id))
            row.dependency_circle = id;
      }
    }
  }

  static std::string created_at(std::size_t n) {
    return "2026-01-01T00:" + std::to_string(10 + n / 60 % 50) + ":" + std::to_string(10 + n % 50) + ".000Z";
  }

  [[nodiscard]] Json record_of(const std::string& tree, const trees::NodeRow& row, std::size_t n) const {
    Json record = {
        {"id", row.task_id}, {"prompt", "do " + row.task_id}, {"agent", nullptr}, {"priority", priority(n)}};
    if (row.state) record["state"] = row.state_text;
    record["createdAt"] = created_at(n);
    const bool is_started = row.state_text != "queued";
    record["startedAt"] = is_started ? Json(created_at(n + 7)) : Json(nullptr);
    record["completedAt"] = row.state_text == "completed" ? Json(created_at(n + n % 11)) : Json(nullptr);
    if (n % 5 != 0) record["pid"] = row.state_text == "running" ? Json(4'000'000 + n) : Json(nullptr);
    record["metadata"] = metadata_of(tree, row, n);
    return record;
  }

  [[nodiscard]] Json metadata_of(const std::string& tree, const trees::NodeRow& row, std::size_t n) const {
    Json metadata = {{"tree_id", tree}};
    if (!row.node_id.empty()) metadata["node_id"] = row.node_id;
    metadata["parent_id"] = row.parent_ref ? Json(*row.parent_ref) : Json(nullptr);
    if (row.depth) metadata["depth"] = *row.depth;
    if (!row.strategy.empty()) metadata["decomposition_strategy"] = row.strategy;
    if (n % 4 == 0)
      metadata["cost_tracking"] = {{"input_tokens", n}, {"total_cost_usd", 0.1 * static_cast<double>(n)}};
    if (!row.checkpoint.id.empty())
      metadata["checkpoints"] = {{{"checkpoint_id", "ckpt-older"}}, {{"checkpoint_id", row.checkpoint.id}}};
    const auto names = m_depends_on.find(row.task_id);
    if (names != m_depends_on.end()) metadata["depends_on"] = names->second;
    return metadata;
  }

  [[nodiscard]] std::string document() const {
    Json document = {{"version", 1}, {"updatedAt", "2026-01-02T00:00:00.000Z"}, {"tasks", Json::array()}};
    std::vector<Json> records(m_numbers.size());
    for (const auto& [tree, rows] : m_trees)
      for (const trees::NodeRow& row : rows)
        records[m_numbers.at(row.task_id)] = record_of(tree, row, m_numbers.at(row.task_id));
    for (Json& record : records) document["tasks"].push_back(std::move(record));
    return document.dump(2);
  }

  /// What the model calls alive or unknown is claimed from another machine, with a lease that never ends.
  void claim() const {
    std::string sql = "BEGIN;";
    for (const auto& [id, rows] : m_trees) {
      for (const trees::NodeRow& row : rows) {
        if (row.owner != trees::Owner::alive && row.owner != trees::Owner::claimed) continue;
        sql += "UPDATE tasks SET owner = 'anna', owner_boot_id = 'another' WHERE legacy_id = '" +
               row.task_id + "';";
      }
    }
    m_place->edit(sql + "COMMIT;");
  }

  std::map<std::string, Rows> m_trees;
  std::map<std::string, std::size_t> m_numbers;
  std::map<std::string, std::vector<std::string>> m_depends_on;
  std::optional<TreePlace> m_place;
};

}  // namespace rlmdb::test
