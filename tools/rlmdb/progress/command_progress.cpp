// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/stuck_lines.hpp"
#include "progress/watch_progress.hpp"
#include "trees/print_totals.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

class ProgressCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "progress",
        "show how far trees are",
        "[ID] [options]",
        "With ID one tree: nodes by state, a bar, the average time of a completed node\n"
        "and the estimate of what is left (average times queued and running nodes).\n"
        "Without ID a line for every unfinished tree, newest first; where there are\n"
        "several, first one for these together, with the sum of their estimates. Where\n"
        "there is nothing to average, average and estimate are unknown. Below them stand\n"
        "the tasks outside trees and, where there are several trees, a sum of all,\n"
        "finished ones too; piped, sums are on standard error.\n\n"
        "--watch shows it again after each change, until all nodes have ended (exit 0)\n"
        "or Ctrl-C (exit 130): on a terminal in place, at most five times a second;\n"
        "piped or with --json as NDJSON, each line a document as --json prints it.",
        {"rlmdb progress", "rlmdb progress tree-12345678 --watch", "# for a script",
         "rlmdb progress tree-12345678 --json | jq '.data.trees[0].percentage'"},
        {{0, "done; with --watch: nothing goes on any more"},
         {4, "there is no such database or tree; the hint names trees with work left"},
         {130, "--watch was ended by SIGINT, SIGTERM or SIGHUP"}},
        {"status", "eta", "trees"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "a tree, finished or not");
    options.toggle("--watch", m_watches, "show it again after each change, until the end")
        .only_as_program_for("ask again");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "without ID"; }
  [[nodiscard]] bool prints_rows() const override { return m_ids.empty() && !m_watches; }

  [[nodiscard]] bool wants_pager() const override { return !m_watches; }

  [[nodiscard]] Answers answers() const override {
    return {"How far trees are. With --watch one such document a line, after each change.",
            {{"", "", shape_of([] { return json_progress({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    if (m_watches) {
      return watch_progress(store, m_ids.empty() ? std::nullopt : std::optional(TreeId{m_ids.front()}),
                            context);
    }
    if (!m_ids.empty()) {
      const TreeStatus status = status_of_tree(store, TreeId{m_ids.front()});
      context.out.write(context.wants_json()
                            ? json_success("progress", json_progress({status.progress}, status.stuck))
                            : text_stuck(status.stuck, context.terminal) +
                                  text_progress(status.progress, context.terminal));
      return ExitCode::done;
    }
    const auto [trees, totals, stuck] = progress_of_store(store);
    const std::string lines = text_totals(totals, context.terminal);
    const bool is_on_screen = context.terminal.is_terminal && context.terminal.columns.empty();
    if (!context.terminal.is_terminal && !context.wants_json())
      context.talk(text_stuck(stuck, context.error_terminal) + text_together(trees, context.error_terminal));
    context.out.write(context.wants_json() ? json_success("progress", json_progress(trees, stuck, &totals))
                                           : (is_on_screen ? text_stuck(stuck, context.terminal) : "") +
                                                 text_progress_of_trees(trees, context.terminal) +
                                                 (is_on_screen ? lines : std::string{}));
    context.out.flush();
    if (trees.empty()) {
      context.talk("no unfinished trees\n");
    }
    if (!context.wants_json() && !context.terminal.is_terminal) {
      context.talk(text_process_gone(trees, {}) + text_totals(totals, context.error_terminal));
    }
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
  bool m_watches = false;
};

}  // namespace

CommandPtr make_progress_command() {
  return std::make_unique<ProgressCommand>();
}

}  // namespace rlmdb::cli
