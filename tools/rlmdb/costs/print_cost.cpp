// SPDX-License-Identifier: MIT
#include "costs/print_cost.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string dollars(double cost_usd) {
  return fmt::format("${:.4f}", cost_usd);
}

std::string key_text(const CostLine& line) {
  return line.key.empty() ? "(none)" : line.key;
}

std::string_view key_title(CostBy by) {
  switch (by) {
    case CostBy::node:
      return "TASK";
    case CostBy::depth:
      return "DEPTH";
    case CostBy::agent:
      return "AGENT";
    case CostBy::model:
      return "MODEL";
  }
  return "";
}

/// With all below it: of every node where `lines` are for nodes, else of none.
std::string plain_subtree(const CostLine& line) {
  return line.subtree.has_value() ? fmt::format("{}", line.subtree->cost_usd) : std::string{};
}

/// The sum of a leaf is its own cost.
std::string subtree_text(const CostLine& line) {
  const bool is_inner = line.subtree.has_value() && line.subtree->nodes > 1;
  return is_inner ? dollars(line.subtree->cost_usd) : std::string{};
}

std::string plain_lines(const TreeCost& cost, const Terminal& terminal) {
  std::string lines;
  for (const CostLine& line : cost.lines) {
    lines += tab_separated_line({{key_text(line)},
                                 {std::to_string(line.nodes)},
                                 {std::to_string(line.input_tokens)},
                                 {std::to_string(line.output_tokens)},
                                 {fmt::format("{}", line.cost_usd)},
                                 {line.prompt},
                                 {plain_subtree(line)}},
                                terminal);
  }
  return lines;
}

std::vector<TableCell> total_row(const TreeCost& cost) {
  std::int64_t nodes = 0;
  for (const CostLine& line : cost.lines) {
    nodes += line.nodes;
  }
  return {{"total", Tint::bold},
          {std::to_string(cost.input_tokens), Tint::bold},
          {std::to_string(cost.output_tokens), Tint::bold},
          {dollars(cost.total_cost_usd), Tint::bold},
          {},
          {counted(static_cast<std::uint64_t>(nodes), "node", "nodes"), Tint::bold}};
}

/// Amounts are never cut: where there is no room for all columns, tokens give way to money.
std::string table_of_lines(const TreeCost& cost, CostBy by, const Terminal& terminal) {
  enum Column : std::size_t { key, input, output, own, subtree, last };
  constexpr std::size_t k_least_prompt = 10;
  const bool by_node = by == CostBy::node;
  std::vector<FittedColumn> columns{{{std::string(key_title(by)), Align::left, 16}},
                                    {{"INPUT", Align::right}},
                                    {{"OUTPUT", Align::right}},
                                    {{"COST", Align::right}},
                                    {{"SUBTREE", Align::right}},
                                    {{by_node ? "PROMPT" : "NODES"}, by_node ? k_least_prompt : 0}};
  std::vector<std::vector<TableCell>> rows;
  for (const CostLine& line : cost.lines) {
    rows.push_back({{key_text(line), line.key.empty() ? Tint::dim : Tint::none},
                    {std::to_string(line.input_tokens)},
                    {std::to_string(line.output_tokens)},
                    {dollars(line.cost_usd)},
                    {subtree_text(line)},
                    {by_node ? line.prompt : std::to_string(line.nodes)}});
  }
  rows.push_back(total_row(cost));
  if (!by_node) {
    columns.erase(columns.begin() + subtree);
    for (std::vector<TableCell>& row : rows) {
      row.erase(row.begin() + subtree);
    }
    return fitted_table(columns, rows, {input, output}, terminal);
  }
  return fitted_table(columns, rows, {input, output, last}, terminal);
}

std::string table_of_dearest(const TreeCost& cost, const Terminal& terminal) {
  TextTable table({{"DEAREST", Align::left, 16}, {"COST", Align::right}, {"PROMPT"}}, terminal);
  for (const CostLine& line : cost.top) {
    table.add_row({{key_text(line)}, {dollars(line.cost_usd)}, {line.prompt}});
  }
  return table.take();
}

/// All null for a line that is for no node.
void add_subtree(JsonObject& object, const std::optional<SubtreeSum>& subtree) {
  using Tokens = std::optional<std::int64_t>;
  object.add("subtree_cost_usd", subtree ? std::optional(subtree->cost_usd) : std::nullopt)
      .add("subtree_input_tokens", subtree ? Tokens(subtree->input_tokens) : std::nullopt)
      .add("subtree_output_tokens", subtree ? Tokens(subtree->output_tokens) : std::nullopt);
}

void append_line(std::string& json, const CostLine& line, CostBy by) {
  JsonObject object(json);
  object.add_or_null("key", line.key)
      .add("nodes", line.nodes)
      .add("input_tokens", line.input_tokens)
      .add("output_tokens", line.output_tokens)
      .add("cost_usd", line.cost_usd);
  by == CostBy::node ? object.add("prompt", line.prompt) : object.add_literal("prompt", "null");
  add_subtree(object, line.subtree);
  object.close();
}

}  // namespace

std::string_view to_text(CostBy by) noexcept {
  switch (by) {
    case CostBy::node:
      return "node";
    case CostBy::depth:
      return "depth";
    case CostBy::agent:
      return "agent";
    case CostBy::model:
      return "model";
  }
  return "";
}

std::string text_cost(const TreeCost& cost, CostBy by, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return plain_lines(cost, terminal);
  }
  const std::string projected =
      cost.projected_total_usd.has_value() ? dollars(*cost.projected_total_usd) : std::string("unknown");
  return table_of_lines(cost, by, terminal) + "\n" +
         tinted("Projected total: " + projected, Tint::bold, terminal) + "\n\n" +
         table_of_dearest(cost, terminal);
}

std::string json_cost(const TreeCost& cost, CostBy by) {
  std::string json;
  JsonObject(json)
      .add("tree_id", cost.tree_id.text)
      .add("by", to_text(by))
      .add("total_cost_usd", cost.total_cost_usd)
      .add("input_tokens", cost.input_tokens)
      .add("output_tokens", cost.output_tokens)
      .add_array("lines", cost.lines,
                 [by](std::string& text, const CostLine& line) { append_line(text, line, by); })
      .add_array("top", cost.top,
                 [](std::string& text, const CostLine& line) { append_line(text, line, CostBy::node); })
      .add("projected_total_usd", cost.projected_total_usd)
      .close();
  return json;
}

}  // namespace rlmdb::cli
