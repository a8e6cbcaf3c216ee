// SPDX-License-Identifier: MIT
#include "jobs/tree_load.hpp"

#include "db/transaction.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::int64_t k_most_named = 5;

Error unknown_tree(store::TreeRows& trees, const TreeId& tree) {
  std::string hint;
  for (const std::string& id : trees.unfinished_tree_ids(k_most_named))
    hint += (hint.empty() ? "" : ", ") + id;
  return Error(
      ErrorCode::not_found, "no tasks found for tree " + tree.text, tree.text,
      hint.empty() ? "no tree has work left; `rlmdb trees` lists all" : "trees with work left: " + hint);
}

}  // namespace

std::vector<model::NodeRow> load_tree_rows(db::Connection& connection, const TreeId& tree) {
  const db::ReadTransaction snapshot(connection);
  store::TreeRows trees(connection);
  std::vector<model::NodeRow> rows = trees.load(tree.text);
  if (rows.empty()) throw unknown_tree(trees, tree);
  trees.find_foreign_parents(rows);
  return rows;
}

}  // namespace rlmdb::jobs
