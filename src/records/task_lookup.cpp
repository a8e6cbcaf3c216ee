// SPDX-License-Identifier: MIT
#include "records/task_lookup.hpp"

#include <string>
#include <vector>

#include "db/sql_text.hpp"
#include "task_lookup.sql.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::records {

namespace {

struct Candidate {
  std::int64_t id = 0;
  std::string store_id;  ///< "" for none
  std::string tree_id;
  std::optional<std::int64_t> token;
};

std::vector<Candidate> read_candidates(db::Statement& statement) {
  std::vector<Candidate> candidates;
  db::for_each_row(statement, [&](const db::Statement& row) {
    candidates.push_back({row.column_int64(0), std::string(row.column_text(1)),
                          std::string(row.column_text(2)), row.column_optional_int64(3)});
  });
  return candidates;
}

/// Of all trees, or of the one that stands before a slash: "tree-a/task-1".
std::vector<Candidate> candidates_for(db::Connection& connection, std::string_view name) {
  std::vector<Candidate> candidates = read_candidates(
      connection.cached(db::sql_named(k_task_lookup_sql, "select_tasks_by_node_id")).bind_all(name));
  for (std::size_t slash = name.find('/'); candidates.empty() && slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    candidates =
        read_candidates(connection.cached(db::sql_named(k_task_lookup_sql, "select_tasks_by_node_of_tree"))
                            .bind_all(name.substr(slash + 1), name.substr(0, slash)));
  }
  return candidates;
}

/// "task-0001 in tree-a, tree-b/x"; five of them at most.
std::string listed(const std::vector<Candidate>& candidates, const std::string& node_id) {
  constexpr std::size_t k_most = 5;
  std::string names;
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    const Candidate& candidate = candidates[index];
    if (index == k_most) return names + "…";
    names += index == 0 ? "" : ", ";
    if (candidate.store_id.empty()) {
      names += (candidate.tree_id.empty() ? "" : candidate.tree_id + "/") + node_id;
    } else {
      names += candidate.store_id + (candidate.tree_id.empty() ? "" : " in " + candidate.tree_id);
    }
  }
  return names;
}

std::optional<std::int64_t> find_by_store_id(db::Connection& connection, std::string_view name) {
  db::Statement& statement = connection.cached(db::sql_named(k_task_lookup_sql, "select_task_by_store_id"));
  return db::get_maybe(statement.bind_all(name),
                       [](const db::Statement& row) { return row.column_int64(0); });
}

}  // namespace

std::optional<std::int64_t> find_task(db::Connection& connection, std::string_view name,
                                      std::optional<std::int64_t> token) {
  if (const auto id = find_by_store_id(connection, name)) return id;
  std::vector<Candidate> candidates = candidates_for(connection, name);
  if (candidates.size() > 1) {
    // No two claims have one token.
    for (const Candidate& candidate : candidates)
      if (token && candidate.token == token) return candidate.id;
    throw Error(ErrorCode::conflict, "several nodes have the node id '" + std::string(name) + "'",
                std::string(name), "name one of them: " + listed(candidates, std::string(name)));
  }
  return candidates.empty() ? std::nullopt : std::optional(candidates.front().id);
}

std::optional<std::int64_t> find_task_of_tree(db::Connection& connection, std::string_view name,
                                              std::string_view tree_id) {
  db::Statement& statement = connection.cached(db::sql_named(k_task_lookup_sql, "select_task_by_member"));
  return db::get_maybe(statement.bind_all(name, tree_id),
                       [](const db::Statement& row) { return row.column_optional_int64(0); })
      .value_or(std::nullopt);
}

std::string node_id_of_task(db::Connection& connection, std::int64_t task_id) {
  db::Statement& statement = connection.cached(db::sql_named(k_task_lookup_sql, "select_node_id_of_task"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); })
      .value_or("");
}

std::string find_node_id(db::Connection& connection, std::string_view name) {
  if (const auto id = find_by_store_id(connection, name)) return node_id_of_task(connection, *id);
  const std::vector<Candidate> candidates = candidates_for(connection, name);
  return candidates.size() == 1 ? node_id_of_task(connection, candidates.front().id) : std::string();
}

void require_tree(db::Connection& connection, std::string_view tree_id) {
  if (!trees::TreeRows(connection).exists(tree_id)) throw no_such_tree(tree_id);
}

Error no_such_task(std::string_view name) {
  return {ErrorCode::not_found, "there is no task '" + std::string(name) + "'", std::string(name),
          "`rlmdb list` shows the ids there are"};
}

Error no_such_tree(std::string_view tree_id) {
  return {ErrorCode::not_found, "there is no tree '" + std::string(tree_id) + "'", std::string(tree_id),
          "`rlmdb trees` shows the ids there are"};
}

}  // namespace rlmdb::records
