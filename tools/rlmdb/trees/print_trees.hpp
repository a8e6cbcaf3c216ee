// SPDX-License-Identifier: MIT
/// Every line for people about trees, and every JSON document. Text functions return whole lines; text that
/// came from data stands on one line in them, made visible also where no terminal is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/totals.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

enum class Costs { hidden, shown };
enum class RecoveryLook { lines, picture };

/// How a tree is drawn: nodes down to `depth`, nullopt for all.
struct TreeLook {
  std::optional<std::int64_t> depth;
  Costs costs = Costs::hidden;
};

/// A tree's id on one line; `""` for the empty one.
[[nodiscard]] std::string tree_name(const TreeId& id);

[[nodiscard]] std::string text_progress(const TreeProgress& progress, const Terminal& terminal);
/// An aligned table on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_progress_of_trees(const std::vector<TreeProgress>& trees,
                                                 const Terminal& terminal);
/// The panel of a tree and what runs in it, each task with the time since it was started.
[[nodiscard]] std::string text_watched(const TreeStatus& status, std::int64_t now_ms,
                                       const Terminal& terminal);
/// "tree-1 has ended: 13 completed, 2 failed", as a line.
[[nodiscard]] std::string text_end_of_tree(const TreeProgress& progress);
[[nodiscard]] std::string text_status(const TreeStatus& status, const Terminal& terminal);
/// One of several: a line and the active tasks.
[[nodiscard]] std::string text_short_status(const TreeStatus& status, const Terminal& terminal);
[[nodiscard]] std::string text_trees(const std::vector<TreeSummary>& trees, const Terminal& terminal);
[[nodiscard]] std::string text_tree(const Tree& tree, const TreeLook& look, const Terminal& terminal);
/// What stands below a drawing of a damaged tree; nothing below a sound one.
[[nodiscard]] std::string text_tree_findings(const std::vector<TreeFinding>& findings,
                                             const Terminal& terminal);
[[nodiscard]] std::string text_recovery(const TreePlan& plan, RecoveryLook look, const Terminal& terminal);
/// What was applied, in one line.
[[nodiscard]] std::string text_recovery_outcome(const RecoveryReport& report, const Terminal& terminal);

/// The `data` of each command; docs/schema/ describes them.
[[nodiscard]] std::string json_progress(const std::vector<TreeProgress>& trees, const Stuck& stuck,
                                        const StoreTotals* totals = nullptr);
/// `tree` adds its nodes as `look` draws them; nullptr for none.
[[nodiscard]] std::string json_status(const TreeStatus& status, const Tree* tree, const TreeLook& look);
[[nodiscard]] Shape shape_of_status();
/// The same with nodes.
[[nodiscard]] Shape shape_of_drawn_status();
[[nodiscard]] std::string json_statuses(const std::vector<std::string>& statuses,
                                        const std::vector<TreeProgress>& trees, const StoreTotals& totals,
                                        const Stuck& stuck);
[[nodiscard]] std::string json_trees(const std::vector<TreeSummary>& trees);
[[nodiscard]] std::string json_tree(const Tree& tree, const TreeLook& look);
[[nodiscard]] std::string json_recovery(const RecoveryReport& report);
void add_recovery(JsonObject& object, const RecoveryReport& report);

/// "2 running, process gone: rlmdb recover"; nothing for none.
[[nodiscard]] std::string text_process_gone(std::int64_t count, const Terminal& terminal);
[[nodiscard]] std::string text_process_gone(const std::vector<TreeProgress>& trees, const Terminal& terminal);
/// Running tasks outside trees, a line each.
[[nodiscard]] std::string text_recovery_outside(const std::vector<NodePlan>& tasks, const Terminal& terminal);
/// How many of all nodes and of the tasks outside trees are so.
[[nodiscard]] std::size_t planned_nodes(const RecoveryReport& report,
                                        const std::function<bool(const NodePlan&)>& is_one);
[[nodiscard]] std::size_t tree_findings(const RecoveryReport& report);
/// Trees that are recovered and not claimed: no reason for another exit code.
[[nodiscard]] std::size_t spent_budgets(const RecoveryReport& report);

/// Filled cells of a bar for `percentage`: a cell that has begun is filled, the last one only at 100.
[[nodiscard]] int filled_cells(double percentage, int all_cells);

}  // namespace rlmdb::cli
