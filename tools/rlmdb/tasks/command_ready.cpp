// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/stuck_lines.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/work_left.hpp"
#include "tasks/left_out.hpp"
#include "tasks/queue_part.hpp"
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
    options.number("--limit", {}, m_limit, "at most N tasks; {} (default): all");
    options.text("--after", m_after, "ID", "only what stands behind this task, `next` of the part before");
    options.toggle("--explain", m_explains, "all queued tasks, with the reason of each");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  /// What he holds is ready for him alone.
  [[nodiscard]] bool reads_by_owner() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"Tasks that claim would take, best first; with --explain every queued task.",
            {{"ready", "",
              shape_of([] { return ready_rows().json("tasks", std::vector<TaskSummary>{}, ListPart{}); })},
             {"explain", "With --explain.", shape_of([] {
                return readiness_rows().json("tasks", std::vector<Readiness>{}, ListPart{});
              })}}};
  }

  ExitCode run(Context& context) override {
    if (m_tree.has_value()) {
      m_filter.tree = TreeId{*m_tree};
    }
    // One more than is given tells whether there are more.
    const bool is_first_part = !m_explains && !m_after.has_value() && m_limit > 0;
    m_filter.limit = is_first_part && m_limit < std::numeric_limits<std::int64_t>::max() ? m_limit + 1 : 0;
    const Store& store = open_database(context, Access::read_only);
    m_explains ? explain(store, context) : list(store, context);
    return ExitCode::done;
  }

 private:
  void list(const Store& store, Context& context) const {
    std::vector<TaskSummary> tasks = store.ready(m_filter);
    const std::string left_out = tasks.empty() ? left_out_of_queue(store, m_filter) : std::string();
    if (context.wants_json() && !left_out.empty()) keep_warning({"ready", "nothing_matches", left_out});
    const bool is_all = m_filter.limit == 0 || std::cmp_less_equal(tasks.size(), m_limit);
    const ListPart part = cut_to_part(tasks, m_limit, m_after, store);
    say_if_long(tasks.size(), context);
    // Whoever is given all that he asked for has enough to do.
    if (is_all) warn_of_stuck(find_stuck_tasks(store, m_filter), context);
    context.out.write(context.wants_json() ? json_success("ready", ready_rows().json("tasks", tasks, part))
                                           : ready_rows().text(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk(left_out.empty() ? "no task is ready\n" : "no task is ready: " + left_out + "\n");
    }
  }

  void explain(const Store& store, Context& context) const {
    std::vector<Readiness> tasks = store.explain_ready(m_filter);
    warn_of_stuck(find_stuck_tasks(store, m_filter), context);
    const std::string left_out = tasks.empty() ? left_out_of_queue(store, m_filter) : std::string();
    if (context.wants_json() && !left_out.empty()) keep_warning({"ready", "nothing_matches", left_out});
    const ListPart part = cut_to_part(tasks, m_limit, m_after, store);
    say_if_long(tasks.size(), context);
    context.out.write(context.wants_json()
                          ? json_success("ready", readiness_rows().json("tasks", tasks, part))
                          : readiness_rows().text(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk(left_out.empty() ? "no task is queued\n" : "no task is queued: " + left_out + "\n");
    }
  }

  /// Agents pay for each task of it. On a terminal a pager shows it.
  void say_if_long(std::size_t count, const Context& context) const {
    constexpr std::size_t k_long = 1000;
    if (count <= k_long || m_limit != 0 || context.terminal.is_terminal) return;
    const std::string message =
        fmt::format("{}; `--limit 20` answers with the first 20 of them", counted(count, "task", "tasks"));
    if (context.wants_json()) return keep_warning({"ready", "long_answer", message});
    context.talk(message + "\n");
  }

  ReadyFilter m_filter;
  std::optional<std::string> m_tree;
  std::int64_t m_limit = 0;
  std::optional<std::string> m_after;
  bool m_explains = false;
};

}  // namespace

CommandPtr make_ready_command() {
  return std::make_unique<ReadyCommand>();
}

}  // namespace rlmdb::cli
