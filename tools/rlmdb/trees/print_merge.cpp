// SPDX-License-Identifier: MIT
#include "trees/print_merge.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "frame/help_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"

namespace rlmdb::cli {
namespace {

TableCell result_cell(const MergeInput& input) {
  return input.text.has_value() ? TableCell{*input.text} : TableCell{"no result", Tint::dim};
}

std::string votes_text(const Merge& merge, const Terminal& terminal) {
  if (merge.votes.empty()) {
    return {};
  }
  TextTable table({{"VOTES", Align::right}, {"TEXT", Align::left, 16}}, terminal);
  for (const MergeVote& vote : merge.votes) {
    table.add_row({{std::to_string(vote.inputs.size())}, {vote.text}});
  }
  return "\n" + table.take();
}

}  // namespace

const Rows<MergeInput>& input_rows() {
  static const Rows<MergeInput> k_rows(
      {{"task_id", unless_empty(&MergeInput::task_id)},
       {"node_id", unless_empty(&MergeInput::node_id)},
       {"state",
        unless_empty(&MergeInput::state),
        {"STATE"},
        [](const MergeInput& input) { return tint_of(state_named(input.state)); }},
       {"text", &MergeInput::text, {"RESULT", 16}, result_cell},
       {"confidence", &MergeInput::confidence, {"CONFIDENCE"}}},
      {{"input", [](const MergeInput& input) { return make_visible(id_of_node(input)); }, {"INPUT", 10}}},
      {.screen = "input state confidence text", .may_lack = "confidence"});
  return k_rows;
}

std::string text_merge(const Merge& merge, const Terminal& terminal) {
  std::string text = tinted(make_visible(id_of_node(merge)), Tint::bold, terminal);
  text += fmt::format(": {} of {}\n\n",
                      merge.strategy_text.empty() ? "inputs" : make_visible(merge.strategy_text),
                      counted(merge.inputs.size(), "child", "children"));
  text += input_rows().sheet(merge.inputs, terminal).table(terminal) + votes_text(merge, terminal);
  const std::string_view verdict = merge.result.has_value() ? "Result: " : "No result: ";
  text += "\n" + tinted(verdict, merge.result.has_value() ? Tint::green : Tint::yellow, terminal);
  text += wrapped(make_visible(merge.reason), verdict.size(), terminal.width) + "\n";
  if (merge.result.has_value()) {
    text += "\n" + make_visible(*merge.result, LineBreaks::keep) + "\n";
  }
  return text;
}

std::string json_merge(const Merge& merge) {
  const auto id_of_input = [&](std::size_t index) {
    return std::string_view(id_of_node(merge.inputs[index]));
  };
  const auto add_vote = [&](JsonObject& object, const MergeVote& vote) {
    object.add("text", vote.text)
        .add_array("inputs", vote.inputs, id_of_input, "the ids of those that gave it");
  };
  return JsonObject()
      .add("task_id", merge.task_id)
      .add_or_null("node_id", merge.node_id)
      .add("tree_id", merge.tree_id)
      .add_or_null("state", merge.state)
      .add_or_null("strategy", merge.strategy_text)
      .add_array("inputs", merge.inputs, input_rows())
      .add_array("votes", merge.votes, add_vote, "most inputs first")
      .add("result", merge.result)
      .add("reason", merge.reason, "how the result came about, or why there is none")
      .text();
}

}  // namespace rlmdb::cli
