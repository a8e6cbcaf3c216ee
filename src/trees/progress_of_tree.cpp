// SPDX-License-Identifier: MIT
// Every question about a tree: read its rows in one snapshot, let the model answer.
#include <algorithm>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/progress.hpp"
#include "trees/cost.hpp"
#include "trees/liveness.hpp"
#include "trees/newest_first.hpp"
#include "trees/node_time_rows.hpp"
#include "trees/progress.hpp"
#include "trees/stuck.hpp"
#include "trees/tree_load.hpp"
#include "util/clock.hpp"

namespace rlmdb {

std::vector<TreeProgress> progress_of_trees(const Store& store, WhichTrees which) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  trees::NewestFirst<TreeProgress> trees;
  trees::StuckNodes stuck(connection);
  trees::TreeRows tree_rows(connection);
  const std::int64_t now_ms = util::now_ms();
  const auto add = [&](const std::string& id, std::vector<trees::NodeRow>& rows) {
    trees::find_owners(rows);
    tree_rows.find_holds(rows);
    trees.add(trees::progress_of(TreeId{id}, rows, now_ms), rows);
    stuck.look_at(id, rows);
  };
  if (which == WhichTrees::unfinished) {
    for (const std::string& id : tree_rows.unfinished_tree_ids(trees::k_all_trees)) {
      std::vector<trees::NodeRow> rows = tree_rows.load_for(trees::TreePurpose::progress, id);
      add(id, rows);
    }
  } else {
    tree_rows.for_each_tree(add);
  }
  stuck.find_all();
  std::vector<TreeProgress> all = trees.take();
  for (TreeProgress& progress : all) stuck.add_to(progress);
  return all;
}

TreeProgress progress_of_tree(const Store& store, const TreeId& tree) {
  return status_of_tree(store, tree).progress;
}

TreeStatus status_of_tree(const Store& store, const TreeId& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<trees::NodeRow> rows = trees::load_tree_rows(use.connection(), tree);
  const trees::StuckNodes stuck(use.connection(), tree, rows);
  TreeStatus status;
  status.progress = trees::progress_of(tree, rows, util::now_ms());
  stuck.add_to(status.progress);
  status.stuck = stuck.all();
  status.total_cost_usd = trees::total_cost_usd(rows);
  status.nodes_without_cost = trees::nodes_without_cost(rows);
  for (const std::size_t i : trees::list_order(rows)) {
    if (rows[i].state != TaskState::running) continue;
    status.active.push_back({records::id_or_none<TaskId>(rows[i].task_id), rows[i].prompt, rows[i].agent,
                             rows[i].started_at, rows[i].started_at_ms, rows[i].owner == trees::Owner::dead,
                             trees::shown_claim(rows[i])});
  }
  return status;
}

Tree load_tree(const Store& store, const TreeId& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<trees::NodeRow> rows = trees::load_tree_rows(use.connection(), tree);
  const trees::StuckNodes stuck(use.connection(), tree, rows);
  return trees::draw_tree(tree, rows, trees::build_tree(rows), &stuck);
}

TreeCost cost_of_tree(const Store& store, const TreeId& tree, CostBy by) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<trees::NodeRow> rows = trees::load_tree_rows(use.connection(), tree);
  std::vector<std::string> models(by == CostBy::model ? rows.size() : 0);
  if (by == CostBy::model) {
    const auto found = trees::NodeTimeRows(use.connection()).models(tree.text);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const auto model = found.find(rows[i].id); model != found.end()) models[i] = model->second;
    }
  }
  return trees::cost_of(tree, rows, by, models);
}

std::vector<TreeSummary> list_trees(const Store& store, const std::optional<std::string>& session_id) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  trees::TreeRows tree_rows(connection);
  struct Listed {
    TreeSummary summary;
    std::int64_t root_id;
  };
  trees::NewestFirst<Listed> trees;
  const std::int64_t now_ms = util::now_ms();
  trees::StuckNodes stuck(connection);
  tree_rows.for_each_tree([&](const std::string& id, std::vector<trees::NodeRow>& rows) {
    const trees::TreeMode mode = tree_rows.mode(id);
    if (session_id && mode.session_id != session_id) return;
    trees::find_owners(rows);
    tree_rows.find_holds(rows);
    const auto root = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return !row.parent_ref; });
    trees.add({{trees::progress_of(TreeId{id}, rows, now_ms), "", trees::total_cost_usd(rows),
                trees::nodes_without_cost(rows), mode.execution_mode, mode.session_id},
               root == rows.end() ? 0 : root->id},
              rows);
    stuck.look_at(id, rows);
  });
  stuck.find_all();
  std::vector<TreeSummary> result;
  for (Listed& tree : trees.take()) {
    result.push_back(std::move(tree.summary));
    stuck.add_to(result.back().progress);
    result.back().root_prompt = tree_rows.prompt(tree.root_id);
  }
  if (session_id && result.empty())
    throw Error(ErrorCode::not_found, "there is no tree of a session '" + *session_id + "'", *session_id,
                "`rlmdb trees --header` shows the sessions of all");
  return result;
}

}  // namespace rlmdb
