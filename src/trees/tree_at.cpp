// SPDX-License-Identifier: MIT
// The nodes that the tree has now, each with its record as it was then.
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/task_events.hpp"
#include "json/json_layout.hpp"
#include "records/record_edit.hpp"
#include "records/record_text.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "trees/node_cost_rules.hpp"
#include "trees/tree_load.hpp"
#include "trees/tree_rows.hpp"
#include "util/instant.hpp"
#include "variables/variable_read.hpp"

namespace rlmdb {

namespace {

using records::Cell;
using records::CellType;

std::string text_of(const Cell& cell) {
  return cell.type == CellType::text ? std::string(cell.text) : std::string();
}

std::optional<std::string> maybe_text(const Cell& cell) {
  return cell.type == CellType::text ? std::optional(std::string(cell.text)) : std::nullopt;
}

std::optional<std::int64_t> maybe_integer(const Cell& cell) {
  return cell.type == CellType::integer ? std::optional(cell.integer) : std::nullopt;
}

std::optional<double> maybe_real(const Cell& cell) {
  if (cell.type == CellType::integer) return static_cast<double>(cell.integer);
  return cell.type == CellType::real ? std::optional(cell.real) : std::nullopt;
}

std::optional<std::int64_t> time_ms(const Cell& cell) {
  return util::instant_ms(text_of(cell));
}

/// What a drawing shows of a node, out of its record then.
void set_back(trees::NodeRow& row, const records::TaskRecord& record) {
  row.owner = trees::Owner::none;  // whose process lived then nobody knows
  row.state_text = text_of(record.task[records::task_state]);
  row.state.reset();
  if (!record.task[records::task_state].is_null())
    row.state = records::find_task_state(row.state_text).value_or(TaskState::unknown);
  row.prompt = text_of(record.task[records::task_prompt]);
  row.agent = text_of(record.task[records::task_agent]);
  row.created_at_ms = time_ms(record.task[records::task_created_at]);
  row.started_at = maybe_text(record.task[records::task_started_at]);
  row.started_at_ms = time_ms(record.task[records::task_started_at]);
  row.completed_at_ms = time_ms(record.task[records::task_completed_at]);
  row.parent_ref = maybe_text(record.node[records::node_parent_ref]);
  row.depth = maybe_integer(record.node[records::node_depth]);
  row.strategy = text_of(record.node[records::node_decomposition_strategy]);
  row.cost_usd = trees::node_cost_usd(maybe_real(record.node[records::node_cost_total_usd]),
                                      maybe_real(record.node[records::node_cost_input_usd]),
                                      maybe_real(record.node[records::node_cost_output_usd]));
  row.has_run = row.started_at || row.state == TaskState::running || row.state == TaskState::completed ||
                row.state == TaskState::failed;
}

}  // namespace

Tree tree_at(const Store& store, const TreeId& tree, const Moment& moment) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  std::vector<trees::NodeRow> rows = trees::load_tree_rows(connection, tree);
  const std::int64_t seq = variables::seq_of(connection, moment);
  events::TaskEvents events(connection);
  records::RecordTextFinder texts(connection);
  records::RecordEdit records(connection);
  trees::TreeRows trees(connection);
  std::erase_if(rows, [&](trees::NodeRow& row) {
    std::string now;
    json::append_compact(now, texts.find(row.id, 0));
    const std::optional<std::string> then = events.record_at(row.id, std::move(now), seq);
    if (!then) return true;
    const records::TaskRecord& record = records.read(*then);
    const bool has_run_since = row.has_run;
    set_back(row, record);
    if (has_run_since && !row.has_run) row.has_run = trees.has_run_by(row.id, seq);
    return text_of(record.node[records::node_tree_id]) != tree.text;
  });
  if (rows.empty())
    throw Error(ErrorCode::not_found,
                "tree " + tree.text + " did not exist yet at event " + std::to_string(seq), tree.text,
                "`rlmdb events --tree " + tree.text + "` shows its history");
  events::require_kept(connection, seq, tree.text);
  return trees::draw_tree(tree, rows, trees::build_tree(rows));
}

}  // namespace rlmdb
