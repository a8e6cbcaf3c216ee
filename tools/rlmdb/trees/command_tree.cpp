// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/stuck_lines.hpp"
#include "trees/print_pictures.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

enum class TreeFormat { locale, unicode, ascii, json, mermaid, dot };

class TreeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "tree",
        "draw a tree",
        "[ID] [options]",
        "Nodes below their parents, siblings in store order, with state and prompt; on a\n"
        "terminal prompts are cut to its width. What is wrong with the tree's shape (a\n"
        "cycle, a parent that does not exist, several roots) follows the drawing. mermaid\n"
        "and dot write the source of a picture, states in colour, prompts cut; graphviz\n"
        "is dot, and ascii_tree is ascii.",
        {"rlmdb tree tree-12345678", "# the root and its children, with the cost of each",
         "rlmdb tree tree-12345678 --depth 1 --cost", "# how it stood at noon",
         "rlmdb tree tree-12345678 --at 2026-02-09T12:00:00Z", "# a picture by Graphviz",
         "rlmdb tree tree-12345678 --format dot | dot -Tsvg -o tree.svg"},
        {{4,
          "there is no such database or tree; the hint names trees with work left. With `--at` also: it did "
          "not exist then, or its events have been cleaned up"}},
        {"trees", "status", "cost", "report"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "the tree; default: the unfinished one");
    static constexpr TreeFormat k_formats[] = {TreeFormat::unicode, TreeFormat::ascii, TreeFormat::json,
                                               TreeFormat::mermaid, TreeFormat::dot,   TreeFormat::ascii,
                                               TreeFormat::dot};
    options.choice(
        "--format", {"unicode", "ascii", "json", "mermaid", "dot", "ascii_tree", "graphviz"},
        [this](std::size_t place) { m_format = k_formats[place]; },
        "lines to draw with (default: as the locale allows); json is --json, ascii_tree is ascii, graphviz "
        "is dot");
    options.number("--depth", {}, m_look.depth, "only N levels under the root");
    options.toggle("--cost", m_look.costs, Costs::shown, "show the cost of each node, and with all below it");
    options.text("--at", m_at, "SEQ|TIME", "as it was after an event, or at a time");
  }

  [[nodiscard]] bool has_long_lists() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"Nodes in the order of the drawing, parents before children.",
            {{"", "", shape_of([] { return json_tree({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    const TreeId id = tree_meant(store, m_ids);
    const Tree tree = m_at.has_value() ? tree_at(store, id, moment_of(*m_at)) : load_tree(store, id);
    if (context.wants_json() || m_format == TreeFormat::json) {
      context.show_as(TerminalForm::json);
      write_success(context.out, "tree", json_tree(tree, m_look));
      return ExitCode::done;
    }
    if (m_format == TreeFormat::mermaid || m_format == TreeFormat::dot) {
      write_picture(context, tree);
      return ExitCode::done;
    }
    Terminal terminal = context.terminal;
    if (m_format != TreeFormat::locale) {
      terminal.has_utf8 = m_format == TreeFormat::unicode;
    }
    const auto gone = std::count_if(tree.nodes.begin(), tree.nodes.end(),
                                    [](const TreeNode& node) { return node.is_process_gone; });
    context.out.write(text_stuck(tree.stuck, terminal) + text_tree(tree, m_look, terminal) +
                      text_process_gone(gone, terminal) + text_tree_findings(tree.findings, terminal));
    return ExitCode::done;
  }

 private:
  void write_picture(Context& context, const Tree& tree) const {
    PickLimits limits;
    limits.deepest = m_look.depth.value_or(limits.deepest);
    const TreePick pick = pick_nodes(tree, limits);
    if (m_format == TreeFormat::dot) {
      context.out.write(dot_of(tree, pick, m_look.costs));
      return;
    }
    const std::string picture = mermaid_of(tree, pick, m_look.costs);
    context.out.write(picture);
    if (edges_of(pick) > k_most_mermaid_edges || picture.size() > k_most_mermaid_characters) {
      context.talk("note: " + counted(edges_of(pick), "edge", "edges") + ", " + bytes_text(picture.size()) +
                   "; Mermaid draws at most 500 edges and 50 kB unless its settings allow more.\n"
                   "  --depth N draws less, --format dot has no such limit\n");
    }
  }

  std::vector<std::string> m_ids;
  std::optional<std::string> m_at;
  TreeFormat m_format = TreeFormat::locale;
  TreeLook m_look;
};

}  // namespace

CommandPtr make_tree_command() {
  return std::make_unique<TreeCommand>();
}

}  // namespace rlmdb::cli
