// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/nearest_word.hpp"
#include "frame/option_values.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/list_page.hpp"
#include "rlmdb/words.hpp"
#include "tasks/left_out.hpp"
#include "tasks/queue_part.hpp"
#include "tasks/task_columns.hpp"
#include "tasks/time_options.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

std::vector<Readiness> blocked_tasks(const Store& store, const TaskFilter& filter) {
  ReadyFilter queued;
  queued.agent = filter.agent;
  queued.tree = filter.tree;
  std::vector<Readiness> tasks = store.explain_ready(queued);
  std::erase_if(tasks, [](const Readiness& task) { return task.code == "ready"; });
  return tasks;
}

bool is_word_of_state(const std::string& word) {
  return word == "unknown" ||
         std::find(k_task_states.begin(), k_task_states.end(), word) != k_task_states.end();
}

/// "did you mean running?", or "" where no state is like that.
std::string nearest_state(const std::string& word) {
  std::vector<std::string> words(k_task_states.begin(), k_task_states.end());
  words.emplace_back("unknown");
  const auto nearest = nearest_word(word, words);
  return nearest.has_value() ? fmt::format("did you mean {}?", *nearest) : std::string{};
}

/// A state text that is no word of ours may be one of a source.
void require_state(const Store& store, const std::string& state) {
  if (is_word_of_state(state) || !store.list(TaskFilter{.state = state, .limit = 1}).empty()) return;
  const std::string nearest = nearest_state(state);
  throw Error(
      ErrorCode::usage, fmt::format("there is no state '{}'", state), {},
      nearest.empty() ? "queued, running, completed, failed, cancelled, or a text that tasks have" : nearest);
}

void require_tree(const Store& store, const std::string& word) {
  if (has_tree(store, word)) return;
  const std::string nearest = nearest_state(word);
  throw Error(ErrorCode::usage, fmt::format("'{}' is neither a state nor a tree", word), {},
              nearest.empty() ? fmt::format("`rlmdb search '{}'` finds it in texts; states are {}", word,
                                            fmt::join(k_task_states, ", "))
                              : nearest);
}

class ListCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "list",
        "list tasks, newest first",
        "[WHICH] [options]",
        "Columns: id, state, agent, priority, created, tree, prompt. On a terminal long\n"
        "prompts are cut to its width, and where it is narrow time, priority, tree, agent\n"
        "give way to them. Piped, each task is one line of tab-separated whole values\n"
        "without a header, in which a tab, line feed, carriage return or backslash is\n"
        "written as \\t, \\n, \\r or \\\\. All matching tasks are listed, on a terminal\n"
        "the first 50 unless --limit or --all says otherwise. --blocked lists the queued\n"
        "tasks that wait, in the order of rlmdb ready, with a code and a sentence as last\n"
        "columns: what each waits for. With --state failed the last column is the error.",
        {"rlmdb list running", "# the ten newest of one tree", "rlmdb list tree-12345678 --limit 10",
         "# what failed since yesterday", "rlmdb list failed --ended yesterday..",
         "# any condition over the columns of tasks and tree_nodes", "rlmdb list --where 'priority > 5'",
         "# what holds the others up", "rlmdb list --blocked"},
        {{2,
          "wrong arguments, a STATE that is no state and that no task has, or an EXPR that is no SQL "
          "expression over these columns"},
         {4, "there is no such database or tree"}},
        {"show", "ready", "stats", "sql"}};
    return k_text;
  }

  void setup(Options& options) override {
    options
        .words("WHICH", m_words, 0, 1,
               "what --state or --tree say: only tasks in this state, or of this tree")
        .offers(k_task_states);
    options
        .text("--state", m_filter.state, "STATE",
              "only queued, running, completed, failed or cancelled tasks, or those of any other state text")
        .offers(k_task_states);
    options.text("--agent", m_filter.agent, "AGENT", "only tasks of this agent");
    options.text(
        "--tree", [this](const std::string& id) { m_filter.tree = TreeId{id}; }, "ID",
        "only tasks of this tree");
    m_created.setup(options);
    add_when(options, "--started", m_filter.started, "only tasks whose last start was then");
    add_when(options, "--ended", m_filter.ended, "only tasks that ended then");
    options.text("--where", m_filter.where, "EXPR", "only tasks for which this SQL expression is true");
    options.number("--limit", {std::numeric_limits<std::int64_t>::min()}, m_filter.limit,
                   "at most N tasks; {} (default): all; -N: all but the last N");
    options.text("--after", m_after, "ID", "only what stands behind this task, `next` of the part before");
    options.toggle("--blocked", m_only_blocked,
                   "only queued tasks that wait, with the reason; not with --state, --where or times");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"Tasks, newest first. Times are the source's own text.",
            {{"list", "",
              shape_of([] { return task_rows().json("tasks", std::vector<TaskSummary>{}, ListPart{}); })},
             {"blocked", "With --blocked: also what each waits for.", shape_of([] {
                return readiness_rows().json("tasks", std::vector<Readiness>{}, ListPart{});
              })}}};
  }

  ExitCode run(Context& context) override {
    take_word();
    if (m_only_blocked && (m_filter.state.has_value() || m_filter.where.has_value())) {
      throw Error(ErrorCode::usage, "--blocked excludes --state and --where", {},
                  "leave them out: only queued tasks wait; --agent, --tree and --limit go with it");
    }
    m_filter.created = m_created.span();
    if (m_only_blocked &&
        !(m_filter.created.is_all() && m_filter.started.is_all() && m_filter.ended.is_all())) {
      throw Error(ErrorCode::usage, "--blocked excludes times of tasks", {},
                  "leave --created, --started, --ended, --since and --until out");
    }
    const Store& store = open_database(context, Access::read_only);
    if (!m_words.empty() && !is_word_of_state(m_words.front())) require_tree(store, m_words.front());
    m_only_blocked ? list_blocked(store, context) : list(store, context);
    return ExitCode::done;
  }

 private:
  void take_word() {
    if (m_words.empty()) return;
    const std::string& word = m_words.front();
    const bool is_state = is_word_of_state(word);
    if (is_state ? m_filter.state.has_value() : m_filter.tree.has_value()) {
      throw Error(ErrorCode::usage,
                  fmt::format("'{}' and {} exclude each other", word, is_state ? "--state" : "--tree"), {},
                  "give one of them");
    }
    if (is_state) {
      m_filter.state = word;
    } else {
      m_filter.tree = TreeId{word};
    }
  }

  void list(const Store& store, Context& context) const {
    const TaskPage page = list_page(store, m_filter, optional_as<TaskId>(m_after));
    const std::vector<TaskSummary>& tasks = page.tasks;
    if (tasks.empty() && m_filter.state.has_value() && !m_after.has_value()) {
      require_state(store, *m_filter.state);
    }
    const std::string nothing =
        tasks.empty() && !m_after.has_value() ? nothing_in_list(store, m_filter) : std::string();
    if (context.wants_json()) {
      if (!nothing.empty()) keep_warning({"list", "nothing_matches", nothing});
      write_success(context.out, "list", task_rows().json("tasks", tasks, part_of(m_filter.limit, page)));
      return;
    }
    const Rows<TaskSummary>& rows = m_filter.state == "failed" ? failed_rows() : task_rows();
    context.out.write(rows.text(tasks, context.terminal));
    context.out.flush();
    if (!nothing.empty()) context.talk(nothing + "\n");
    context.talk(
        text_process_gone(std::count_if(tasks.begin(), tasks.end(),
                                        [](const TaskSummary& task) { return task.is_process_gone; }),
                          {}));
  }

  void list_blocked(const Store& store, Context& context) const {
    std::vector<Readiness> tasks = blocked_tasks(store, m_filter);
    const ListPart part = cut_to_part(tasks, m_filter.limit, m_after, store);
    if (context.wants_json()) {
      write_success(context.out, "list", readiness_rows().json("tasks", tasks, part));
      return;
    }
    context.out.write(readiness_rows().text(tasks, context.terminal));
    context.out.flush();
    if (tasks.empty()) {
      context.talk("no task waits\n");
    }
  }

  std::vector<std::string> m_words;
  TaskFilter m_filter;
  CreatedOptions m_created;
  std::optional<std::string> m_after;
  bool m_only_blocked = false;
};

}  // namespace

CommandPtr make_list_command() {
  return std::make_unique<ListCommand>();
}

}  // namespace rlmdb::cli
