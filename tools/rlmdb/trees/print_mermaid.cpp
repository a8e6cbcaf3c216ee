// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "format/state_look.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/print_pictures.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_picture_prompt_columns = 80;

bool is_plain(char byte) {
  const auto letter = static_cast<unsigned char>(byte);
  const bool is_word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter >= 0x80;
  return is_word || std::string_view(" .,-()/+=?!'").find(byte) != std::string_view::npos;
}

/// Every ASCII character that Mermaid, its Markdown, its mathematics, its icons or its directives could read
/// as their own becomes an entity code: "#35;" for #. A code for a backslash is not enough where n follows,
/// because the two are read as a line break after the codes are; a word joiner keeps them apart.
std::string mermaid_text(std::string_view text) {
  std::string escaped;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (is_plain(text[index])) {
      escaped += text[index];
      continue;
    }
    escaped += fmt::format("#{};", static_cast<unsigned>(text[index]));
    if (text[index] == '\\' && text.substr(index + 1).starts_with('n')) {
      escaped += "\u2060";
    }
  }
  return escaped;
}

std::string mermaid_definition(const TreeNode& node, const PickedNode& picked, std::size_t number,
                               Costs costs) {
  std::string label = mermaid_text(node_head(node, costs));
  const std::string prompt = one_line(node.prompt, k_picture_prompt_columns);
  label += prompt.empty() ? "" : "<br/>" + mermaid_text(prompt);
  label += picked.left_out == 0 ? "" : "<br/>" + mermaid_text(left_out_below(picked.left_out));
  return fmt::format("  n{}[\"{}\"]:::{}\n", number, label, look_of(word_of_node(node)).class_name);
}

/// The four of the template; of the others those that are used. Text stays dark on them in a dark page.
std::string class_definitions(const std::set<StateWord>& used) {
  std::string lines;
  for (const StateLook& look : state_looks()) {
    if (!look.is_dashed || used.contains(look.word)) {
      lines += fmt::format("classDef {} fill:{}{}\n", look.class_name, look.fill,
                           look.is_dashed ? ",stroke-dasharray:6 4" : "");
    }
  }
  return lines + "classDef default color:#000000,stroke:#555555\n";
}

/// A directive is read wherever it stands, a comment too: "%%{" must not come out of data.
std::string comment_text(std::string_view text) {
  std::string line;
  for (const char byte : make_visible(text)) {
    byte == '%' ? line += "\\x25" : line += byte;
  }
  return line;
}

}  // namespace

std::string mermaid_picture(const Tree& tree, const TreePick& pick, Costs costs) {
  std::string nodes;
  std::string edges;
  std::set<StateWord> used;
  for (std::size_t index = 0; index < pick.nodes.size(); ++index) {
    const PickedNode& picked = pick.nodes[index];
    const TreeNode& node = tree.nodes[picked.node];
    used.insert(word_of_node(node));
    nodes += mermaid_definition(node, picked, index + 1, costs);
    if (picked.parent != k_no_parent) {
      edges += fmt::format("  n{} --> n{}\n", picked.parent + 1, index + 1);
    }
  }
  return "graph TD\n" + nodes + edges + "\n" + class_definitions(used);
}

std::string mermaid_of(const Tree& tree, const TreePick& pick, Costs costs) {
  std::string text = mermaid_picture(tree, pick, costs);
  for (const TreeFinding& finding : tree.findings) {
    text += fmt::format("%% {} {}: {}\n", comment_text(id_text(finding.task_id)), finding.code,
                        comment_text(finding.message));
  }
  return text;
}

std::size_t edges_of(const TreePick& pick) noexcept {
  return static_cast<std::size_t>(
      std::count_if(pick.nodes.begin(), pick.nodes.end(),
                    [](const PickedNode& picked) { return picked.parent != k_no_parent; }));
}

}  // namespace rlmdb::cli
