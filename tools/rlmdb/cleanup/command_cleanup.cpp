// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cleanup/cleanup_columns.hpp"
#include "cleanup/print_cleanup.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/review.hpp"

namespace rlmdb::cli {
namespace {

class CleanupCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "cleanup",
        "remove finished tasks that are old enough, and what has expired",
        "[options] [ID...]",
        "Shows what would go and asks; elsewhere than on a terminal it needs --yes.\n"
        "Tasks go when they ended longer ago than their state is kept; failed ones only\n"
        "after somebody looked at them: --review lists those that wait, --reviewed ID...\n"
        "says that it was done. A tree goes whole, with its documents, state, checkpoints\n"
        "and settings, once all of it has ended and is old enough. What something\n"
        "unfinished needs stays. Variables of temporary state documents go when their\n"
        "time to live is over. Works in batches, so that writers go on; each removed task\n"
        "gets an event, and an import leaves out what was removed here. DURATION is as\n"
        "30d or 1d12h; without one counts what `rlmdb retention set`\n"
        "says, else the default. `rlmdb vacuum` makes the file smaller; without it later\n"
        "writes use the space again.",
        {"# what would go, and how many bytes", "rlmdb cleanup --dry-run",
         "# the history of more than a year, too", "rlmdb cleanup --events 365d",
         "# failed work: look at it, then let it go once it is old", "rlmdb cleanup --review",
         "rlmdb cleanup --reviewed task-0007 --note 'the host was down'"},
        {{2, "wrong arguments, or nobody to answer its question"},
         {4, "there is no such database, or with --reviewed no such task"},
         {7,
          "the clock lies before the newest event, or so far behind it that it may be ahead, or with "
          "--reviewed a task is not failed; nothing was changed"},
         {130,
          "ended by SIGINT, SIGTERM or SIGHUP between two batches; `removed` in the report tells how many "
          "are gone"}},
        {"retention", "maintain", "vacuum", "list", "events", "export"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override;
  [[nodiscard]] std::string calls_with_rows() const override { return "with --review"; }
  [[nodiscard]] bool prints_rows() const override { return m_job == Job::list_failures; }
  [[nodiscard]] bool wants_pager() const override { return m_job == Job::list_failures; }

  [[nodiscard]] Answers answers() const override {
    return {"What went, or with --dry-run what would go.",
            {{"cleanup", "Without a review.", shape_of([] { return json_cleanup({}); })},
             {"review", "With --review, --reviewed and --not-reviewed.",
              shape_of([] { return json_failures({}); })}}};
  }

  ExitCode run(Context& context) override;

 private:
  enum class Job { clean, list_failures, review, unreview };
  using Duration = std::optional<std::chrono::milliseconds>;

  void require_fitting() const;
  [[nodiscard]] ExitCode clean(Context& context);
  [[nodiscard]] ExitCode show_failures(Context& context) const;
  /// What was set in the database, or else the defaults, and what the command line says instead.
  void set_policy(const Store& store);
  [[nodiscard]] bool applies() const { return m_options.run == CleanupRun::apply; }
  [[nodiscard]] bool agreed(const CleanupReport& report, Context& context);
  void print(const CleanupReport& report, Context& context) const;

  CleanupOptions m_options;
  Job m_job = Job::clean;
  std::vector<std::string> m_ids;
  std::optional<std::string> m_note;
  Duration m_completed, m_failed, m_cancelled, m_events, m_requests;
  std::optional<std::int64_t> m_checkpoints;
  bool m_is_sure = false;      ///< --yes
  bool m_was_refused = false;  ///< the answer was no
};

void CleanupCommand::setup(Options& options) {
  options.toggle("--dry-run", m_options.run, CleanupRun::dry_run, "list what would go, remove nothing");
  options.toggle("--yes", m_is_sure, "remove it without asking");
  options.toggle("--clock-is-right", m_options.clock, ClockTrust::as_it_is,
                 "remove it also where no event says that so much time went by");
  const RetentionPolicy defaults;
  options.duration("--completed", m_completed, "how long completed tasks are kept (default {})")
      .initially(duration_option(*defaults.completed));
  options.duration("--failed", m_failed, "how long failed tasks that were reviewed are kept (default {})")
      .initially(duration_option(*defaults.failed));
  options.toggle("--unreviewed", m_options.policy.failed_work, FailedWork::all,
                 "take failed tasks that nobody reviewed as well");
  options.duration("--cancelled", m_cancelled, "how long cancelled tasks are kept (default: as completed)");
  options.duration("--events", m_events, "how long events and previous values are kept (default: for ever)");
  options.duration("--requests", m_requests, "how long answers to request ids are kept (default {})")
      .initially(duration_option(*defaults.requests));
  options
      .number("--checkpoints", {1}, m_checkpoints,
              "how many checkpoints of each tree are kept, the last used (default {})")
      .initially(std::to_string(*defaults.checkpoints));
  constexpr std::int64_t k_largest_batch = 1'000'000;
  options.number("--batch", {1, k_largest_batch}, m_options.batch, "tasks a transaction (default {})");
  options.section("Review of failed work");
  options.toggle("--review", m_job, Job::list_failures, "list the failed tasks that nobody reviewed");
  options.toggle("--reviewed", m_job, Job::review, "say of the tasks ID... that somebody looked at them");
  options.toggle("--not-reviewed", m_job, Job::unreview, "take that back");
  options.text("--note", m_note, "TEXT", "with --reviewed, what was found");
  options.words("ID", m_ids, 0, Options::k_most_words,
                "with --reviewed and --not-reviewed, the failed tasks");
}

void CleanupCommand::require_fitting() const {
  const bool names_tasks = m_job == Job::review || m_job == Job::unreview;
  if (names_tasks && m_ids.empty()) {
    throw Error(ErrorCode::usage, "--reviewed and --not-reviewed need the IDs of failed tasks", {},
                "`rlmdb cleanup --review` lists those that wait");
  }
  if (!names_tasks && !m_ids.empty()) {
    throw Error(ErrorCode::usage, "'" + m_ids.front() + "' is one argument too many", {},
                "IDs go with --reviewed; `rlmdb cleanup -h` shows how it is used");
  }
  if (m_note.has_value() && m_job != Job::review) {
    throw Error(ErrorCode::usage, "--note goes with --reviewed", {}, "leave it out");
  }
}

ExitCode CleanupCommand::run(Context& context) {
  require_fitting();
  return m_job == Job::clean ? clean(context) : show_failures(context);
}

ExitCode CleanupCommand::show_failures(Context& context) const {
  std::vector<TaskId> ids;
  for (const std::string& id : m_ids) {
    ids.push_back(TaskId{id});
  }
  std::vector<FailedTask> tasks;
  if (m_job == Job::list_failures) {
    tasks = failed_tasks(open_database(context, Access::read_only));
  } else {
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    tasks = m_job == Job::review ? review_failures(store, ids, m_note) : unreview_failures(store, ids);
    context.out.set_failure_hint("the change itself is done");
  }
  context.out.write(context.wants_json() ? json_success("cleanup", json_failures(tasks))
                                         : failed_task_rows().text(tasks, context.terminal));
  context.out.flush();
  if (tasks.empty()) {
    context.talk("no failed task waits for a review\n");
  }
  return ExitCode::done;
}

void CleanupCommand::set_policy(const Store& store) {
  const FailedWork failed_work = m_options.policy.failed_work;
  RetentionPolicy& policy = m_options.policy;
  policy = policy_with(retention_of(store));
  policy.failed_work = failed_work;
  const auto take = [](Duration& kept, const Duration& given) { kept = given.has_value() ? given : kept; };
  take(policy.completed, m_completed);
  take(policy.failed, m_failed);
  take(policy.cancelled, m_cancelled);
  take(policy.events, m_events);
  take(policy.requests, m_requests);
  policy.checkpoints = m_checkpoints.has_value() ? m_checkpoints : policy.checkpoints;
}

ExitCode CleanupCommand::clean(Context& context) {
  if (applies()) {
    context.out.require_writable();
  }
  Store& store = open_database(context, applies() ? Access::read_write : Access::read_only);
  set_policy(store);
  watch_for_interruption();
  m_options.cancelled = [] { return interrupted().load(); };
  m_options.agreed = [&](const CleanupReport& planned) { return agreed(planned, context); };
  const CleanupReport report = cleanup(store, m_options);
  if (m_was_refused) {
    context.talk("nothing was removed\n");
    return ExitCode::done;
  }
  if (applies()) {
    context.out.set_failure_hint("the cleanup itself is done; only this report could not be written");
  }
  if (context.wants_json()) {
    std::for_each(report.warnings.begin(), report.warnings.end(), keep_warning);
    write_success(context.out, "cleanup", json_cleanup(report));
  } else {
    print(report, context);
  }
  return applies() && !report.applied ? ExitCode::interrupted : ExitCode::done;
}

/// Nobody is asked with --yes, and where nothing would go. A question needs somebody who can read and answer
/// it, and no request id: what others write waits for it.
bool CleanupCommand::agreed(const CleanupReport& report, Context& context) {
  if (m_is_sure || is_empty(report)) {
    return true;
  }
  const bool can_ask = context.error_terminal.is_terminal && isatty(STDIN_FILENO) == 1 &&
                       !context.wants_json() && context.request == nullptr;
  if (!context.wants_json()) {
    context.out.write(text_removals(report, context.terminal));
    context.out.flush();
    write_standard_error(text_cleanup(report, CleanupRun::dry_run, context.error_terminal));
  }
  if (!can_ask) {
    throw Error(ErrorCode::usage, "cleanup asks before it removes anything, and nobody can answer here",
                "--yes",
                "nothing was removed; --yes removes what is listed without asking, --dry-run lists it");
  }
  write_standard_error("Remove this? [y/N] ");
  std::string answer;
  std::getline(std::cin, answer);
  m_was_refused = answer != "y" && answer != "yes" && answer != "Y";
  return !m_was_refused;
}

void CleanupCommand::print(const CleanupReport& report, Context& context) const {
  context.out.write(applies() ? text_cleanup(report, m_options.run, context.terminal)
                              : text_removals(report, context.terminal));
  context.out.flush();
  if (!applies()) {
    context.talk(text_cleanup(report, m_options.run, context.error_terminal));
  }
  context.talk(text_warnings(summarised(report.warnings), context.error_terminal));
  if (!is_empty(report)) {
    context.talk("the file keeps its size for later writes; `rlmdb vacuum` makes it smaller\n");
  }
}

}  // namespace

CommandPtr make_cleanup_command() {
  return std::make_unique<CleanupCommand>();
}

}  // namespace rlmdb::cli
