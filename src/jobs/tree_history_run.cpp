// SPDX-License-Identifier: MIT
// The nodes that the tree has now, each with its record as it was then.
#include "db/transaction.hpp"
#include "jobs/record_edit.hpp"
#include "jobs/record_text.hpp"
#include "jobs/task_events.hpp"
#include "jobs/tree_load.hpp"
#include "jobs/variable_read.hpp"
#include "legacy/json_layout.hpp"
#include "model/tokens.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "store/connections.hpp"
#include "util/instant.hpp"

namespace rlmdb {

namespace {

using model::Cell;
using model::CellType;

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
void set_back(model::NodeRow& row, const model::TaskRecord& record) {
  row.owner = model::Owner::none;  // whose process lived then nobody knows
  row.state_text = text_of(record.task[model::task_state]);
  row.state.reset();
  if (!record.task[model::task_state].is_null())
    row.state = model::find_task_state(row.state_text).value_or(TaskState::unknown);
  row.prompt = text_of(record.task[model::task_prompt]);
  row.agent = text_of(record.task[model::task_agent]);
  row.created_at_ms = time_ms(record.task[model::task_created_at]);
  row.started_at = maybe_text(record.task[model::task_started_at]);
  row.started_at_ms = time_ms(record.task[model::task_started_at]);
  row.completed_at_ms = time_ms(record.task[model::task_completed_at]);
  row.parent_ref = maybe_text(record.node[model::node_parent_ref]);
  row.depth = maybe_integer(record.node[model::node_depth]);
  row.strategy = text_of(record.node[model::node_decomposition_strategy]);
  row.cost_usd = maybe_real(record.node[model::node_cost_total_usd]);
}

}  // namespace

Tree tree_at(const Store& store, const TreeId& tree, const Moment& moment) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  std::vector<model::NodeRow> rows = jobs::load_tree_rows(connection, tree);
  const std::int64_t seq = jobs::seq_of(connection, moment);
  jobs::TaskEvents events(connection);
  jobs::RecordTextFinder texts(connection);
  jobs::RecordEdit records(connection);
  std::erase_if(rows, [&](model::NodeRow& row) {
    std::string now;
    legacy::append_compact(now, texts.find(row.id, 0));
    const std::optional<std::string> then = events.record_at(row.id, std::move(now), seq);
    if (!then) return true;
    const model::TaskRecord& record = records.read(*then);
    set_back(row, record);
    return text_of(record.node[model::node_tree_id]) != tree.text;
  });
  if (rows.empty())
    throw Error(ErrorCode::not_found,
                "tree " + tree.text + " did not exist yet at event " + std::to_string(seq), tree.text,
                "`rlmdb events --tree " + tree.text + "` shows its history");
  jobs::require_kept(connection, seq, tree.text);
  return jobs::draw_tree(tree, rows, model::build_tree(rows));
}

}  // namespace rlmdb
