// SPDX-License-Identifier: MIT
#include "command_list.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_text.hpp"

namespace rlmdb::cli {
namespace {

class ListCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "list",
        "list tasks, newest first",
        "[options]",
        "Columns: id, state, agent, priority, created, tree, prompt. On a terminal long\n"
        "prompts are cut to its width, and where it is narrow the time and the priority\n"
        "give way to them. Piped, each task is one line of tab-separated whole values\n"
        "without a header, in which a tab, line feed, carriage return or backslash is\n"
        "written as \\t, \\n, \\r or \\\\. All matching tasks are listed.",
        {"rlmdb list --state running", "# the ten newest of one tree",
         "rlmdb list --tree tree-12345678 --limit 10",
         "# any condition over the columns of tasks and tree_nodes", "rlmdb list --where 'priority > 5'"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    add_text(app, "--state", m_filter.state, "STATE",
             "only queued, running, completed, failed or cancelled tasks, or those of any other state text");
    add_text(app, "--agent", m_filter.agent, "AGENT", "only tasks of this agent");
    add_text(app, "--tree", m_filter.tree_id, "ID", "only tasks of this tree");
    add_text(app, "--where", m_filter.where, "EXPR", "only tasks for which this SQL expression is true");
    add_number(
        app, "--limit", std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
        [this](std::int64_t limit) { m_filter.limit = limit; },
        "at most N tasks; 0 (default): all; -N: all but the last N");
  }

  ExitCode run(Context& context) override {
    const Store store = open_database(context, Access::read_only);
    const std::vector<TaskSummary> tasks = store.list(m_filter);
    if (context.wants_json()) {
      context.out.write(json_success("list", json_list(tasks, m_filter.limit)));
      return ExitCode::done;
    }
    context.out.write(text_list(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk("no task matches\n");
    }
    return ExitCode::done;
  }

 private:
  TaskFilter m_filter;
};

}  // namespace

CommandPtr make_list_command() {
  return std::make_unique<ListCommand>();
}

}  // namespace rlmdb::cli
