// SPDX-License-Identifier: MIT
#include "trees/print_totals.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::cli {
namespace {

/// "4 queued, 5 completed; $0.1200"
std::string text_of(const TaskTotals& totals, const Terminal& terminal) {
  std::string text;
  const auto add = [&](std::int64_t count, std::string_view state, Tint tint) {
    if (count == 0) return;
    const std::string number = count_text(static_cast<std::uint64_t>(count));
    text += (text.empty() ? "" : ", ") + tinted(fmt::format("{} {}", number, state), tint, terminal);
  };
  add(totals.running, "running", tint_of(TaskState::running));
  add(totals.queued, "queued", tint_of(TaskState::queued));
  add(totals.completed, "completed", tint_of(TaskState::completed));
  add(totals.failed, "failed", tint_of(TaskState::failed));
  add(totals.cancelled, "cancelled", tint_of(TaskState::cancelled));
  const std::int64_t known =
      totals.running + totals.queued + totals.completed + totals.failed + totals.cancelled;
  add(totals.tasks - known, "other", tint_of(TaskState::unknown));
  if (totals.cost_usd.has_value()) {
    text += "; " + known_usd_text(totals.cost_usd, totals.without_cost);
  } else if (totals.without_cost > 0) {
    text += "; cost unknown";
  }
  return text;
}

void add_members(JsonObject& object, const TaskTotals& totals) {
  object.add("tasks", totals.tasks)
      .add("completed", totals.completed)
      .add("failed", totals.failed)
      .add("running", totals.running)
      .add("queued", totals.queued)
      .add("cancelled", totals.cancelled)
      .add("process_gone", totals.process_gone, "running tasks that nobody works on any more")
      .add("cost_usd", totals.cost_usd, "null where none is known")
      .add("without_cost", totals.without_cost, "they have run, and nobody said what they cost");
}

void add_all_trees(JsonObject& object, const StoreTotals& totals) {
  object.add("trees", totals.trees).add("unfinished_trees", totals.unfinished_trees);
  add_members(object, totals.in_trees);
}

/// Some trees one after the other, as each estimate takes its nodes one after the other.
struct Together {
  TreeProgress sum{};
  std::int64_t trees = 0;
  std::int64_t trees_without_eta = 0;
};

Together together(const std::vector<TreeProgress>& trees) {
  constexpr double k_all = 100;
  Together all;
  for (const TreeProgress& tree : trees) {
    ++all.trees;
    all.sum.total += tree.total;
    all.sum.completed += tree.completed;
    all.sum.remaining_tasks += tree.remaining_tasks;
    if (tree.remaining_tasks > 0 && !tree.eta_ms.has_value()) ++all.trees_without_eta;
    if (tree.eta_ms.has_value()) all.sum.eta_ms = all.sum.eta_ms.value_or(0) + *tree.eta_ms;
  }
  if (all.sum.total > 0)
    all.sum.percentage = static_cast<double>(all.sum.completed) / static_cast<double>(all.sum.total) * k_all;
  if (all.trees_without_eta == 0 && !all.sum.eta_ms.has_value()) all.sum.eta_ms = 0;
  all.sum.eta_human = all.sum.eta_ms.has_value() ? human_duration(*all.sum.eta_ms) : "unknown";
  return all;
}

void add_together_members(JsonObject& object, const Together& all) {
  object.add("trees", all.trees)
      .add("total", all.sum.total)
      .add("completed", all.sum.completed)
      .add("percentage", all.sum.percentage)
      .add("remaining_tasks", all.sum.remaining_tasks)
      .add("eta_ms", all.sum.eta_ms, "the sum of theirs, as far as they are known")
      .add("eta_human", all.sum.eta_human, "unknown where eta_ms is null")
      .add("trees_without_eta", all.trees_without_eta, "with tasks left whose eta_ms is unknown");
}

}  // namespace

std::string text_together(const std::vector<TreeProgress>& trees, const Terminal& terminal) {
  if (trees.size() < 2) return {};
  const Together all = together(trees);
  std::string eta = eta_text(all.sum);
  if (all.trees_without_eta > 0 && all.sum.eta_ms.has_value())
    eta = fmt::format("at least {} ({} of {} trees unknown)", eta, all.trees_without_eta, all.trees);
  return wrapped(
      fmt::format("{}: {} of {} completed ({}), {} left, ETA {}\n", tinted("together", Tint::bold, terminal),
                  count_text(static_cast<std::uint64_t>(all.sum.completed)),
                  counted(static_cast<std::uint64_t>(all.sum.total), "node", "nodes"),
                  percent_text(all.sum.percentage),
                  count_text(static_cast<std::uint64_t>(all.sum.remaining_tasks)), eta),
      terminal);
}

void add_together(JsonObject& object, const std::vector<TreeProgress>* trees) {
  const auto all = trees == nullptr ? std::nullopt : std::optional(together(*trees));
  object.add_object("together", all, add_together_members,
                    "those trees, worked on one after the other; null with ID or --watch");
}

std::string text_totals(const StoreTotals& totals, const Terminal& terminal) {
  std::string lines;
  if (totals.outside.tasks > 0) {
    lines += fmt::format("{}: {}: {}\n", tinted("outside trees", Tint::bold, terminal),
                         counted(static_cast<std::uint64_t>(totals.outside.tasks), "task", "tasks"),
                         text_of(totals.outside, terminal));
  }
  if (totals.trees > 1) {
    lines += fmt::format("{}: {}, {} unfinished, {}: {}\n", tinted("all trees", Tint::bold, terminal),
                         count_text(static_cast<std::uint64_t>(totals.trees)),
                         count_text(static_cast<std::uint64_t>(totals.unfinished_trees)),
                         counted(static_cast<std::uint64_t>(totals.in_trees.tasks), "node", "nodes"),
                         text_of(totals.in_trees, terminal));
  }
  return wrapped(lines, terminal);
}

void add_totals(JsonObject& object, const StoreTotals* totals) {
  const auto outside = totals == nullptr ? std::nullopt : std::optional(totals->outside);
  const auto all = totals == nullptr ? std::nullopt : std::optional(*totals);
  object.add_object("outside", outside, add_members, "tasks that are in no tree; null with ID or --watch")
      .add_object("all_trees", all, add_all_trees,
                  "their nodes, of finished ones too; null with ID or --watch");
}

}  // namespace rlmdb::cli
