// SPDX-License-Identifier: MIT
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "tasks/task_columns.hpp"

namespace rlmdb::cli {
namespace {

class ReadyCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "ready",
        "list the tasks that claim would take, best first",
        "[options]",
        "The order is that of claim: highest priority, then the task that arrived first.\n"
        "Columns as in rlmdb list. With --explain every queued task, the ready ones\n"
        "first, with a code and a sentence as last columns: why it can be claimed, or\n"
        "what it waits for.",
        {"rlmdb ready", "# the task that the next claim takes", "rlmdb ready --agent reviewer --limit 1",
         "# why nobody takes the others", "rlmdb ready --explain"},
        {{4, "there is no such database or tree"}},
        {"claim", "list", "explain"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.text("--agent", m_filter.agent, "AGENT", "only tasks of this agent");
    options.text("--tree", m_tree, "ID", "only tasks of this tree");
    options.number("--limit", {}, m_filter.limit, "at most N tasks; {} (default): all");
    options.toggle("--explain", m_explains, "all queued tasks, with the reason of each");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"Tasks that claim would take, best first; with --explain every queued task.",
            {{"ready", "", shape_of([] { return ready_rows().json("tasks", std::vector<TaskSummary>{}); })},
             {"explain", "With --explain.",
              shape_of([] { return readiness_rows().json("tasks", std::vector<Readiness>{}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_tree.has_value()) {
      m_filter.tree = TreeId{*m_tree};
    }
    const Store& store = open_database(context, Access::read_only);
    m_explains ? explain(store, context) : list(store, context);
    return ExitCode::done;
  }

 private:
  void list(const Store& store, Context& context) const {
    const std::vector<TaskSummary> tasks = store.ready(m_filter);
    context.out.write(context.wants_json() ? json_success("ready", ready_rows().json("tasks", tasks))
                                           : ready_rows().text(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk("no task is ready\n");
    }
  }

  void explain(const Store& store, Context& context) const {
    const std::vector<Readiness> tasks = store.explain_ready(m_filter);
    context.out.write(context.wants_json() ? json_success("ready", readiness_rows().json("tasks", tasks))
                                           : readiness_rows().text(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk("no task is queued\n");
    }
  }

  ReadyFilter m_filter;
  std::optional<std::string> m_tree;
  bool m_explains = false;
};

}  // namespace

CommandPtr make_ready_command() {
  return std::make_unique<ReadyCommand>();
}

}  // namespace rlmdb::cli
