// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

class TreesCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "trees",
        "list all trees, newest first",
        "[options]",
        "Finished and unfinished trees with their nodes by state, cost, estimate and the\n"
        "prompt of the root. Piped, each tree is one line of tab-separated whole values\n"
        "without a header: tree, total, completed, failed, running, queued, cancelled,\n"
        "percentage, average ms, remaining, ETA ms, ETA, cost, prompt, process gone,\n"
        "execution mode, session.",
        {"rlmdb trees", "# ids of the trees with failed nodes",
         "rlmdb trees | awk -F'\\t' '$4 > 0 {print $1}'"},
        {},
        {"progress", "tree"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.text("--session", m_session, "ID", "only trees of this session");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"All trees, newest first.", {{"", "", shape_of([] { return json_trees({}); })}}};
  }

  ExitCode run(Context& context) override {
    const std::vector<TreeSummary> trees = list_trees(open_database(context, Access::read_only), m_session);
    context.out.write(context.wants_json() ? json_success("trees", json_trees(trees))
                                           : text_trees(trees, context.terminal));
    context.out.flush();
    if (trees.empty()) {
      context.talk("no trees\n");
    }
    if (!context.terminal.is_terminal) {
      std::vector<TreeProgress> progress;
      for (const TreeSummary& tree : trees) {
        progress.push_back(tree.progress);
      }
      context.talk(text_process_gone(progress, {}));
    }
    return ExitCode::done;
  }

 private:
  std::optional<std::string> m_session;
};

}  // namespace

CommandPtr make_trees_command() {
  return std::make_unique<TreesCommand>();
}

}  // namespace rlmdb::cli
