// SPDX-License-Identifier: MIT
#include "trees/cost.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include "trees/node_groups.hpp"
#include "trees/progress.hpp"
#include "trees/work_times.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_top = 5;

/// Token counts are the source's and may be anything: a sum stops at the largest number.
void add_tokens(std::optional<std::int64_t>& total, const std::optional<std::int64_t>& tokens) {
  if (!tokens) return;
  std::int64_t& sum = total ? *total : total.emplace(0);
  if (!__builtin_add_overflow(sum, *tokens, &sum)) return;
  sum = *tokens > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

void add_dollars(std::optional<double>& sum, const std::optional<double>& usd) {
  if (usd) sum = sum.value_or(0) + *usd;
}

void add_cost(CostLine& line, const NodeRow& row) {
  ++line.nodes;
  add_tokens(line.input_tokens, row.input_tokens);
  add_tokens(line.output_tokens, row.output_tokens);
  add_dollars(line.cost_usd, row.cost_usd);
  if (lacks_cost(row)) ++line.nodes_without_cost;
}

/// The lines of nodes that have the same depth, agent or model.
class CostGroups {
 public:
  CostGroups(CostBy by, const TreeShape& shape, std::span<const std::string> models)
      : m_by(by), m_shape(shape), m_models(models) {}

  void add(const NodeRow& row, std::size_t i) {
    if (m_by == CostBy::depth) {
      add_cost(m_by_depth[m_shape.depth[i]], row);
    } else if (m_by == CostBy::agent) {
      add_cost(m_by_name[row.agent], row);
    } else {
      add_cost(m_by_name[i < m_models.size() ? m_models[i] : std::string{}], row);
    }
  }

  [[nodiscard]] std::vector<CostLine> take() {
    std::vector<CostLine> lines;
    for (auto& [depth, line] : m_by_depth) {
      line.key = std::to_string(depth);
      lines.push_back(std::move(line));
    }
    for (auto& [name, line] : m_by_name) {
      line.key = name;
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  CostBy m_by;
  const TreeShape& m_shape;
  std::span<const std::string> m_models;
  std::map<std::int64_t, CostLine> m_by_depth;
  std::map<std::string, CostLine> m_by_name;
};

CostLine line_of(const NodeRow& row, const SubtreeSum& subtree) {
  CostLine line;
  line.subtree = subtree;
  line.key = row.task_id.empty() ? row.node_id : row.task_id;
  line.prompt = row.prompt;
  add_cost(line, row);
  return line;
}

std::vector<CostLine> dearest_nodes(std::span<const NodeRow> rows, const std::vector<std::size_t>& order,
                                    std::span<const SubtreeSum> sums) {
  std::vector<std::size_t> dearest(order.size());
  std::iota(dearest.begin(), dearest.end(), std::size_t{0});
  const auto end = dearest.begin() + static_cast<std::ptrdiff_t>(std::min(k_top, order.size()));
  std::partial_sort(dearest.begin(), end, dearest.end(), [&](std::size_t a, std::size_t b) {
    const std::optional<double>& cost_a = rows[order[a]].cost_usd;
    const std::optional<double>& cost_b = rows[order[b]].cost_usd;
    return cost_a != cost_b ? cost_a > cost_b : a < b;
  });
  std::vector<CostLine> lines;
  std::for_each(dearest.begin(), end,
                [&](std::size_t i) { lines.push_back(line_of(rows[order[i]], sums[order[i]])); });
  return lines;
}

/// Averages of groups, each taken once.
class Averages {
 public:
  explicit Averages(const GroupSamples& costs) : m_costs(costs) {}

  /// Of the narrowest group that has enough costs; of all nodes where none has.
  [[nodiscard]] std::optional<double> of(const NodeGroups::Keys& keys) {
    constexpr std::size_t k_enough = 5;
    for (const std::uint64_t key : keys) {
      const std::span<const double> values = m_costs.of(key);
      if (values.empty() || (values.size() < k_enough && key != keys.back())) continue;
      const auto [average, is_new] = m_averages.emplace(key, 0.0);
      if (is_new) {
        average->second =
            std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
      }
      return average->second;
    }
    return std::nullopt;
  }

 private:
  const GroupSamples& m_costs;
  std::unordered_map<std::uint64_t, double> m_averages;
};

}  // namespace

TreeCost cost_of(const TreeId& tree, std::span<const NodeRow> rows, CostBy by,
                 std::span<const std::string> models) {
  TreeCost cost;
  cost.tree_id = tree;
  const TreeShape shape = build_tree(rows);
  const std::vector<std::size_t> order = list_order(rows);
  const std::vector<SubtreeSum> sums = subtree_sums(rows, shape);
  CostGroups groups(by, shape, models);
  for (const std::size_t i : order) {
    add_dollars(cost.total_cost_usd, rows[i].cost_usd);
    add_tokens(cost.input_tokens, rows[i].input_tokens);
    add_tokens(cost.output_tokens, rows[i].output_tokens);
    by == CostBy::node ? void(cost.lines.push_back(line_of(rows[i], sums[i]))) : groups.add(rows[i], i);
  }
  if (by != CostBy::node) cost.lines = groups.take();
  if (by != CostBy::depth) {
    std::stable_sort(cost.lines.begin(), cost.lines.end(),
                     [](const CostLine& a, const CostLine& b) { return a.cost_usd > b.cost_usd; });
  }
  cost.nodes_without_cost = nodes_without_cost(rows);
  cost.top = dearest_nodes(rows, order, sums);
  cost.projected_total_usd = projected_total_usd(rows, shape);
  return cost;
}

std::optional<double> projected_total_usd(std::span<const NodeRow> rows, const TreeShape& shape) {
  NodeGroups groups;
  GroupSamples costs;
  const std::vector<std::size_t> order = list_order(rows);
  for (const std::size_t i : order) {
    const bool counts = rows[i].state == TaskState::completed || rows[i].state == TaskState::failed;
    if (counts && rows[i].cost_usd) costs.add(groups.keys_of(rows, shape, i), *rows[i].cost_usd);
  }
  Averages averages(costs);
  double rest = 0;
  for (const std::size_t i : order) {
    if (!is_left(rows[i])) continue;
    const std::optional<double> average = averages.of(groups.keys_of(rows, shape, i));
    if (!average) return std::nullopt;
    rest += std::max(0.0, *average - rows[i].cost_usd.value_or(0));
  }
  const std::optional<double> so_far = total_cost_usd(rows);
  return so_far ? std::optional(*so_far + rest) : std::nullopt;
}

}  // namespace rlmdb::trees
