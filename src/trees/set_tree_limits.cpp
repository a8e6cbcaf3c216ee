// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/tree_settings.hpp"
#include "trees/tree_growth_rows.hpp"
#include "trees/tree_limits.hpp"
#include "trees/tree_load.hpp"
#include "trees/tree_setting_rows.hpp"
#include "trees/tree_settings.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb {

namespace {

/// Error not_found, with the hint of all commands that take a tree, where there is no such tree.
void require_tree(db::Connection& connection, const TreeId& tree) {
  if (trees::TreeGrowthRows(connection).nodes_up_to(tree.text, 1) == 0)
    (void)trees::load_tree_rows(connection, tree);
}

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

/// "max_depth=3 budget_usd=none": the settings that are other ones now; a limit of none is the default.
std::string changed_words(const trees::TreeSettings& before, const trees::TreeSettings& after) {
  std::string words;
  const auto add = [&words](std::string_view name, const auto& was, const auto& is) {
    if (was == is) return;
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, is ? fmt::format("{}", *is) : "none");
  };
  add("max_depth", before.max_depth, after.max_depth);
  add("max_children", before.max_children, after.max_children);
  add("max_nodes", before.max_nodes, after.max_nodes);
  add("max_context_tokens", before.max_context_tokens, after.max_context_tokens);
  add("timeout_ms", before.timeout_ms, after.timeout_ms);
  add("action", before.action, after.action);
  add("budget_usd", before.budget_usd, after.budget_usd);
  return words;
}

/// An event about the tree and no task: no record changes.
void note(db::Connection& connection, const TreeId& tree, const std::string& changed) {
  records::TaskHead none;
  none.tree_id = tree.text;
  writing::TaskWriter(connection).note(none, {}, {.kind = EventKind::tree_set, .reason = changed});
}

/// Reads, changes by `change` and writes the settings of a tree; `report` reads what is told of it.
template <class Change, class Report>
auto change_settings(Store& store, const TreeId& tree, Change change, Report report) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  auto result = [&] {
    db::WriteTransaction transaction(connection);
    require_tree(connection, tree);
    trees::TreeSettingRows rows(connection);
    const trees::TreeSettings before = rows.find(tree.text);
    trees::TreeSettings settings = before;
    change(settings, connection);
    if (settings != before) {
      rows.put(tree.text, settings);
      note(connection, tree, changed_words(before, settings));
    }
    auto told = report(connection);
    transaction.commit();
    return told;
  }();
  db::keep_wal_short(connection);
  return result;
}

}  // namespace

std::vector<Finding> settings_not_exported(const Store& store, const std::optional<TreeId>& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return trees::settings_not_exported(use.connection(), tree);
}

LimitReport limits_of_tree(const Store& store, const TreeId& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  require_tree(use.connection(), tree);
  return trees::read_limits(use.connection(), tree);
}

LimitReport set_tree_limits(Store& store, const TreeId& tree, const LimitChange& change) {
  const auto set = [&](trees::TreeSettings& settings, db::Connection& connection) {
    const TreeLimits otherwise = trees::limits_of(trees::project_limits(connection));
    TreeLimits limits = trees::limits_of(settings, otherwise);
    apply(limits, change);
    trees::put_limits(settings, limits, otherwise);
  };
  return change_settings(store, tree, set,
                         [&](db::Connection& connection) { return trees::read_limits(connection, tree); });
}

TreeBudget budget_of_tree(const Store& store, const TreeId& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  require_tree(use.connection(), tree);
  return trees::read_budget(use.connection(), tree);
}

TreeBudget set_tree_budget(Store& store, const TreeId& tree, std::optional<double> budget_usd) {
  if (budget_usd && !(std::isfinite(*budget_usd) && *budget_usd >= 0))
    throw Error(ErrorCode::usage, "a budget is an amount of US dollars from 0", "budget");
  return change_settings(
      store, tree, [&](trees::TreeSettings& settings, db::Connection&) { settings.budget_usd = budget_usd; },
      [&](db::Connection& connection) { return trees::read_budget(connection, tree); });
}

}  // namespace rlmdb
