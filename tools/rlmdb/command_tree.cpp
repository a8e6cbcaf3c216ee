// SPDX-License-Identifier: MIT
#include "command_tree.hpp"

#include <limits>
#include <string>
#include <vector>

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_trees.hpp"

namespace rlmdb::cli {
namespace {

enum class TreeFormat { locale, unicode, ascii, json };

class TreeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "tree",
        "draw a tree",
        "ID [options]",
        "Nodes below their parents, siblings in store order, with state and prompt; on a\n"
        "terminal prompts are cut to its width. What is wrong with the tree's shape (a\n"
        "cycle, a parent that does not exist, several roots) follows the drawing.",
        {"rlmdb tree tree-12345678", "# the root and its children, with the cost of each",
         "rlmdb tree tree-12345678 --depth 1 --cost"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    add_words(app, "ID", m_ids, 1, 1, "the tree");
    static constexpr TreeFormat k_formats[] = {TreeFormat::unicode, TreeFormat::ascii, TreeFormat::json};
    add_choice(
        app, "--format", {"unicode", "ascii", "json"},
        [this](std::size_t index) { m_format = k_formats[index]; },
        "lines to draw with (default: as the locale allows); json is --json");
    add_number(
        app, "--depth", 0, std::numeric_limits<std::int64_t>::max(),
        [this](std::int64_t depth) { m_look.depth = depth; }, "only N levels under the root");
    add_switch(
        app, "--cost", [this] { m_look.costs = Costs::shown; }, "show the cost of each node");
  }

  ExitCode run(Context& context) override {
    const Tree tree = load_tree(open_database(context, Access::read_only), TreeId{m_ids.front()});
    if (context.wants_json() || m_format == TreeFormat::json) {
      context.out.write(json_success("tree", json_tree(tree, m_look)));
      return ExitCode::done;
    }
    Terminal terminal = context.terminal;
    if (m_format != TreeFormat::locale) {
      terminal.has_utf8 = m_format == TreeFormat::unicode;
    }
    context.out.write(text_tree(tree, m_look, terminal) + text_tree_findings(tree.findings, terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
  TreeFormat m_format = TreeFormat::locale;
  TreeLook m_look;
};

}  // namespace

CommandPtr make_tree_command() {
  return std::make_unique<TreeCommand>();
}

}  // namespace rlmdb::cli
