// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "format/state_look.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/print_pictures.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_dot_label_columns = 34;
constexpr std::size_t k_dot_prompt_columns = 3 * k_dot_label_columns - 6;

/// Inside double quotes: a label knows escapes that begin with a backslash, and the entities of HTML.
std::string dot_text(std::string_view text) {
  std::string escaped;
  for (const char byte : text) {
    switch (byte) {
      case '"':
        escaped += "\\\"";
        break;
      case '\\':
        escaped += "\\\\";
        break;
      case '&':
        escaped += "&amp;";
        break;
      default:
        escaped += byte;
    }
  }
  return escaped;
}

std::string label_of(const TreeNode& node, const PickedNode& picked, Costs costs) {
  std::vector<std::string> lines = broken_line(node_head(node, costs), k_dot_label_columns);
  for (std::string& line : broken_line(one_line(node.prompt, k_dot_prompt_columns), k_dot_label_columns)) {
    lines.push_back(std::move(line));
  }
  if (picked.left_out > 0) {
    lines.push_back(left_out_below(picked.left_out));
  }
  std::string label;
  for (const std::string& line : lines) {
    label += (label.empty() ? "" : "\\n") + dot_text(line);
  }
  return label;
}

std::string dot_definition(const TreeNode& node, const PickedNode& picked, std::size_t number, Costs costs) {
  const StateLook& look = look_of(word_of_node(node));
  return fmt::format("  n{} [label=\"{}\", class=\"{}\", fillcolor=\"{}\"{}];\n", number,
                     label_of(node, picked, costs), look.class_name, look.fill,
                     look.is_dashed ? ", style=\"rounded,filled,dashed\"" : "");
}

}  // namespace

std::string dot_of(const Tree& tree, const TreePick& pick, Costs costs) {
  std::string nodes;
  std::string edges;
  for (std::size_t index = 0; index < pick.nodes.size(); ++index) {
    const PickedNode& picked = pick.nodes[index];
    nodes += dot_definition(tree.nodes[picked.node], picked, index + 1, costs);
    if (picked.parent != k_no_parent) {
      edges += fmt::format("  n{} -> n{};\n", picked.parent + 1, index + 1);
    }
  }
  std::string text = fmt::format(
      "digraph \"{}\" {{\n"
      "  graph [charset=\"UTF-8\", fontname=\"sans-serif\"];\n"
      "  node [shape=box, style=\"rounded,filled\", color=\"#555555\", fontcolor=\"#000000\", "
      "fontname=\"sans-serif\", fontsize=11];\n"
      "  edge [color=\"#555555\"];\n",
      dot_text(one_line(tree.id.text, k_dot_prompt_columns)));
  text += nodes + edges + "}\n";
  for (const TreeFinding& finding : tree.findings) {
    text += fmt::format("// {} {}: {}\n", make_visible(id_text(finding.task_id)), finding.code,
                        make_visible(finding.message));
  }
  return text;
}

}  // namespace rlmdb::cli
