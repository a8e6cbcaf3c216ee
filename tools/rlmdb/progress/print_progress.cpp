// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "format/claim_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/panel.hpp"
#include "terminal/visible_text.hpp"
#include "trees/print_totals.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::cli {
namespace {

constexpr int k_bar_cells = 20;
constexpr std::string_view k_unknown = "unknown";

std::int64_t other_nodes(const TreeProgress& progress) {
  return progress.total - progress.completed - progress.failed - progress.running - progress.queued -
         progress.cancelled;
}

std::string average_text(const TreeProgress& progress) {
  return progress.avg_duration_ms.has_value() ? human_duration(*progress.avg_duration_ms)
                                              : std::string(k_unknown);
}

void add_counts(Panel& panel, const TreeProgress& progress) {
  panel.add_field("Total Nodes", std::to_string(progress.total));
  panel.add_field("Completed", fmt::format("{} ({})", progress.completed, percent_text(progress.percentage)),
                  tint_of(TaskState::completed));
  const auto add = [&panel](std::string_view label, std::int64_t count, TaskState state) {
    panel.add_field(label, std::to_string(count), count > 0 ? tint_of(state) : Tint::none);
  };
  add("Running", progress.running, TaskState::running);
  add("Queued", progress.queued, TaskState::queued);
  add("Failed", progress.failed, TaskState::failed);
  if (progress.cancelled > 0) {
    add("Cancelled", progress.cancelled, TaskState::cancelled);
  }
  if (const std::int64_t other = other_nodes(progress); other > 0) {
    add("Other", other, TaskState::unknown);
  }
}

/// The first `count` characters of `text`, or all of it.
std::string_view first_characters(std::string_view text, std::size_t count) {
  const auto begins_character = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  for (std::size_t position = 0; position < text.size(); ++position) {
    if (begins_character(text[position]) && count-- == 0) {
      return text.substr(0, position);
    }
  }
  return text;
}

std::string end_of_active_line(const ActiveTask& task, std::size_t room, const Terminal& terminal) {
  if (task.is_process_gone) {
    return task.claim.has_value() ? " (claim over)" : " (process gone)";
  }
  return task.claim.has_value() ? " (" + claim_holder_within(room, task.claim, terminal) + ")" : "";
}

std::string active_lines(const TreeStatus& status, const Terminal& terminal) {
  constexpr std::size_t k_legacy_length = 60;
  std::string lines;
  for (const ActiveTask& task : status.active) {
    const std::string id = make_visible(id_text(task.task_id));
    constexpr std::size_t k_least_prompt = 8;
    const std::size_t around = std::string_view("  - :  ()").size() + display_width(id) + k_least_prompt;
    const std::string end =
        end_of_active_line(task, terminal.width > around ? terminal.width - around : 0, terminal);
    const std::string_view beginning = first_characters(task.prompt, k_legacy_length);
    std::string prompt = make_visible(beginning) + (beginning.size() < task.prompt.size() ? "..." : "");
    if (terminal.is_terminal) {
      const std::size_t used = std::string_view("  - : ").size() + display_width(id) + display_width(end);
      const std::size_t room = terminal.width > used ? terminal.width - used : 0;
      prompt = cut_to_width(prompt, std::max(room, k_least_prompt), ellipsis_of(terminal));
    }
    lines += fmt::format(
        "  - {}: {}{}\n",
        tinted(id, tint_of(task.is_process_gone ? StateWord::interrupted : StateWord::running), terminal),
        prompt, end);
  }
  return lines;
}

std::int64_t process_gone_in(const std::vector<TreeProgress>& trees) {
  return std::accumulate(trees.begin(), trees.end(), std::int64_t{0},
                         [](std::int64_t sum, const TreeProgress& tree) { return sum + tree.process_gone; });
}

}  // namespace

int filled_cells(double percentage, int all_cells) {
  constexpr double k_all = 100;
  const int begun = static_cast<int>(std::ceil(percentage / k_all * all_cells));
  const int most = percentage < k_all ? all_cells - 1 : all_cells;
  return std::clamp(begun, 0, most);
}

std::string text_process_gone(std::int64_t count, const Terminal& terminal) {
  if (count == 0) {
    return {};
  }
  return tinted(fmt::format("{} running, process gone: rlmdb recover", count),
                tint_of(StateWord::interrupted), terminal) +
         "\n";
}

std::string text_process_gone(const std::vector<TreeProgress>& trees, const Terminal& terminal) {
  return text_process_gone(process_gone_in(trees), terminal);
}

std::string text_progress(const TreeProgress& progress, const Terminal& terminal) {
  Panel panel(terminal);
  panel.add_title("RLM Tree Progress");
  panel.add_title("Tree: " + tree_name(progress.tree_id));
  panel.add_rule();
  add_counts(panel, progress);
  panel.add_blank();
  panel.add_bar("Progress", filled_cells(progress.percentage.value_or(0), k_bar_cells), k_bar_cells,
                percent_text(progress.percentage));
  panel.add_blank();
  panel.add_field("Avg Node Time", average_text(progress));
  panel.add_field("ETA", eta_text(progress));
  return panel.take() + text_process_gone(progress.process_gone, terminal);
}

std::string text_progress_of_trees(const std::vector<TreeProgress>& trees, const Terminal& terminal) {
  if (!terminal.is_terminal || trees.empty() || !terminal.columns.empty()) {
    return progress_rows().text(trees, terminal);
  }
  Sheet sheet = progress_rows().sheet(trees, terminal);
  // Where not all counts fit into a line, how far the trees are says most.
  constexpr std::size_t k_narrow = 56;
  constexpr std::size_t k_running = 3;
  for (int count = 0; terminal.width < k_narrow && count < 3; ++count) {
    sheet.drop(k_running);
  }
  return text_together(trees, terminal) + sheet.table(terminal) + text_process_gone(trees, terminal);
}

std::string text_status(const TreeStatus& status, const Terminal& terminal) {
  Panel panel(terminal);
  panel.add_title("RLM Tree Status: " + tree_name(status.progress.tree_id));
  panel.add_rule();
  add_counts(panel, status.progress);
  panel.add_blank();
  panel.add_field("Total Cost", known_usd_text(status.total_cost_usd, status.nodes_without_cost));
  std::string text = panel.take();
  if (!status.active.empty()) {
    text += "\nActive Tasks:\n" + active_lines(status, terminal);
  }
  return text + text_process_gone(status.progress.process_gone, terminal);
}

std::string text_short_status(const TreeStatus& status, const Terminal& terminal) {
  const TreeProgress& progress = status.progress;
  std::string counts = fmt::format("{} of {} completed ({})", progress.completed, progress.total,
                                   percent_text(progress.percentage));
  const auto add = [&](std::int64_t count, std::string_view name, TaskState state) {
    if (count > 0) {
      counts += ", " + tinted(fmt::format("{} {}", count, name), tint_of(state), terminal);
    }
  };
  add(progress.running, "running", TaskState::running);
  add(progress.queued, "queued", TaskState::queued);
  add(progress.failed, "failed", TaskState::failed);
  add(progress.cancelled, "cancelled", TaskState::cancelled);
  add(other_nodes(progress), "other", TaskState::unknown);
  return fmt::format("{}: {}; {}\n", tinted(tree_name(progress.tree_id), Tint::bold, terminal), counts,
                     status.total_cost_usd.has_value()
                         ? known_usd_text(status.total_cost_usd, status.nodes_without_cost)
                         : "cost unknown") +
         active_lines(status, terminal) + text_process_gone(progress.process_gone, terminal);
}

std::string text_trees(const std::vector<TreeSummary>& trees, const Terminal& terminal) {
  const std::int64_t gone = std::accumulate(
      trees.begin(), trees.end(), std::int64_t{0},
      [](std::int64_t sum, const TreeSummary& tree) { return sum + tree.progress.process_gone; });
  return tree_rows().text(trees, terminal) +
         (terminal.is_terminal ? text_process_gone(gone, terminal) : std::string{});
}

}  // namespace rlmdb::cli
