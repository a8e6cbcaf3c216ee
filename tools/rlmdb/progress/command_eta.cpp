// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "progress/print_eta.hpp"
#include "rlmdb/error.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class EtaCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "eta",
        "estimate when a tree will be done",
        "[ID] [options]",
        "Two estimates. The simple one is the average duration of the tree's completed\n"
        "nodes, times its queued and running nodes. The likely one draws durations from\n"
        "nodes alike, of this tree and of earlier ones, heeds which nodes must wait for\n"
        "others and how many ran at once, and says by when nine of ten such trees would\n"
        "be done. Each is unknown where there is too little to go by.\n\n"
        "--backtest replays a finished tree, or without ID all of them: what both would\n"
        "have said when 10, 25, 50, 75 and 90 % of the nodes had ended, and the median\n"
        "of how far off that was. Piped: percent, points, then how many estimates and\n"
        "their median error for simple and likely, and the share of ends within p90.",
        {"rlmdb eta tree-12345678", "rlmdb eta tree-12345678 --json", "# how good are these estimates here?",
         "rlmdb eta --backtest"},
        {{4, "there is no such database or tree; the hint names trees with work left"},
         {7, "--backtest of a tree that has not ended"}},
        {"progress"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1,
                  "the tree; default: the unfinished one, with --backtest all that have ended");
    options.toggle("--backtest", m_backtests, "replay finished trees");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "with --backtest"; }
  [[nodiscard]] bool prints_rows() const override { return m_backtests; }

  [[nodiscard]] Answers answers() const override {
    return {"When a tree will have ended, or how far off both formulas would have been in finished trees.",
            {{"eta", "Of a tree. null where it is unknown.", shape_of([] { return json_eta({}); })},
             {"backtest", "With --backtest.", shape_of([] { return json_backtest({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const std::optional<TreeId> tree = m_ids.empty() ? std::nullopt : std::optional(TreeId{m_ids.front()});
    const Store& store = open_database(context, Access::read_only);
    if (m_backtests) {
      print(backtest_estimates(store, tree), tree, context);
      return ExitCode::done;
    }
    const TreeEstimate estimate = estimate_of_tree(store, tree_meant(store, m_ids));
    context.out.write(context.wants_json() ? json_success("eta", json_eta(estimate))
                                           : wrapped(text_eta(estimate), context.terminal));
    return ExitCode::done;
  }

 private:
  static void print(const Backtest& backtest, const std::optional<TreeId>& tree, Context& context) {
    context.out.write(context.wants_json() ? json_success("eta", json_backtest(backtest, tree))
                                           : text_backtest(backtest, context.terminal));
    context.out.flush();
    context.talk(fmt::format("{} replayed at {}; {} skipped whose times do not tell how they ran\n",
                             counted(static_cast<std::uint64_t>(backtest.trees), "tree", "trees"),
                             counted(static_cast<std::uint64_t>(backtest.all.points), "point", "points"),
                             count_text(static_cast<std::uint64_t>(backtest.skipped))));
  }

  std::vector<std::string> m_ids;
  bool m_backtests = false;
};

}  // namespace

CommandPtr make_eta_command() {
  return std::make_unique<EtaCommand>();
}

}  // namespace rlmdb::cli
