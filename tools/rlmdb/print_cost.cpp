// SPDX-License-Identifier: MIT
#include "print_cost.hpp"

#include <fmt/format.h>

#include "json_writer.hpp"
#include "text_table.hpp"
#include "units_text.hpp"
#include "visible_text.hpp"

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

std::string plain_lines(const TreeCost& cost, const Terminal& terminal) {
  std::string lines;
  for (const CostLine& line : cost.lines) {
    lines += tab_separated_line({{key_text(line)},
                                 {std::to_string(line.nodes)},
                                 {std::to_string(line.input_tokens)},
                                 {std::to_string(line.output_tokens)},
                                 {fmt::format("{}", line.cost_usd)},
                                 {line.prompt}},
                                terminal);
  }
  return lines;
}

std::string table_of_lines(const TreeCost& cost, CostBy by, const Terminal& terminal) {
  const bool by_node = by == CostBy::node;
  TextTable table({{std::string(key_title(by)), Align::left, 16},
                   {"INPUT", Align::right},
                   {"OUTPUT", Align::right},
                   {"COST", Align::right},
                   {by_node ? "PROMPT" : "NODES"}},
                  terminal);
  std::int64_t nodes = 0;
  for (const CostLine& line : cost.lines) {
    nodes += line.nodes;
    table.add_row({{key_text(line), line.key.empty() ? Tint::dim : Tint::none},
                   {std::to_string(line.input_tokens)},
                   {std::to_string(line.output_tokens)},
                   {dollars(line.cost_usd)},
                   {by_node ? line.prompt : std::to_string(line.nodes)}});
  }
  table.add_row({{"total", Tint::bold},
                 {std::to_string(cost.input_tokens), Tint::bold},
                 {std::to_string(cost.output_tokens), Tint::bold},
                 {dollars(cost.total_cost_usd), Tint::bold},
                 {counted(static_cast<std::uint64_t>(nodes), "node", "nodes"), Tint::bold}});
  return table.take();
}

std::string table_of_dearest(const TreeCost& cost, const Terminal& terminal) {
  TextTable table({{"DEAREST", Align::left, 16}, {"COST", Align::right}, {"PROMPT"}}, terminal);
  for (const CostLine& line : cost.top) {
    table.add_row({{key_text(line)}, {dollars(line.cost_usd)}, {line.prompt}});
  }
  return table.take();
}

void append_line(std::string& json, const CostLine& line, CostBy by) {
  JsonObject object(json);
  object.add_or_null("key", line.key)
      .add("nodes", line.nodes)
      .add("input_tokens", line.input_tokens)
      .add("output_tokens", line.output_tokens)
      .add("cost_usd", line.cost_usd);
  by == CostBy::node ? object.add("prompt", line.prompt) : object.add_literal("prompt", "null");
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
