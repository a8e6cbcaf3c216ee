// SPDX-License-Identifier: MIT
#include "costs/print_cost.hpp"

#include <array>
#include <optional>
#include <vector>

#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "trees/print_totals.hpp"

namespace rlmdb::cli {
namespace {

std::string key_text(const CostLine& line) {
  return line.key.empty() ? "(none)" : line.key;
}

Tint tint_of_key(const CostLine& line) {
  return line.key.empty() ? Tint::dim : Tint::none;
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

/// A sum with all below the node; nothing for a line that is for no node.
template <class Number>
auto of_subtree(Number SubtreeSum::*number) {
  return [number](const CostLine& line) {
    return line.subtree.has_value() ? std::optional(*line.subtree.*number) : std::nullopt;
  };
}

/// The sum of a leaf is its own cost.
TableCell subtree_cell(const CostLine& line) {
  const bool is_inner = line.subtree.has_value() && line.subtree->nodes > 1;
  return {is_inner ? known_usd_text(line.subtree->cost_usd, line.subtree->nodes_without_cost)
                   : std::string{}};
}

/// A node that has never run has none yet.
TableCell cost_cell(const CostLine& line) {
  const bool has_none =
      line.subtree.has_value() && !line.cost_usd.has_value() && line.nodes_without_cost == 0;
  return {has_none ? std::string{} : known_usd_text(line.cost_usd, line.nodes_without_cost)};
}

std::optional<std::int64_t> subtree_without_cost(const CostLine& line) {
  return line.subtree.has_value() ? std::optional(line.subtree->nodes_without_cost) : std::nullopt;
}

std::string tokens_text(const std::optional<std::int64_t>& tokens, std::string_view without) {
  if (!tokens.has_value()) return std::string(without);
  return *tokens < 0 ? std::to_string(*tokens) : count_text(static_cast<std::uint64_t>(*tokens));
}

auto tokens_cell(std::optional<std::int64_t> CostLine::*tokens) {
  return [tokens](const CostLine& line) { return TableCell{tokens_text(line.*tokens, "")}; };
}

/// Amounts are never cut: where there is no room for all columns, tokens give way to money.
Rows<CostLine> make_cost_rows(CostBy by) {
  constexpr std::size_t k_room_for_prompt = 10;
  const bool by_node = by == CostBy::node;
  return Rows<CostLine>(
      {{"key", about("a task id, an agent or a model, dearest first, or a depth, root first; null where "
                     "agent or model is unknown",
                     unless_empty(&CostLine::key))},
       {"nodes", &CostLine::nodes, {"NODES", 8, 0, Align::left}},
       {"input_tokens", &CostLine::input_tokens, {"INPUT"}, tokens_cell(&CostLine::input_tokens)},
       {"output_tokens", &CostLine::output_tokens, {"OUTPUT"}, tokens_cell(&CostLine::output_tokens)},
       {"cost_usd", as_money(&CostLine::cost_usd), {"COST"}, cost_cell},
       {"prompt", about("null but by node",
                        [by_node](const CostLine& line) {
                          return by_node ? std::optional<std::string_view>(line.prompt) : std::nullopt;
                        })},
       {"subtree_cost_usd",
        about("of the node and all below it; null of a line that is for no node",
              as_money(of_subtree(&SubtreeSum::cost_usd))),
        {"SUBTREE"},
        subtree_cell},
       {"subtree_input_tokens", of_subtree(&SubtreeSum::input_tokens)},
       {"subtree_output_tokens", of_subtree(&SubtreeSum::output_tokens)},
       {"nodes_without_cost",
        about("they have run, and nobody said what they cost", &CostLine::nodes_without_cost)},
       {"subtree_nodes_without_cost", about("of the node and all below it, the same", subtree_without_cost)}},
      {{"key", key_text, {std::string(key_title(by)), 16}, tint_of_key},
       {"prompt", &CostLine::prompt, {"PROMPT", 8, k_room_for_prompt}}},
      {.screen = by_node ? "key input_tokens output_tokens cost_usd subtree_cost_usd prompt"
                         : "key input_tokens output_tokens cost_usd nodes",
       .lines = "key nodes input_tokens output_tokens cost_usd prompt subtree_cost_usd",
       .gives_way = by_node ? "input_tokens output_tokens prompt" : "input_tokens output_tokens"});
}

Cells total_row(const TreeCost& cost) {
  std::int64_t nodes = 0;
  for (const CostLine& line : cost.lines) {
    nodes += line.nodes;
  }
  return {{"total", Tint::bold},
          {tokens_text(cost.input_tokens, "unknown"), Tint::bold},
          {tokens_text(cost.output_tokens, "unknown"), Tint::bold},
          {known_usd_text(cost.total_cost_usd, cost.nodes_without_cost), Tint::bold},
          {counted(static_cast<std::uint64_t>(nodes), "node", "nodes"), Tint::bold}};
}

std::string table_of_lines(const TreeCost& cost, CostBy by, const Terminal& terminal) {
  Sheet sheet = cost_rows(by).sheet(cost.lines, terminal);
  Cells total = total_row(cost);
  if (by == CostBy::node) {
    total.insert(total.end() - 1, TableCell{});
  }
  sheet.rows.push_back(std::move(total));
  return sheet.table(terminal);
}

const Rows<CostLine>& dearest_rows() {
  static const Rows<CostLine> k_rows({},
                                     {{"key", key_text, {"DEAREST", 16}},
                                      {"cost_usd", as_money(&CostLine::cost_usd), {"COST"}, cost_cell},
                                      {"prompt", &CostLine::prompt, {"PROMPT"}}},
                                     {});
  return k_rows;
}

std::string table_of_dearest(const TreeCost& cost, const Terminal& terminal) {
  return dearest_rows().sheet(cost.top, terminal).table(terminal);
}

}  // namespace

const Rows<CostLine>& cost_rows(CostBy by) {
  static const std::array<Rows<CostLine>, 4> k_rows{
      make_cost_rows(CostBy::node), make_cost_rows(CostBy::depth), make_cost_rows(CostBy::agent),
      make_cost_rows(CostBy::model)};
  return k_rows.at(static_cast<std::size_t>(by));
}

std::string text_cost(const TreeCost& cost, CostBy by, const Terminal& terminal) {
  if (!terminal.is_terminal || !terminal.columns.empty()) {
    return cost_rows(by).text(cost.lines, terminal);
  }
  const std::string projected = known_usd_text(cost.projected_total_usd, cost.nodes_without_cost);
  return table_of_lines(cost, by, terminal) + "\n" +
         tinted("Projected total: " + projected, Tint::bold, terminal) + "\n\n" +
         table_of_dearest(cost, terminal);
}

std::string json_cost(const TreeCost& cost, CostBy by) {
  return JsonObject()
      .add("tree_id", cost.tree_id)
      .add("by", by)
      .add("total_cost_usd", cost.total_cost_usd, "null where none is known")
      .add("input_tokens", cost.input_tokens)
      .add("output_tokens", cost.output_tokens)
      .add("nodes_without_cost", cost.nodes_without_cost, "they have run, and nobody said what they cost")
      .add_array("lines", cost.lines, cost_rows(by))
      .add_array("top", cost.top, cost_rows(CostBy::node), "the five dearest nodes")
      .add("projected_total_usd", cost.projected_total_usd, "null where nothing is known to go by")
      .text();
}

const Rows<TreeSummary>& tree_cost_rows() {
  static const Rows<TreeSummary> k_rows(
      {{"tree_id", [](const TreeSummary& tree) { return tree.progress.tree_id; }, {"TREE", 13}},
       {"nodes", [](const TreeSummary& tree) { return tree.progress.total; }, {"NODES"}},
       {"cost_usd",
        about("null where none is known", as_money(&TreeSummary::total_cost_usd)),
        {"COST"},
        [](const TreeSummary& tree) {
          return TableCell{known_usd_text(tree.total_cost_usd, tree.nodes_without_cost)};
        }},
       {"nodes_without_cost",
        about("they have run, and nobody said what they cost", &TreeSummary::nodes_without_cost),
        {"NO COST"},
        [](const TreeSummary& tree) {
          return TableCell{tree.nodes_without_cost > 0 ? std::to_string(tree.nodes_without_cost) : ""};
        }},
       {"root_prompt", &TreeSummary::root_prompt, {"PROMPT"}}},
      {}, {.gives_way = "nodes_without_cost nodes", .may_lack = "nodes_without_cost"});
  return k_rows;
}

std::string json_costs_of_trees(const std::vector<TreeSummary>& trees, const StoreTotals& totals) {
  JsonObject object;
  object.add_array("trees", trees, tree_cost_rows());
  add_totals(object, &totals);
  return object.text();
}

}  // namespace rlmdb::cli
