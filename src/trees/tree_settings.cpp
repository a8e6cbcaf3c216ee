// SPDX-License-Identifier: MIT
#include "trees/tree_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "records/task_head.hpp"
#include "records/typed_ids.hpp"
#include "trees/tree_growth_rows.hpp"
#include "trees/tree_limits.hpp"
#include "util/clock.hpp"

namespace rlmdb::trees {

namespace {

Standing standing_of(std::int64_t most, std::int64_t limit) {
  if (most > limit) return Standing::over;
  return most == limit ? Standing::at : Standing::below;
}

/// Holds each limit against the node that comes nearest to it.
class LimitReader {
 public:
  LimitReader(db::Connection& connection, const TreeId& tree) : m_nodes(connection), m_heads(connection) {
    m_report.tree_id = tree;
    m_settings = TreeSettingRows(connection).find(tree.text);
    m_report.project = project_limits(connection);
    m_report.limits = limits_of(m_settings, limits_of(m_report.project));
  }

  LimitReport read() {
    const std::string& tree = m_report.tree_id.text;
    const TreeLimits& limits = m_report.limits;
    const LimitChange& project = m_report.project.limits;
    add("max_depth", limits.max_depth, source_of(m_settings.max_depth, project.max_depth),
        m_nodes.deepest(tree));
    add("max_children", limits.max_children, source_of(m_settings.max_children, project.max_children),
        m_nodes.most_children(tree));
    add("max_nodes", limits.max_nodes, source_of(m_settings.max_nodes, project.max_nodes),
        NodeExtreme{"", m_nodes.count_nodes(tree)});
    add("max_context_tokens", limits.max_context_tokens,
        source_of(m_settings.max_context_tokens, project.max_context_tokens), m_nodes.largest_context(tree));
    add("timeout_ms", limits.timeout.count(), source_of(m_settings.timeout_ms, project.timeout),
        longest_running());
    return std::move(m_report);
  }

 private:
  template <class OfTree, class OfProject>
  static LimitSource source_of(const std::optional<OfTree>& tree, const std::optional<OfProject>& project) {
    if (tree) return LimitSource::tree;
    return project ? LimitSource::project : LimitSource::schema;
  }

  void add(const char* name, std::int64_t limit, LimitSource source, const std::optional<NodeExtreme>& most) {
    LimitUse use{name, limit, source, 0, Standing::below, {}};
    if (most) {
      use.most = most->value;
      use.standing = standing_of(most->value, limit);
      use.task_id = records::id_or_none<TaskId>(most->task_id);
    }
    m_report.uses.push_back(std::move(use));
  }

  /// Of the nodes that the tree's time-out is for. Those with one of their own are told apart.
  std::optional<NodeExtreme> longest_running() {
    const std::int64_t now = util::now_ms();
    std::optional<NodeExtreme> longest;
    for (UnfinishedNode& node : m_nodes.unfinished(m_report.tree_id.text)) {
      std::optional<std::int64_t> running_ms;
      if (node.started_at_ms) running_ms = std::max<std::int64_t>(0, now - *node.started_at_ms);
      const auto own = m_heads.timeout(node.id);
      if (own) m_report.own_timeouts.push_back({TaskId{node.task_id}, *own, running_ms});
      if (!running_ms) continue;
      if (!own && !longest) longest = NodeExtreme{node.task_id, *running_ms};
      const auto timeout = own.value_or(m_report.limits.timeout);
      if (*running_ms > timeout.count())
        m_report.over_time.push_back({TaskId{std::move(node.task_id)}, std::move(node.started_at),
                                      *running_ms, std::move(node.agent), std::move(node.prompt), timeout});
    }
    return longest;
  }

  TreeGrowthRows m_nodes;
  records::TaskHeads m_heads;
  TreeSettings m_settings;
  LimitReport m_report;
};

/// "rlmdb limits tree-1 --max-depth 3 --refuse"; "" where all limits are the defaults.
std::string command_of_limits(const std::string& tree, const TreeSettings& settings) {
  std::string options;
  const auto add = [&options](const char* name, const std::optional<std::int64_t>& limit) {
    if (limit) options += fmt::format(" {} {}", name, *limit);
  };
  add("--max-depth", settings.max_depth);
  add("--max-children", settings.max_children);
  add("--max-nodes", settings.max_nodes);
  add("--max-context-tokens", settings.max_context_tokens);
  if (settings.timeout_ms) options += fmt::format(" --timeout {}ms", *settings.timeout_ms);
  if (settings.action) options += " --" + *settings.action;
  return options.empty() ? options : "rlmdb limits " + tree + options;
}

std::optional<Finding> not_exported(const std::string& tree, const TreeSettings& settings) {
  const std::string limits = command_of_limits(tree, settings);
  const std::string budget =
      settings.budget_usd ? fmt::format("rlmdb budget {} --set {}", tree, *settings.budget_usd) : "";
  if (limits.empty() && budget.empty()) return std::nullopt;
  const bool has_both = !limits.empty() && !budget.empty();
  const std::string what = has_both ? "budget and limits" : limits.empty() ? "budget" : "limits";
  return Finding{
      tree, "settings_left",
      fmt::format("a legacy project has no place for the {} of the tree, and a database that imports "
                  "it is without: there {}{}{} sets them again",
                  what, budget.empty() ? "" : "`" + budget + "`", has_both ? " and " : "",
                  limits.empty() ? "" : "`" + limits + "`")};
}

/// Dollars to nine places: what a difference of two doubles has beyond them is noise.
double to_nine_places(double usd) {
  constexpr double k_places = 1e9;
  return std::round(usd * k_places) / k_places;
}

}  // namespace

LimitReport read_limits(db::Connection& connection, const TreeId& tree) {
  return LimitReader(connection, tree).read();
}

TreeBudget read_budget(db::Connection& connection, const TreeId& tree) {
  TreeSettingRows rows(connection);
  const SpentDollars spent = rows.spent(tree.text);
  TreeBudget budget{tree,  rows.find(tree.text).budget_usd, spent.usd, std::nullopt,
                    false, spent.nodes_without_cost};
  if (budget.budget_usd) {
    if (spent.usd) budget.left_usd = to_nine_places(*budget.budget_usd - *spent.usd);
    budget.is_spent = is_spent(*budget.budget_usd, spent.usd);
  }
  return budget;
}

std::vector<Finding> settings_not_exported(db::Connection& connection, const std::optional<TreeId>& tree) {
  TreeSettingRows rows(connection);
  std::vector<Finding> findings;
  for (const std::string& id : tree ? std::vector<std::string>{tree->text} : rows.trees()) {
    if (auto finding = not_exported(id, rows.find(id))) findings.push_back(*std::move(finding));
  }
  return findings;
}

std::string words_of(const SpentBudget& budget) {
  const SpentDollars& spent = budget.spent;
  const std::string dollars =
      spent.usd ? fmt::format("{}${:.4f}", spent.nodes_without_cost > 0 ? "at least " : "", *spent.usd)
                : "an unknown part";
  return fmt::format("has spent {} of its budget of ${:.4f}", dollars, budget.budget_usd);
}

std::string reason_of(const SpentBudget& spent) {
  return "its tree " + words_of(spent);
}

std::optional<TreeFinding> find_spent_budget(db::Connection& connection, const TreeId& tree) {
  TreeSettingRows rows(connection);
  const std::optional<BudgetOfTree> budget = rows.budget_of_tree(tree.text);
  if (!budget) return std::nullopt;
  const std::optional<SpentBudget> spent = rows.spent(*budget);
  if (!spent) return std::nullopt;
  return TreeFinding{
      std::nullopt, "budget_spent",
      fmt::format("the tree {}, so claim takes nothing of it; `rlmdb budget {} --set USD` raises it",
                  words_of(*spent), tree.text)};
}

}  // namespace rlmdb::trees
