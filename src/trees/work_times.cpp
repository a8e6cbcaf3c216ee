// SPDX-License-Identifier: MIT
#include "trees/work_times.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "util/instant.hpp"

namespace rlmdb::trees {

namespace {

/// A moment at which one node more, or one less, works.
using Change = std::pair<std::int64_t, int>;

/// Runs, and waits for no child.
bool works(std::span<const NodeRow> rows, const TreeShape& shape, std::size_t i) {
  if (rows[i].state != TaskState::running) return false;
  return std::none_of(shape.children[i].begin(), shape.children[i].end(),
                      [&](std::size_t child) { return is_left(rows[child]); });
}

std::vector<Change> changes_of_work(std::span<const NodeRow> rows, const TreeShape& shape,
                                    std::span<const std::optional<std::int64_t>> begins,
                                    std::int64_t now_ms) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_working = works(rows, shape, i);
    if (!begins[i] || (!is_working && !(has_ended(rows[i]) && rows[i].completed_at_ms))) continue;
    const std::int64_t end = is_working ? now_ms : *rows[i].completed_at_ms;
    if (end <= *begins[i]) continue;
    changes.emplace_back(*begins[i], 1);
    changes.emplace_back(end, -1);
  }
  std::sort(changes.begin(), changes.end());  // at the same moment ends come first
  return changes;
}

}  // namespace

bool has_ended(const NodeRow& row) noexcept {
  return row.state == TaskState::completed || row.state == TaskState::failed ||
         row.state == TaskState::cancelled;
}

bool is_left(const NodeRow& row) noexcept {
  return row.state == TaskState::queued || row.state == TaskState::running;
}

double begins_in_ms(const NodeRow& row, std::int64_t now_ms) {
  if (row.state != TaskState::queued) return 0;
  std::int64_t begin_ms = row.held_until_ms.value_or(now_ms);
  if (row.not_before && row.not_before->is_scheduled)
    begin_ms = std::max(begin_ms, util::instant_ms(row.not_before->time).value_or(now_ms));
  return static_cast<double>(std::max<std::int64_t>(0, begin_ms - now_ms));
}

std::vector<std::optional<std::int64_t>> work_begins(std::span<const NodeRow> rows, const TreeShape& shape) {
  std::vector<std::optional<std::int64_t>> begins(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].state == TaskState::queued || !rows[i].started_at_ms) continue;
    begins[i] = rows[i].started_at_ms;
    for (const std::size_t child : shape.children[i]) {
      if (has_ended(rows[child])) begins[i] = std::max(begins[i], rows[child].completed_at_ms);
    }
  }
  return begins;
}

std::optional<double> worked_ms(const NodeRow& row, const std::optional<std::int64_t>& work_begin) noexcept {
  const bool has_worked = row.state == TaskState::completed || row.state == TaskState::failed;
  if (!has_worked || !work_begin || !row.completed_at_ms) return std::nullopt;
  return static_cast<double>(std::max<std::int64_t>(0, *row.completed_at_ms - *work_begin));
}

std::size_t parallelism_seen(std::span<const NodeRow> rows, const TreeShape& shape,
                             std::span<const std::optional<std::int64_t>> begins, std::int64_t now_ms) {
  constexpr double k_least_share = 0.1;
  const std::vector<Change> changes = changes_of_work(rows, shape, begins, now_ms);
  std::vector<double> time_at(1, 0);
  double busy = 0;
  std::ptrdiff_t working = 0;
  for (std::size_t c = 0; c + 1 < changes.size(); ++c) {
    working += changes[c].second;
    if (working <= 0) continue;
    const auto time = static_cast<double>(changes[c + 1].first - changes[c].first);
    const auto level = static_cast<std::size_t>(working);
    if (time_at.size() <= level) time_at.resize(level + 1, 0);
    time_at[level] += time;
    busy += time;
  }
  double above = 0;
  for (std::size_t level = time_at.size() - 1; level > 0; --level) {
    above += time_at[level];
    if (above >= k_least_share * busy && above > 0) return level;
  }
  return 0;
}

}  // namespace rlmdb::trees
