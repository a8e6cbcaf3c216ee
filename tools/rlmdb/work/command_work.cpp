// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/stuck_lines.hpp"
#include "tasks/left_out.hpp"
#include "terminal/visible_text.hpp"
#include "work/print_work.hpp"
#include "work/worker.hpp"

namespace rlmdb::cli {
namespace {

/// What a worker shows. A reader that has stopped reading must not hold the worker up: its leases would end.
class WorkScreen {
 public:
  explicit WorkScreen(Context& context)
      : m_context(context),
        m_has_status(context.error_terminal.is_terminal && context.options.progress &&
                     !context.options.quiet) {}
  WorkScreen(const WorkScreen&) = delete;
  WorkScreen& operator=(const WorkScreen&) = delete;
  ~WorkScreen() { clear_status(); }

  void add(const WorkEvent& event) {
    m_lines.push_back(m_context.wants_json() ? work_rows().object(event) + "\n"
                                             : text_work(event, m_context.terminal));
  }

  /// Writes what can be written now, and what runs.
  void show(const Worker& worker) {
    while (!m_lines.empty() && is_writable()) write_first();
    const auto now = std::chrono::steady_clock::now();
    if (!m_has_status || now < m_next_status) return;
    constexpr std::chrono::milliseconds k_between{500};
    m_next_status = now + k_between;
    const std::size_t width = m_context.error_terminal.width;
    write_standard_error("\r\x1b[K" +
                         cut_to_width(make_visible(status_of(worker)), width > 1 ? width - 1 : 1));
    m_is_status_shown = true;
  }

  void say(const std::string& text) {
    clear_status();
    m_context.talk(text);
  }

  /// Writes the rest, however long it takes.
  void finish() {
    clear_status();
    while (!m_lines.empty()) write_first();
  }

 private:
  static bool is_writable() {
    pollfd file{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&file, 1, 0) != 0;
  }

  void write_first() {
    // As much as a pipe that has room takes at once.
    constexpr std::size_t k_piece = 4'096;
    clear_status();
    const std::string piece = m_lines.front().substr(0, k_piece);
    m_lines.front().erase(0, piece.size());
    if (m_lines.front().empty()) m_lines.pop_front();
    m_context.out.write(piece);
    m_context.out.flush();
  }

  void clear_status() {
    if (std::exchange(m_is_status_shown, false)) write_standard_error("\r\x1b[K");
    m_next_status = {};
  }

  Context& m_context;
  bool m_has_status;
  bool m_is_status_shown = false;
  std::deque<std::string> m_lines;
  std::chrono::steady_clock::time_point m_next_status{};
};

class WorkCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "work",
        "run a command for each ready task",
        "[options] -- COMMAND...",
        "Claims tasks as `claim` does, runs COMMAND for each, keeps the lease, and stores\n"
        "what came of it, until nothing is left: nothing is ready, and nothing runs\n"
        "anywhere that could make something ready.\n\n"
        "COMMAND reads the prompt on standard input; of a node whose children are done it\n"
        "reads {\"prompt\":\xE2\x80\xA6,\"merge\":\xE2\x80\xA6} as `merge --json` has it, and RLMDB_MERGE is "
        "1.\n"
        "RLMDB_TASK, RLMDB_TOKEN, RLMDB_DB, RLMDB_OWNER, RLMDB_ATTEMPT and, where the run\n"
        "has one to start from, RLMDB_CHECKPOINT are in its environment. A task\n"
        "with a timeout_ms (RLMDB_TIMEOUT_MS) is ended then, and fails. No shell is run.\n\n"
        "Exit status 0 completes the task with the standard output as its result, any\n"
        "other end fails it with the last lines of standard error; a task that was given\n"
        "attempts (--max-attempts, max_retries) is tried again. One that got children\n"
        "waits for them. What COMMAND leaves running is ended with it.\n\n"
        "Ctrl-C ends the commands and gives their tasks back; once more kills them.",
        {"# three at once, for the tasks of one tree",
         "rlmdb work --tree tree-12345678 --jobs 3 -- ./agent --stdin", "# a line of a shell",
         "rlmdb work -- sh -c 'tr a-z A-Z'", "# a service that reports tokens and cost as JSON",
         "rlmdb work --follow --json-result -- ./agent --json"},
        {{0, "nothing is left; no task that was run here stayed failed, none is stuck"},
         {1, "the system refused to read or write, or to run the command, or a bug of rlmdb"},
         {3, "nothing goes on: a task that was run here failed, or a queued one is stuck"},
         {4, "there is no such database, tree or command"},
         {130, "SIGINT, SIGTERM or SIGHUP: the tasks were given back"},
         {141, "(death by SIGPIPE) the reader of standard output went away; the tasks were given back"}},
        {"claim", "heartbeat", "task", "merge", "ready", "recover"},
        {},
        Database::used,
        "it runs programs of its own; claim, heartbeat and task.complete are what it is made of"};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("COMMAND", m_words, 1, Options::k_most_words, "the program and its words, behind --")
        .is_required = true;
    options.text("--agent", m_agent, "AGENT", "only tasks of this agent");
    options.text("--tree", m_tree, "ID", "only tasks of this tree");
    options.number("--jobs", {1, k_most_jobs}, m_work.jobs, "how many to run at once; default {}");
    options.toggle("--follow", m_work.at_end, AtEnd::wait,
                   "wait for more when nothing is left, until Ctrl-C");
    options.toggle("--json-result", m_work.result, ResultForm::json,
                   "standard output is a JSON object: result, status, confidence, model, output_type, "
                   "finish_reason, tokens, cost, artifacts, errors");
    options.number(
        "--max-result", {1, k_most_result_bytes}, m_work.most_result_bytes,
        "the most bytes of standard output; a command that prints more is killed and its task fails; "
        "default {}");
    options.duration("--lease", m_work.lease, "how long a worker that fell silent keeps a task; default {}");
    options.duration("--grace", m_work.grace, "from TERM to KILL where a command is ended; default {}");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }
  [[nodiscard]] bool has_long_lists() const override { return false; }

  [[nodiscard]] Answers answers() const override {
    return {"What a worker did, or what happened to it.",
            {{"event", "", shape_of([] { return work_rows().object({}); })}},
            Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    m_work.filter.agent = m_agent;
    m_work.filter.tree = optional_as<TreeId>(m_tree);
    m_work.program = find_program(m_words);
    context.out.require_writable();
    watch_for_interruption();
    context.out.give_up_once(interrupted());
    Store& store = open_database(context, Access::read_write);
    if (!context.wants_json() && !context.terminal.is_terminal)
      context.out.write(work_rows().head(context.terminal));
    return work(store, context);
  }

 private:
  static constexpr std::int64_t k_most_jobs = 1'000;
  static constexpr std::int64_t k_most_result_bytes = std::int64_t{256} << 20;

  /// One that became so since the last claim is taken by the next.
  [[nodiscard]] bool has_ready(const Store& store) const {
    ReadyFilter one = m_work.filter;
    one.limit = 1;
    return !store.ready(one).empty();
  }

  ExitCode work(Store& store, Context& context) {
    WorkScreen screen(context);
    bool has_reader = true;
    bool was_told = false;
    bool is_wait_told = false;
    const auto look = [&](const Worker& worker) {
      has_reader = has_reader && context.out.has_reader();
      try {
        if (has_reader) screen.show(worker);
      } catch (const OutputClosed&) {
        has_reader = false;
      }
      if (!worker.is_waiting()) is_wait_told = false;
      if (worker.is_waiting() && !is_wait_told && !has_ready(store)) {
        is_wait_told = true;
        screen.say("waiting; no task is ready: " + why_none_is_ready(store, m_work.filter) + "\n");
      }
      const bool is_ending = interrupted() || !has_reader;
      if (is_ending && !std::exchange(was_told, true) && !worker.jobs().empty() &&
          context.error_terminal.is_terminal)
        context.talk("ending what runs, to give it back; Ctrl-C again kills it\n");
      return is_ending;
    };
    Worker worker(store, m_work, {[&](const WorkEvent& event) { screen.add(event); }, look});
    if (context.log)
      context.log(LogLevel::info, fmt::format("what keeps the processes of a command together: {}",
                                              to_text(worker.containment())));
    const bool is_done = worker.run();
    if (!has_reader) throw OutputClosed{};
    screen.finish();
    if (!is_done) return ExitCode::interrupted;
    context.talk(text_end_of_work(worker));
    const Stuck stuck = worker.left().queued > 0 ? find_stuck_tasks(store, m_work.filter) : Stuck{};
    warn_of_stuck(stuck, context);
    return worker.counts().failed > 0 || stuck.tasks > 0 ? ExitCode::findings : ExitCode::done;
  }

  std::vector<std::string> m_words;
  std::optional<std::string> m_agent;
  std::optional<std::string> m_tree;
  WorkOptions m_work;
};

}  // namespace

CommandPtr make_work_command() {
  return std::make_unique<WorkCommand>();
}

}  // namespace rlmdb::cli
