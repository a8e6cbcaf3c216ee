// SPDX-License-Identifier: MIT
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "tasks/print_tasks.hpp"

namespace rlmdb::cli {
namespace {

class StatsCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "stats",
        "count tasks by state",
        "[options]",
        "`other` counts tasks whose state is missing or none of the five. Piped, each\n"
        "line is a state and its count, separated by a tab.",
        {"rlmdb stats", "rlmdb stats --json | jq .data.running"},
        {},
        {"list", "summary"}};
    return k_text;
  }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"How many tasks are in each state; other is all that is in none of the five.",
            {{"", "", shape_of([] { return json_stats({}); })}}};
  }

  ExitCode run(Context& context) override {
    const TaskStats stats = open_database(context, Access::read_only).stats();
    if (context.wants_json()) {
      write_success(context.out, "stats", json_stats(stats));
    } else {
      context.out.write(text_stats(stats, context.terminal));
    }
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_stats_command() {
  return std::make_unique<StatsCommand>();
}

}  // namespace rlmdb::cli
