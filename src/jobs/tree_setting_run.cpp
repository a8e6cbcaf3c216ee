// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/tree_limits.hpp"
#include "jobs/tree_load.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/tree_settings.hpp"
#include "store/connections.hpp"
#include "store/tree_growth_rows.hpp"
#include "store/tree_setting_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

/// Error not_found, with the hint of all commands that take a tree, where there is no such tree.
void require_tree(db::Connection& connection, const TreeId& tree) {
  if (store::TreeGrowthRows(connection).nodes_up_to(tree.text, 1) == 0)
    (void)jobs::load_tree_rows(connection, tree);
}

std::int64_t now_ms() {
  return std::chrono::floor<std::chrono::milliseconds>(util::now()).time_since_epoch().count();
}

Standing standing_of(std::int64_t most, std::int64_t limit) {
  if (most > limit) return Standing::over;
  return most == limit ? Standing::at : Standing::below;
}

/// Holds each limit against the node that comes nearest to it.
class LimitReader {
 public:
  LimitReader(db::Connection& connection, const TreeId& tree) : m_nodes(connection) {
    m_report.tree_id = tree;
    m_report.limits = jobs::limits_of(store::TreeSettingRows(connection).find(tree.text));
  }

  LimitReport read() {
    const std::string& tree = m_report.tree_id.text;
    const TreeLimits& limits = m_report.limits;
    constexpr TreeLimits k_standard;
    add("max_depth", limits.max_depth, k_standard.max_depth, m_nodes.deepest(tree));
    add("max_children", limits.max_children, k_standard.max_children, m_nodes.most_children(tree));
    add("max_nodes", limits.max_nodes, k_standard.max_nodes,
        store::NodeExtreme{"", m_nodes.count_nodes(tree)});
    add("max_context_tokens", limits.max_context_tokens, k_standard.max_context_tokens,
        m_nodes.largest_context(tree));
    add("timeout_ms", limits.timeout.count(), k_standard.timeout.count(), longest_running());
    return std::move(m_report);
  }

 private:
  void add(const char* name, std::int64_t limit, std::int64_t standard,
           const std::optional<store::NodeExtreme>& most) {
    LimitUse use{name, limit, limit == standard, 0, Standing::below, {}};
    if (most) {
      use.most = most->value;
      use.standing = standing_of(most->value, limit);
      use.task_id = most->task_id;
    }
    m_report.uses.push_back(std::move(use));
  }

  std::optional<store::NodeExtreme> longest_running() {
    const std::int64_t now = now_ms();
    std::optional<store::NodeExtreme> longest;
    for (store::RunningNode& node : m_nodes.running(m_report.tree_id.text)) {
      const std::int64_t running_ms = std::max<std::int64_t>(0, now - node.started_at_ms);
      if (!longest) longest = store::NodeExtreme{node.task_id, running_ms};
      if (running_ms <= m_report.limits.timeout.count()) break;
      m_report.over_time.push_back({TaskId{std::move(node.task_id)}, std::move(node.started_at), running_ms,
                                    std::move(node.agent), std::move(node.prompt)});
    }
    return longest;
  }

  store::TreeGrowthRows m_nodes;
  LimitReport m_report;
};

void set_from(std::int64_t& limit, const std::optional<std::int64_t>& value, std::int64_t least,
              const std::string& name) {
  if (!value) return;
  if (*value < least)
    throw Error(ErrorCode::usage, name + " has to be at least " + std::to_string(least), name);
  limit = *value;
}

void apply(TreeLimits& limits, const LimitChange& change) {
  using std::chrono::milliseconds;
  set_from(limits.max_depth, change.max_depth, 0, "max_depth");
  set_from(limits.max_children, change.max_children, 0, "max_children");
  set_from(limits.max_nodes, change.max_nodes, 1, "max_nodes");
  set_from(limits.max_context_tokens, change.max_context_tokens, 0, "max_context_tokens");
  if (change.timeout && *change.timeout < milliseconds(1))
    throw Error(ErrorCode::usage, "a time-out has to be at least 1 ms", "timeout");
  limits.timeout = change.timeout.value_or(limits.timeout);
  limits.action = change.action.value_or(limits.action);
}

/// Dollars to nine places: what a difference of two doubles has beyond them is noise.
double without_noise(double usd) {
  constexpr double k_places = 1e9;
  return std::round(usd * k_places) / k_places;
}

TreeBudget read_budget(db::Connection& connection, const TreeId& tree) {
  store::TreeSettingRows rows(connection);
  TreeBudget budget{tree, rows.find(tree.text).budget_usd, rows.spent_usd(tree.text), std::nullopt, false};
  if (budget.budget_usd) {
    budget.left_usd = without_noise(*budget.budget_usd - budget.spent_usd);
    budget.is_spent = budget.spent_usd >= *budget.budget_usd;
  }
  return budget;
}

/// Reads, changes by `change` and writes the settings of a tree; `report` reads what is told of it.
template <class Change, class Report>
auto change_settings(Store& store, const TreeId& tree, Change change, Report report) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  auto result = [&] {
    db::WriteTransaction transaction(connection);
    require_tree(connection, tree);
    store::TreeSettingRows rows(connection);
    const store::TreeSettings before = rows.find(tree.text);
    store::TreeSettings settings = before;
    change(settings);
    if (settings != before) rows.put(tree.text, settings);
    auto told = report(connection);
    transaction.commit();
    return told;
  }();
  db::keep_wal_short(connection);
  return result;
}

}  // namespace

LimitReport limits_of_tree(const Store& store, const TreeId& tree) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  require_tree(use.connection(), tree);
  return LimitReader(use.connection(), tree).read();
}

LimitReport set_tree_limits(Store& store, const TreeId& tree, const LimitChange& change) {
  const auto set = [&](store::TreeSettings& settings) {
    TreeLimits limits = jobs::limits_of(settings);
    apply(limits, change);
    jobs::put_limits(settings, limits);
  };
  return change_settings(store, tree, set,
                         [&](db::Connection& connection) { return LimitReader(connection, tree).read(); });
}

TreeBudget budget_of_tree(const Store& store, const TreeId& tree) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  require_tree(use.connection(), tree);
  return read_budget(use.connection(), tree);
}

TreeBudget set_tree_budget(Store& store, const TreeId& tree, std::optional<double> budget_usd) {
  if (budget_usd && !(std::isfinite(*budget_usd) && *budget_usd >= 0))
    throw Error(ErrorCode::usage, "a budget is an amount of US dollars from 0", "budget");
  return change_settings(
      store, tree, [&](store::TreeSettings& settings) { settings.budget_usd = budget_usd; },
      [&](db::Connection& connection) { return read_budget(connection, tree); });
}

}  // namespace rlmdb
