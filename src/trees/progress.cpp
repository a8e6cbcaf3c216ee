// SPDX-License-Identifier: MIT
#include "trees/progress.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "trees/work_times.hpp"

namespace rlmdb {

std::string human_duration(double duration_ms) {
  constexpr std::int64_t k_day_s = 24 * 3600;
  const auto seconds = static_cast<std::int64_t>(std::llround(std::max(0.0, duration_ms) / 1000.0));
  const std::int64_t days = seconds / k_day_s;
  const std::int64_t hours = seconds % k_day_s / 3600;
  const std::int64_t minutes = seconds % 3600 / 60;
  std::string text;
  if (days > 0) return std::to_string(days) + "d " + std::to_string(hours) + "h";
  if (hours > 0) text += std::to_string(hours) + "h ";
  if (hours > 0 || minutes > 0) text += std::to_string(minutes) + "m ";
  return text + std::to_string(seconds % 60) + "s";
}

namespace trees {

namespace {

void count(TreeProgress& progress, const NodeRow& row) {
  ++progress.total;
  if (!row.state) return;
  switch (*row.state) {
    case TaskState::queued:
      ++progress.queued;
      return;
    case TaskState::running:
      ++progress.running;
      return;
    case TaskState::completed:
      ++progress.completed;
      return;
    case TaskState::failed:
      ++progress.failed;
      return;
    case TaskState::cancelled:
      ++progress.cancelled;
      return;
    case TaskState::unknown:
      return;
  }
}

std::optional<double> average_duration_ms(std::span<const NodeRow> rows) {
  double sum_ms = 0;
  std::int64_t nodes = 0;
  for (const NodeRow& row : rows) {
    const std::optional<std::int64_t> duration = duration_ms(row);
    if (row.state != TaskState::completed || !duration) continue;
    sum_ms += static_cast<double>(*duration);
    ++nodes;
  }
  if (nodes == 0) return std::nullopt;
  return sum_ms / static_cast<double>(nodes);
}

}  // namespace

TreeProgress progress_of(const TreeId& tree, std::span<const NodeRow> rows) {
  TreeProgress progress;
  progress.tree_id = tree;
  for (const NodeRow& row : rows) {
    count(progress, row);
    if (row.owner == Owner::dead) ++progress.process_gone;
  }
  if (progress.total > 0) {
    progress.percentage = static_cast<double>(progress.completed) / static_cast<double>(progress.total) * 100;
  }
  progress.remaining_tasks = progress.queued + progress.running;
  progress.avg_duration_ms = average_duration_ms(rows);
  if (progress.avg_duration_ms) {
    progress.eta_ms = static_cast<double>(progress.remaining_tasks) * *progress.avg_duration_ms;
  }
  progress.eta_human = progress.eta_ms ? human_duration(*progress.eta_ms) : "unknown";
  return progress;
}

TreeProgress progress_of(const TreeId& tree, std::span<const NodeRow> rows, std::int64_t now_ms) {
  TreeProgress progress = progress_of(tree, rows);
  for (const NodeRow& row : rows) progress.waits_ms = std::max(progress.waits_ms, begins_in_ms(row, now_ms));
  const bool has_ended = progress.completed + progress.cancelled == progress.total;
  if (progress.remaining_tasks == 0 && !has_ended) progress.eta_ms.reset();
  if (progress.eta_ms && progress.waits_ms > 0)
    progress.eta_ms = std::max(*progress.eta_ms, progress.waits_ms + *progress.avg_duration_ms);
  progress.eta_human = progress.eta_ms ? human_duration(*progress.eta_ms) : "unknown";
  return progress;
}

std::vector<std::size_t> list_order(std::span<const NodeRow> rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto time = [&](std::size_t i) {
    return rows[i].created_at_ms.value_or(std::numeric_limits<std::int64_t>::min());
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return time(a) > time(b); });
  return order;
}

std::optional<double> total_cost_usd(std::span<const NodeRow> rows) {
  std::optional<double> sum;
  for (const std::size_t i : list_order(rows))
    if (rows[i].cost_usd) sum = sum.value_or(0) + *rows[i].cost_usd;
  return sum;
}

bool lacks_cost(const NodeRow& row) {
  return row.has_run && !row.cost_usd;
}

std::int64_t nodes_without_cost(std::span<const NodeRow> rows) {
  return std::count_if(rows.begin(), rows.end(), lacks_cost);
}

}  // namespace trees
}  // namespace rlmdb
