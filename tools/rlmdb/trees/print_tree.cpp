// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/claim_text.hpp"
#include "format/rest_of_list.hpp"
#include "format/state_look.hpp"
#include "terminal/tree_branches.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

std::string name_of(const TreeNode& node) {
  return make_visible(id_of_node(node));
}

/// "✓ task-0001 [completed] $0.0650 of $0.1090 Analyze security…"
std::string node_text(const TreeNode& node, const TreeLook& look, std::size_t used,
                      const Terminal& terminal) {
  const StateWord word = word_of_node(node);
  const Tint tint = tint_of(word);
  const std::string symbol(symbol_of(word, terminal));
  std::string state = make_visible(node.state_text.empty() ? "no state" : node.state_text);
  if (node.is_stuck) state += ", stuck";
  if (node.is_process_gone) {
    state += node.claim.has_value() ? ", claim over" : ", process gone";
  } else if (node.claim.has_value()) {
    const std::size_t rest = used + display_width(fmt::format("{} {} [{}, ]", symbol, name_of(node), state));
    state +=
        ", " + claim_holder_within(terminal.width > rest ? terminal.width - rest : 0, node.claim, terminal);
  }
  std::string plain = fmt::format("{} {} [{}]", symbol, name_of(node), state);
  std::string text = fmt::format("{} {} {}", tinted(symbol, tint, terminal), name_of(node),
                                 tinted("[" + state + "]", tint, terminal));
  if (look.costs == Costs::shown) {
    const std::string cost = " " + node_cost(node, "-");
    plain += cost;
    text += cost;
  }
  const std::string prompt = make_visible(node.prompt);
  used += display_width(plain) + 1;
  constexpr std::size_t k_least_prompt = 4;
  const std::size_t room = terminal.width > used ? terminal.width - used : 0;
  if (prompt.empty() || (terminal.is_terminal && room < k_least_prompt)) {
    return text;
  }
  return text + " " + (terminal.is_terminal ? cut_to_width(prompt, room, ellipsis_of(terminal)) : prompt);
}

}  // namespace

std::string tree_name(const TreeId& id) {
  return id.text.empty() ? "\"\"" : make_visible(id.text);
}

std::string text_tree_findings(const std::vector<TreeFinding>& findings, const Terminal& terminal) {
  if (findings.empty()) {
    return {};
  }
  std::size_t id_width = 0;
  std::size_t code_width = 0;
  for (const TreeFinding& finding : findings) {
    id_width = std::max(id_width, display_width(make_visible(id_text(finding.task_id))));
    code_width = std::max(code_width, finding.code.size());
  }
  std::string lines = "\nFindings (`rlmdb explain CODE` tells more):\n";
  for (const TreeFinding& finding : findings) {
    const std::string id = make_visible(id_text(finding.task_id));
    lines += "  " + id + std::string(id_width - display_width(id) + 2, ' ') +
             tinted(finding.code, Tint::red, terminal) +
             std::string(code_width - finding.code.size() + 2, ' ') + make_visible(finding.message) + "\n";
  }
  return lines;
}

std::string text_tree(const Tree& tree, const TreeLook& look, const Terminal& terminal) {
  std::vector<std::int64_t> all_depths;
  std::vector<std::int64_t> depths;
  for (const TreeNode& node : tree.nodes) {
    all_depths.push_back(node.depth);
    if (node.depth <= look.depth.value_or(node.depth)) {
      depths.push_back(node.depth);
    }
  }
  const std::vector<std::size_t> below = TreeBranches::sizes_below(all_depths);
  TreeBranches branches(depths, terminal);
  std::string lines;
  for (std::size_t index = 0; index < tree.nodes.size(); ++index) {
    const TreeNode& node = tree.nodes[index];
    if (node.depth > look.depth.value_or(node.depth)) {
      continue;
    }
    const bool hides = node.depth == look.depth && below[index] > 0;
    const std::string hidden = hides ? fmt::format(" (+{} below)", below[index]) : std::string{};
    const std::string branch = branches.next();
    lines += tinted(branch, Tint::dim, terminal) +
             node_text(node, look, display_width(branch) + hidden.size(), terminal) +
             tinted(hidden, Tint::dim, terminal) + "\n";
  }
  return first_lines(std::move(lines), terminal);
}

}  // namespace rlmdb::cli
