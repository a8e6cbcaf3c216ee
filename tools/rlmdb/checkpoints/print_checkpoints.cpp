// SPDX-License-Identifier: MIT
#include "checkpoints/print_checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "checkpoints/checkpoint_options.hpp"
#include "format/json_members.hpp"
#include "format/units_text.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using Rows = std::vector<std::vector<TableCell>>;
constexpr std::size_t k_room_for_value = 24;

/// Lines of `rows` where nobody looks, else a table.
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

std::string time_of(const std::optional<std::string>& time, const Terminal& terminal) {
  const std::string text = time.value_or("");
  return terminal.is_terminal ? minute_of(text) : text;
}

TableCell status_of(const Checkpoint& checkpoint) {
  return {std::string(to_text(checkpoint.status)),
          checkpoint.status == CheckpointStatus::kept ? Tint::none : Tint::dim};
}

std::string value_of(const std::optional<JsonText>& value) {
  return value.has_value() ? value->text : std::string{};
}

Tint difference_tint(DifferenceKind kind) {
  if (kind == DifferenceKind::added) {
    return Tint::green;
  }
  return kind == DifferenceKind::removed ? Tint::red : Tint::yellow;
}

void add_rows(Rows& rows, const VariableDifference& variable) {
  const TableCell kind{std::string(to_text(variable.kind)), difference_tint(variable.kind)};
  for (const ValueDifference& value : variable.values) {
    rows.push_back({kind,
                    {variable.member},
                    {variable.name},
                    {value.pointer},
                    {value_of(value.old_value)},
                    {value_of(value.new_value)}});
  }
  if (variable.values.empty()) {
    rows.push_back({kind, {variable.member}, {variable.name}, {}, {}, {}});
  }
}

/// Nothing stands there for anything but a tree.
bool has_members(const Rows& rows, std::size_t column) {
  return std::any_of(rows.begin(), rows.end(),
                     [column](const std::vector<TableCell>& row) { return !row[column].text.empty(); });
}

void forget_column(std::vector<FittedColumn>& columns, Rows& rows, std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  columns.erase(columns.begin() + at);
  for (std::vector<TableCell>& row : rows) {
    row.erase(row.begin() + at);
  }
}

std::vector<TableCell> prune_row(std::string_view word, Tint tint, const Checkpoint& checkpoint,
                                 std::string_view why) {
  return {{std::string(word), tint},
          {checkpoint.checkpoint_id},
          {to_text(checkpoint.owner)},
          {checkpoint.name.value_or("")},
          {std::string(why)}};
}

}  // namespace

std::string text_of(const CheckpointCreated& created, const Terminal& /*terminal*/) {
  return created.checkpoint_id + "\n";
}

std::string text_of(const std::vector<Checkpoint>& checkpoints, const Terminal& terminal) {
  Rows rows;
  for (const Checkpoint& checkpoint : checkpoints) {
    rows.push_back({{checkpoint.checkpoint_id},
                    {to_text(checkpoint.owner)},
                    {checkpoint.name.value_or("")},
                    {time_of(checkpoint.timestamp, terminal)},
                    {std::to_string(checkpoint.variables)},
                    status_of(checkpoint),
                    {checkpoint.is_pinned ? "pinned" : ""}});
  }
  const std::vector<FittedColumn> columns{
      {{"ID", Align::left, 18}},    {{"OWNER", Align::left, 12}},     {{"NAME", Align::left, 12}},
      {{"TAKEN", Align::left, 16}}, {{"VARIABLES", Align::right, 9}}, {{"STATUS", Align::left, 6}},
      {{"", Align::left, 6}}};
  return table_or_lines(columns, rows, {3, 4}, terminal);
}

std::string text_of(const CheckpointContent& content, const Terminal& terminal) {
  Rows rows;
  for (const CheckpointState& state : content.states) {
    for (const JsonMember& variable : split_object(state.state.text)) {
      rows.push_back({{state.member}, {variable.name}, {std::string(variable.value)}});
    }
  }
  std::vector<FittedColumn> columns{
      {{"NODE", Align::left, 12}}, {{"NAME", Align::left, 10}}, {{"VARIABLE"}, k_room_for_value}};
  if (terminal.is_terminal && !has_members(rows, 0)) {
    forget_column(columns, rows, 0);
  }
  return table_or_lines(columns, rows, {}, terminal);
}

std::string text_of(const CheckpointDifference& difference, const Terminal& terminal) {
  Rows rows;
  for (const VariableDifference& variable : difference.variables) {
    add_rows(rows, variable);
  }
  std::vector<FittedColumn> columns{{{"CHANGE", Align::left, 7}}, {{"NODE", Align::left, 12}},
                                    {{"NAME", Align::left, 10}},  {{"PLACE", Align::left, 8}},
                                    {{"FROM"}, k_room_for_value}, {{"TO"}, k_room_for_value}};
  if (terminal.is_terminal && !has_members(rows, 1)) {
    forget_column(columns, rows, 1);
  }
  return table_or_lines(columns, rows, {}, terminal);
}

std::string text_of(const RollbackReport& report, const Terminal& terminal) {
  std::string lines;
  for (const RollbackResult& result : report.results) {
    const std::string owner = to_text(result.owner);
    lines +=
        terminal.is_terminal
            ? fmt::format("{} has {} again and is at version {}\n", shown(owner, terminal),
                          counted(static_cast<std::uint64_t>(result.variables), "variable", "variables"),
                          result.version)
            : tab_separated_line(
                  {{owner}, {std::to_string(result.version)}, {std::to_string(result.variables)}}, terminal);
  }
  for (const std::string& node : report.missing) {
    lines += terminal.is_terminal ? fmt::format("{} is gone since, and was left out\n", shown(node, terminal))
                                  : tab_separated_line({{"missing"}, {node}}, terminal);
  }
  return lines;
}

std::string text_undo(const RollbackReport& report, const Terminal& terminal) {
  if (report.results.empty()) {
    return {};
  }
  const CheckpointOwner owner =
      report.tree_id.has_value() ? CheckpointOwner(*report.tree_id) : report.results.front().owner;
  return fmt::format("undo: rlmdb checkpoint rollback --at {} {}\n", report.results.front().undo_seq,
                     shown(option_of(owner), terminal));
}

std::string text_of(const ForkReport& report, const Terminal& terminal) {
  return terminal.is_terminal
             ? fmt::format("{}: {}\n", shown(report.tree_id.text, terminal),
                           counted(report.nodes.size(), "node", "nodes"))
             : tab_separated_line({{report.tree_id.text}, {std::to_string(report.nodes.size())}}, terminal);
}

std::string text_of(const PruneReport& report, const Terminal& terminal) {
  Rows rows;
  for (const Checkpoint& checkpoint : report.removed) {
    rows.push_back(prune_row(report.applied ? "removed" : "goes", Tint::red, checkpoint, ""));
  }
  for (const auto& [checkpoint, reason] : report.kept) {
    rows.push_back(prune_row("kept", Tint::none, checkpoint, to_text(reason)));
  }
  const std::vector<FittedColumn> columns{{{"", Align::left, 7}},
                                          {{"ID", Align::left, 18}},
                                          {{"OWNER", Align::left, 12}},
                                          {{"NAME", Align::left, 12}},
                                          {{"BECAUSE", Align::left, 7}}};
  return table_or_lines(columns, rows, {3}, terminal);
}

std::string text_summary(const PruneReport& report) {
  return fmt::format("{} {}, {} kept, {} of them recent\n",
                     counted(report.removed.size(), "checkpoint", "checkpoints"),
                     report.applied ? "removed" : "would go",
                     report.kept.size() + static_cast<std::size_t>(report.recent), report.recent);
}

}  // namespace rlmdb::cli
