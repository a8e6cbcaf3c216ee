// SPDX-License-Identifier: MIT
#include <algorithm>

#include "reports/report_words.hpp"

namespace rlmdb::cli {
namespace {

/// A node with a start.
struct RunOfTask {
  std::size_t node = 0;
  std::int64_t begin_ms = 0;
  std::int64_t end_ms = 0;
  bool is_open = false;
  bool is_first = false;  ///< finds room before others
};

bool takes_room_before(const RunOfTask& left, const RunOfTask& right) {
  if (left.is_first != right.is_first) {
    return left.is_first;
  }
  return left.end_ms - left.begin_ms > right.end_ms - right.begin_ms;
}

/// The span of times that a bar is drawn in: times of strict ISO texts, which fit far into 64 bits.
std::vector<RunOfTask> runs_of(const TreeReport& report) {
  std::vector<RunOfTask> runs;
  for (std::size_t node = 0; node < report.times.size(); ++node) {
    const NodeTimes& times = report.times[node];
    if (!times.started_ms) {
      continue;
    }
    const std::optional<TaskState>& state = report.tree.nodes[node].state;
    const bool is_running = state == TaskState::running || state == TaskState::queued;
    const bool is_open = is_running || !times.ended_ms;
    const std::int64_t end_ms = is_open ? report.last_ms.value_or(*times.started_ms) : *times.ended_ms;
    runs.push_back({node, *times.started_ms, std::max(end_ms, *times.started_ms), is_open,
                    is_open || state == TaskState::failed});
  }
  return runs;
}

}  // namespace

Timeline timeline_of(const TreeReport& report, std::size_t most_bars) {
  std::vector<RunOfTask> runs = runs_of(report);
  Timeline timeline;
  timeline.started = runs.size();
  timeline.begin_ms = report.first_ms.value_or(0);
  timeline.span_ms = report.last_ms.value_or(timeline.begin_ms) - timeline.begin_ms;
  std::stable_sort(runs.begin(), runs.end(), takes_room_before);
  runs.resize(std::min(runs.size(), most_bars));
  std::sort(runs.begin(), runs.end(), [](const RunOfTask& left, const RunOfTask& right) {
    return left.begin_ms != right.begin_ms ? left.begin_ms < right.begin_ms : left.node < right.node;
  });
  const auto place = [&](std::int64_t ms) {
    return timeline.span_ms <= 0
               ? 0.0
               : static_cast<double>(ms - timeline.begin_ms) / static_cast<double>(timeline.span_ms);
  };
  for (const RunOfTask& run : runs) {
    timeline.bars.push_back({run.node, place(run.begin_ms), place(run.end_ms), run.is_open});
  }
  return timeline;
}

}  // namespace rlmdb::cli
