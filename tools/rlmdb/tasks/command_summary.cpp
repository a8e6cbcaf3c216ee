// SPDX-License-Identifier: MIT
#include <algorithm>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "tasks/print_summary.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

class SummaryCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "summary",
        "show what runs and what is newest",
        "[options]",
        "For whoever comes back: tasks by state as in rlmdb stats, the running tasks,\n"
        "newest first, and the five newest of any state. Prompts are cut to 80 UTF-16\n"
        "units. Piped, each line is tab-separated and begins with its kind:\n"
        "count NAME COUNT, running ID AGENT STARTED PROMPT, recent ID STATE ENDED PROMPT.",
        {"rlmdb summary", "rlmdb summary --json | jq -r '.data.running[].id'"},
        {},
        {"stats", "list", "events"}};
    return k_text;
  }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] bool has_long_lists() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {
        "Counts as those of stats, the running tasks and the five newest. Prompts are cut to 80 UTF-16 "
        "units.",
        {{"", "", shape_of([] { return json_summary({}); })}}};
  }

  ExitCode run(Context& context) override {
    const StoreSummary summary = open_database(context, Access::read_only).summary();
    context.out.write(context.wants_json() ? json_success("summary", json_summary(summary))
                                           : text_summary(summary, context.terminal));
    context.out.flush();
    if (!context.wants_json()) {
      const auto gone = std::count_if(summary.running.begin(), summary.running.end(),
                                      [](const TaskSummary& task) { return task.is_process_gone; });
      context.talk(text_process_gone(gone, {}));
    }
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_summary_command() {
  return std::make_unique<SummaryCommand>();
}

}  // namespace rlmdb::cli
