// SPDX-License-Identifier: MIT
#include "checkpoints/print_workflows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/units_text.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using Rows = std::vector<std::vector<TableCell>>;

std::string table_or_lines(const std::vector<FittedColumn>& columns, const Rows& rows,
                           const std::vector<std::size_t>& gives_way, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return rows.empty() ? std::string{} : fitted_table(columns, rows, gives_way, terminal);
  }
  std::string lines;
  for (const std::vector<TableCell>& row : rows) {
    lines += tab_separated_line(row, terminal);
  }
  return lines;
}

std::string time_of(const WorkflowCheckpoint& checkpoint, const Terminal& terminal) {
  const std::string text = checkpoint.created_at.value_or("");
  return terminal.is_terminal ? minute_of(text) : text;
}

std::string iteration_of(const WorkflowCheckpoint& checkpoint) {
  return checkpoint.iteration.has_value() ? std::to_string(*checkpoint.iteration) : std::string{};
}

std::string size_of(const WorkflowCheckpoint& checkpoint, const Terminal& terminal) {
  return terminal.is_terminal ? bytes_text(static_cast<std::uint64_t>(checkpoint.bytes))
                              : std::to_string(checkpoint.bytes);
}

Tint tint_of(StepOutcome outcome) {
  if (outcome == StepOutcome::failed) {
    return Tint::red;
  }
  return outcome == StepOutcome::done ? Tint::green : Tint::dim;
}

/// "cp-1 (iteration 5, 2026-02-02 21:05)"
std::string label_of(const WorkflowCheckpoint& checkpoint, const Terminal& terminal) {
  const std::string iteration =
      checkpoint.iteration.has_value() ? fmt::format("iteration {}, ", *checkpoint.iteration) : "";
  return fmt::format("{} ({}{})", shown(checkpoint.id, terminal), iteration,
                     shown(time_of(checkpoint, terminal), terminal));
}

std::string sentences_of(const RestoreReport& report, const Terminal& terminal) {
  std::string lines;
  for (const auto& [checkpoint, reason] : report.passed_over) {
    lines += fmt::format("passed over {}: {}\n", label_of(checkpoint, terminal), shown(reason, terminal));
  }
  if (!report.checkpoint.has_value()) {
    return lines + fmt::format("{}: no checkpoint of {} will do\n", to_text(report.strategy),
                               shown(to_text(report.owner), terminal));
  }
  lines += fmt::format("{}: {} of {}\n", to_text(report.strategy), label_of(*report.checkpoint, terminal),
                       shown(to_text(report.owner), terminal));
  for (const RestoreStep& step : report.steps) {
    const std::string outcome = fmt::format("{:<7}", to_text(step.outcome));
    lines += fmt::format("  {} {}{}\n", tinted(outcome, tint_of(step.outcome), terminal), to_text(step.kind),
                         step.detail.empty() ? "" : ": " + shown(step.detail, terminal));
  }
  return lines;
}

std::string fields_of(const RestoreReport& report, const Terminal& terminal) {
  std::string lines = tab_separated_line({{"strategy"}, {std::string(to_text(report.strategy))}}, terminal);
  for (const auto& [checkpoint, reason] : report.passed_over) {
    lines += tab_separated_line({{"passed_over"}, {checkpoint.id}, {reason}}, terminal);
  }
  if (report.checkpoint.has_value()) {
    lines +=
        tab_separated_line({{"checkpoint"}, {report.checkpoint->id}, {report.checkpoint->place}}, terminal);
  }
  for (const RestoreStep& step : report.steps) {
    lines += tab_separated_line(
        {{std::string(to_text(step.outcome))}, {std::string(to_text(step.kind))}, {step.detail}}, terminal);
  }
  return lines;
}

std::vector<TableCell> prune_row(std::string_view word, Tint tint, const WorkflowCheckpoint& checkpoint,
                                 std::string_view why, const Terminal& terminal) {
  return {{std::string(word), tint},
          {checkpoint.id},
          {checkpoint.owner},
          {time_of(checkpoint, terminal)},
          {std::string(why)}};
}

}  // namespace

std::string text_of(const WorkflowCheckpoint& created, const Terminal& terminal) {
  return shown(created.id, terminal) + "\n";
}

std::string text_of(const std::vector<WorkflowCheckpoint>& checkpoints, const Terminal& terminal) {
  Rows rows;
  for (const WorkflowCheckpoint& checkpoint : checkpoints) {
    const bool is_whole = !checkpoint.defect.has_value();
    rows.push_back({{checkpoint.id},
                    {checkpoint.owner},
                    {checkpoint.trigger.value_or("")},
                    {iteration_of(checkpoint)},
                    {time_of(checkpoint, terminal)},
                    {size_of(checkpoint, terminal)},
                    {fmt::format("{}", fmt::join(checkpoint.tags, ","))},
                    {is_whole ? "whole" : "invalid", is_whole ? Tint::none : Tint::red},
                    {checkpoint.defect.value_or(checkpoint.is_restored ? "restored" : "")}});
  }
  const std::vector<FittedColumn> columns{
      {{"ID", Align::left, 12}},   {{"OWNER", Align::left, 12}},   {{"TRIGGER", Align::left, 9}},
      {{"ITER", Align::right, 4}}, {{"CREATED", Align::left, 16}}, {{"SIZE", Align::right, 6}},
      {{"TAGS", Align::left, 6}},  {{"STATUS", Align::left, 7}},   {{"", Align::left, 8}}};
  constexpr std::size_t k_owner = 1;
  return table_or_lines(columns, rows, {k_owner, 6, 5, 2}, terminal);
}

std::string text_of(const WorkflowContent& content, const Terminal& terminal) {
  std::string lines;
  std::string_view rest = content.file_text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    lines += shown(rest.substr(0, end), terminal) + "\n";
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return lines;
}

std::string text_of(const RestoreReport& report, const Terminal& terminal) {
  return terminal.is_terminal ? sentences_of(report, terminal) : fields_of(report, terminal);
}

std::string text_summary(const RestoreReport& report) {
  if (report.is_restored) {
    return "restored\n";
  }
  return report.is_good() ? "it would be restored; nothing was changed\n"
                          : "not restored; nothing was changed\n";
}

std::string text_of(const WorkflowPruneReport& report, const Terminal& terminal) {
  Rows rows;
  for (const WorkflowCheckpoint& checkpoint : report.removed) {
    rows.push_back(prune_row(report.applied ? "removed" : "goes", Tint::red, checkpoint, "", terminal));
  }
  for (const WorkflowCheckpoint& checkpoint : report.packed) {
    rows.push_back(prune_row(report.applied ? "packed" : "to pack", Tint::none, checkpoint, "", terminal));
  }
  for (const auto& [checkpoint, reason] : report.kept) {
    rows.push_back(prune_row("kept", Tint::none, checkpoint, to_text(reason), terminal));
  }
  const std::vector<FittedColumn> columns{{{"", Align::left, 7}},
                                          {{"ID", Align::left, 12}},
                                          {{"OWNER", Align::left, 12}},
                                          {{"CREATED", Align::left, 16}},
                                          {{"BECAUSE", Align::left, 8}}};
  return table_or_lines(columns, rows, {3}, terminal);
}

std::string text_summary(const WorkflowPruneReport& report) {
  return fmt::format("{} {}, {} {}, {} kept, {} of them recent\n",
                     counted(report.removed.size(), "checkpoint", "checkpoints"),
                     report.applied ? "removed" : "would go", report.packed.size(),
                     report.applied ? "packed" : "would be packed",
                     report.kept.size() + static_cast<std::size_t>(report.recent), report.recent);
}

}  // namespace rlmdb::cli
