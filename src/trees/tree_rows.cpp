// SPDX-License-Identifier: MIT
#include "trees/tree_rows.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/task_head.hpp"
#include "records/tokens.hpp"
#include "tree_rows.sql.hpp"
#include "trees/relation_rows.hpp"
#include "util/instant.hpp"
#include "writing/holds.hpp"

namespace rlmdb::trees {

namespace {

std::string text_or_empty(const db::Statement& row, int column) {
  return std::string(row.column_text(column));
}

std::optional<std::string> optional_text(const db::Statement& row, int column) {
  const auto text = row.column_optional_text(column);
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

/// The columns of every statement that selects nodes, in their order.
NodeRow read_node(const db::Statement& row) {
  NodeRow node;
  node.id = row.column_int64(1);
  node.task_id = text_or_empty(row, 2);
  node.node_id = text_or_empty(row, 3);
  node.parent_ref = optional_text(row, 4);
  node.depth = row.column_optional_int64(5);
  node.strategy = text_or_empty(row, 6);
  node.state_text = text_or_empty(row, 7);
  if (!row.column_is_null(7))
    node.state = records::find_task_state(node.state_text).value_or(TaskState::unknown);
  if (!row.column_is_null(8)) node.state_text = text_or_empty(row, 8);
  node.priority = row.column_optional_double(9);
  node.created_at_ms = row.column_optional_int64(10);
  node.started_at_ms = row.column_optional_int64(11);
  node.completed_at_ms = row.column_optional_int64(12);
  node.cost_usd = row.column_optional_double(13);
  node.pid = row.column_optional_int64(14);
  node.claim = records::read_claim(row, 15);
  node.checkpoint.id = text_or_empty(row, 22);
  node.position = row.column_int64(23);
  node.version = row.column_int64(24);
  node.token = row.column_optional_int64(25);
  if (auto time = optional_text(row, 26))
    node.not_before = records::NotBefore{*std::move(time), row.column_int64(27) != 0};
  node.names_dependencies = row.column_int64(28) != 0;
  node.has_run = row.column_int64(29) != 0;
  return node;
}

/// What only a look at one tree shows.
void read_details(const db::Statement& row, NodeRow& node) {
  node.agent = text_or_empty(row, 30);
  node.started_at = optional_text(row, 31);
  node.input_tokens = row.column_optional_int64(32);
  node.output_tokens = row.column_optional_int64(33);
  node.prompt = text_or_empty(row, 34);
}

struct NodeDollars {
  std::optional<std::int64_t> created_at_ms;
  std::int64_t position = 0;
  double usd = 0;
};

/// As total_cost_usd() sums rows: nullopt without any; newest first, undated ones last.
std::optional<double> sum_in_list_order(std::vector<NodeDollars>& dollars) {
  if (dollars.empty()) return std::nullopt;
  std::sort(dollars.begin(), dollars.end(), [](const NodeDollars& left, const NodeDollars& right) {
    // nullopt is less than any time.
    return left.created_at_ms != right.created_at_ms ? left.created_at_ms > right.created_at_ms
                                                     : left.position < right.position;
  });
  double sum = 0;
  for (const NodeDollars& one : dollars) sum += one.usd;
  return sum;
}

}  // namespace

std::vector<NodeRow> TreeRows::load(std::string_view tree_id) {
  std::vector<NodeRow> rows;
  // Growing by doubling would hold three times the rows at its peak.
  rows.reserve(static_cast<std::size_t>(
      db::get_int64(m_connection.cached(db::sql_named(k_tree_rows_sql, "count_nodes")).bind_all(tree_id))));
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_tree"));
  statement.bind_text(1, tree_id);
  db::for_each_row(statement, [&](const db::Statement& row) {
    rows.push_back(read_node(row));
    read_details(row, rows.back());
  });
  put_in_store_order(rows);
  return rows;
}

std::vector<NodeRow> TreeRows::load_for(TreePurpose purpose, std::string_view tree_id) {
  db::Statement& statement = m_connection.cached(
      purpose == TreePurpose::progress ? db::sql_named(k_tree_rows_sql, "select_tree_progress")
                                       : db::sql_named(k_tree_rows_sql, "select_tree_to_recover"));
  constexpr std::size_t k_usual_nodes = 64;
  std::vector<NodeRow> rows;
  rows.reserve(k_usual_nodes);
  db::for_each_row(statement.bind_all(tree_id),
                   [&](const db::Statement& row) { rows.push_back(read_node(row)); });
  put_in_store_order(rows);
  return rows;
}

void TreeRows::for_each_finished(const std::function<void(const FinishedTree& tree)>& use) {
  FinishedTree tree;
  std::vector<NodeDollars> dollars;
  const auto hand_over = [&] {
    if (tree.nodes > 0) {
      tree.cost_usd = sum_in_list_order(dollars);
      use(tree);
    }
    dollars.clear();
  };
  db::for_each_row(m_connection.cached(db::sql_named(k_tree_rows_sql, "select_finished_nodes")),
                   [&](const db::Statement& row) {
                     if (row.column_text(0) != tree.tree_id) {
                       hand_over();
                       tree = FinishedTree();
                       tree.tree_id = row.column_text(0);
                     }
                     const bool is_completed = row.column_int64(1) != 0;
                     const std::optional<double> usd = row.column_optional_double(2);
                     ++tree.nodes;
                     if (is_completed) ++tree.completed;
                     if (!usd && row.column_int64(5) != 0) ++tree.without_cost;
                     if (usd) dollars.push_back({row.column_optional_int64(3), row.column_int64(4), *usd});
                   });
  hand_over();
}

void TreeRows::for_each_tree(
    const std::function<void(const std::string& tree_id, std::vector<NodeRow>& rows)>& use) {
  std::string tree_id;
  std::vector<NodeRow> rows;
  const auto hand_over = [&] {
    if (rows.empty()) return;
    put_in_store_order(rows);
    use(tree_id, rows);
    rows.clear();
  };
  db::for_each_row(m_connection.cached(db::sql_named(k_tree_rows_sql, "select_all_trees")),
                   [&](const db::Statement& row) {
                     if (row.column_text(0) != tree_id) {
                       hand_over();
                       tree_id = row.column_text(0);
                     }
                     rows.push_back(read_node(row));
                   });
  hand_over();
}

void TreeRows::find_checkpoint(NodeRow& row) {
  row.checkpoint = {};
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_resume_checkpoint"));
  const auto found = db::get_maybe(statement.bind_all(row.id), [](const db::Statement& checkpoint) {
    return ResumeCheckpoint{text_or_empty(checkpoint, 0), text_or_empty(checkpoint, 1),
                            checkpoint.column_int64(2) != 0, text_or_empty(checkpoint, 3)};
  });
  if (found) row.checkpoint = *found;
}

std::optional<std::string> TreeRows::resume_checkpoint(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_resume_checkpoint"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return records::read_optional_text(row, 0); })
      .value_or(std::nullopt);
}

void TreeRows::find_dependencies(NodeRow& row) {
  if (!row.names_dependencies) return;
  row.unfinished_dependencies = unfinished_dependencies(m_connection, row.id);
  if (!row.unfinished_dependencies.empty()) row.dependency_circle = m_faults.circle_of(row.id);
}

void TreeRows::find_attempts(NodeRow& row) {
  const records::RetryPolicy policy = records::TaskHeads(m_connection).retry_policy(row.id);
  row.attempts = policy.attempts;
  row.max_attempts = policy.max_attempts;
}

void TreeRows::find_hold(NodeRow& row) {
  if (row.state != TaskState::queued) return;
  const auto hold = writing::hold_of_another(m_connection, row.id);
  if (!hold) return;
  row.reason_of_hold = writing::reason_of_hold(*hold);
  row.held_until_ms = util::instant_ms(hold->lease_expires_at.value_or(""));
}

void TreeRows::find_holds(std::vector<NodeRow>& rows) {
  if (!m_are_any_held)
    m_are_any_held = db::get_int64(m_connection.cached(db::sql_named(k_tree_rows_sql, "is_any_held"))) != 0;
  if (!*m_are_any_held) return;
  for (NodeRow& row : rows) find_hold(row);
}

bool TreeRows::has_run_by(std::int64_t task_id, std::int64_t seq) {
  return db::get_int64(
             m_connection.cached(db::sql_named(k_tree_rows_sql, "has_run_by")).bind_all(task_id, seq)) != 0;
}

std::vector<NodeRow> TreeRows::load_running_outside() {
  std::vector<NodeRow> rows;
  db::for_each_row(m_connection.cached(db::sql_named(k_tree_rows_sql, "select_running_outside")),
                   [&](const db::Statement& row) { rows.push_back(read_node(row)); });
  put_in_store_order(rows);
  return rows;
}

void TreeRows::for_each_outside(const std::function<void(std::vector<NodeRow>& rows)>& use) {
  constexpr std::size_t k_at_once = 1000;
  if (db::get_int64(m_connection.cached(db::sql_named(k_tree_rows_sql, "has_outside"))) == 0) return;
  std::vector<NodeRow> rows;
  db::for_each_row(m_connection.cached(db::sql_named(k_tree_rows_sql, "select_all_outside")),
                   [&](const db::Statement& row) {
                     rows.push_back(read_node(row));
                     if (rows.size() < k_at_once) return;
                     use(rows);
                     rows.clear();
                   });
  use(rows);
}

void TreeRows::find_foreign_parents(std::vector<NodeRow>& rows) {
  std::unordered_set<std::string_view> ids;
  for (const NodeRow& row : rows) ids.insert(name_of(row));
  for (NodeRow& row : rows) {
    if (!row.parent_ref || ids.contains(*row.parent_ref)) continue;
    db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "has_task"));
    statement.bind_text(1, *row.parent_ref);
    row.parent_in_other_tree = db::get_int64(statement) != 0;
  }
}

std::string TreeRows::first_created_at(std::string_view tree_id) {
  return text_of_tree(db::sql_named(k_tree_rows_sql, "select_first_created_at"), tree_id);
}

std::string TreeRows::last_completed_at(std::string_view tree_id) {
  return text_of_tree(db::sql_named(k_tree_rows_sql, "select_last_completed_at"), tree_id);
}

std::string TreeRows::text_of_tree(std::string_view sql, std::string_view tree_id) {
  db::Statement& statement = m_connection.cached(sql);
  statement.bind_text(1, tree_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return text_or_empty(row, 0); })
      .value_or("");
}

TreeMode TreeRows::mode(std::string_view tree_id) {
  return db::get_maybe(
             m_connection.cached(db::sql_named(k_tree_rows_sql, "select_tree_mode")).bind_all(tree_id),
             [](const db::Statement& row) {
               return TreeMode{optional_text(row, 0), optional_text(row, 1)};
             })
      .value_or(TreeMode{});
}

std::string TreeRows::prompt(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_prompt"));
  statement.bind_int64(1, task_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return text_or_empty(row, 0); })
      .value_or("");
}

std::optional<std::string> TreeRows::pid_json(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_pid_json"));
  statement.bind_int64(1, task_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return optional_text(row, 0); })
      .value_or(std::nullopt);
}

std::optional<std::string> TreeRows::completed_at_json(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_completed_at_json"));
  statement.bind_int64(1, task_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return optional_text(row, 0); })
      .value_or(std::nullopt);
}

std::string TreeRows::error_text(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_error_text"));
  statement.bind_int64(1, task_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return text_or_empty(row, 0); })
      .value_or("");
}

std::int64_t TreeRows::depth(std::int64_t task_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_tree_rows_sql, "select_depth")).bind_all(task_id));
}

std::optional<std::int64_t> TreeRows::parent(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_rows_sql, "select_parent"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return row.column_optional_int64(0); })
      .value_or(std::nullopt);
}

bool TreeRows::exists(std::string_view tree_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_tree_rows_sql, "has_tree")).bind_all(tree_id)) !=
         0;
}

std::vector<std::string> TreeRows::unfinished_tree_ids(std::int64_t most) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_tree_rows_sql, "select_unfinished_tree_ids"));
  statement.bind_int64(1, most);
  std::vector<std::string> ids;
  db::for_each_row(statement, [&](const db::Statement& row) { ids.push_back(text_or_empty(row, 0)); });
  return ids;
}

}  // namespace rlmdb::trees
