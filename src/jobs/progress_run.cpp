// SPDX-License-Identifier: MIT
// Every question about a tree: read its rows in one snapshot, let the model answer.
#include <algorithm>
#include <limits>

#include "db/transaction.hpp"
#include "jobs/liveness.hpp"
#include "jobs/tree_load.hpp"
#include "model/cost.hpp"
#include "model/progress.hpp"
#include "rlmdb/progress.hpp"
#include "store/connections.hpp"
#include "store/node_time_rows.hpp"

namespace rlmdb {

namespace {

bool is_unfinished(const std::vector<model::NodeRow>& rows) {
  return !std::all_of(rows.begin(), rows.end(), model::is_finished);
}

/// Newest tree first: by its newest node, undated trees last.
template <class Item>
class NewestFirst {
 public:
  void add(Item item, const std::vector<model::NodeRow>& rows) {
    std::int64_t newest = std::numeric_limits<std::int64_t>::min();
    for (const model::NodeRow& row : rows) newest = std::max(newest, row.created_at_ms.value_or(newest));
    m_items.emplace_back(newest, std::move(item));
  }
  std::vector<Item> take() {
    std::stable_sort(m_items.begin(), m_items.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Item> items;
    for (auto& [newest, item] : m_items) items.push_back(std::move(item));
    return items;
  }

 private:
  std::vector<std::pair<std::int64_t, Item>> m_items;
};

}  // namespace

std::vector<TreeProgress> progress_of_trees(const Store& store, WhichTrees which) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  NewestFirst<TreeProgress> trees;
  store::TreeRows(connection)
      .for_each_tree(store::TreePurpose::progress,
                     [&](const std::string& id, std::vector<model::NodeRow>& rows) {
                       if (which == WhichTrees::unfinished && !is_unfinished(rows)) return;
                       jobs::find_owners(rows);
                       trees.add(model::progress_of(TreeId{id}, rows), rows);
                     });
  return trees.take();
}

TreeProgress progress_of_tree(const Store& store, const TreeId& tree) {
  return model::progress_of(tree, jobs::load_tree_rows(store.connections().use().connection(), tree));
}

TreeStatus status_of_tree(const Store& store, const TreeId& tree) {
  const std::vector<model::NodeRow> rows = jobs::load_tree_rows(store.connections().use().connection(), tree);
  TreeStatus status;
  status.progress = model::progress_of(tree, rows);
  status.total_cost_usd = model::total_cost_usd(rows);
  for (const std::size_t i : model::list_order(rows)) {
    if (rows[i].state != TaskState::running) continue;
    status.active.push_back({rows[i].task_id, rows[i].prompt, rows[i].agent, rows[i].started_at,
                             rows[i].started_at_ms, rows[i].owner == model::Owner::dead});
  }
  return status;
}

Tree load_tree(const Store& store, const TreeId& tree) {
  const std::vector<model::NodeRow> rows = jobs::load_tree_rows(store.connections().use().connection(), tree);
  return jobs::draw_tree(tree, rows, model::build_tree(rows));
}

TreeCost cost_of_tree(const Store& store, const TreeId& tree, CostBy by) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<model::NodeRow> rows = jobs::load_tree_rows(use.connection(), tree);
  std::vector<std::string> models(by == CostBy::model ? rows.size() : 0);
  if (by == CostBy::model) {
    const auto found = store::NodeTimeRows(use.connection()).models(tree.text);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (const auto model = found.find(rows[i].id); model != found.end()) models[i] = model->second;
    }
  }
  return model::cost_of(tree, rows, by, models);
}

std::vector<TreeSummary> list_trees(const Store& store) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  store::TreeRows tree_rows(connection);
  struct Listed {
    TreeSummary summary;
    std::int64_t root_id;
  };
  NewestFirst<Listed> trees;
  tree_rows.for_each_tree(store::TreePurpose::progress, [&](const std::string& id,
                                                            std::vector<model::NodeRow>& rows) {
    jobs::find_owners(rows);
    const auto root = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return !row.parent_ref; });
    trees.add({{model::progress_of(TreeId{id}, rows), "", model::total_cost_usd(rows)},
               root == rows.end() ? 0 : root->id},
              rows);
  });
  std::vector<TreeSummary> result;
  for (Listed& tree : trees.take()) {
    result.push_back(std::move(tree.summary));
    result.back().root_prompt = tree_rows.prompt(tree.root_id);
  }
  return result;
}

}  // namespace rlmdb
