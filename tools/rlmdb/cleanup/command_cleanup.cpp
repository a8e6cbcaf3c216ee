// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "cleanup/print_cleanup.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/cleanup.hpp"

namespace rlmdb::cli {
namespace {

class CleanupCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "cleanup",
        "remove finished tasks that are old enough, and what has expired",
        "[options]",
        "Shows what would go and asks; elsewhere than on a terminal it needs --yes.\n"
        "Tasks go when they ended longer ago than their state is kept; failed ones only\n"
        "with --failed, after somebody looked at them. A tree goes whole, with its\n"
        "documents, state, checkpoints and settings, once all of it is completed or\n"
        "cancelled and old enough. What something unfinished needs stays. Variables of\n"
        "temporary state documents go when their time to live is over. Works in batches,\n"
        "so that writers go on; each removed task gets an event, and an import leaves out\n"
        "what was removed here. DURATION is a whole number and ms, s, m, h or d. The file\n"
        "keeps its size: later writes use the space again.",
        {"# what would go, and how many bytes", "rlmdb cleanup --dry-run",
         "# failed tasks of more than a quarter too, and the history of more than a year",
         "rlmdb cleanup --failed 90d --events 365d"}};
    return k_text;
  }

  void setup(Options& options) override;
  ExitCode run(Context& context) override;

 private:
  [[nodiscard]] bool applies() const { return m_options.run == CleanupRun::apply; }
  [[nodiscard]] bool agreed(const CleanupReport& report, Context& context);
  void print(const CleanupReport& report, Context& context) const;

  CleanupOptions m_options;
  bool m_is_sure = false;      ///< --yes
  bool m_was_refused = false;  ///< the answer was no
};

void CleanupCommand::setup(Options& options) {
  RetentionPolicy& policy = m_options.policy;
  options.toggle("--dry-run", m_options.run, CleanupRun::dry_run, "list what would go, remove nothing");
  options.toggle("--yes", m_is_sure, "remove it without asking");
  options.duration("--completed", policy.completed, "how long completed tasks are kept (default {})");
  options.duration("--failed", policy.failed,
                   "how long failed tasks are kept (default: for ever; those of more than 30d are listed)");
  options.duration("--cancelled", policy.cancelled,
                   "how long cancelled tasks are kept (default: as completed)");
  options.duration("--events", policy.events,
                   "how long events and previous values are kept (default: for ever)");
  options.duration("--requests", policy.requests, "how long answers to request ids are kept (default {})");
  constexpr std::int64_t k_largest_batch = 1'000'000;
  options.number("--batch", {1, k_largest_batch}, m_options.batch, "tasks a transaction (default {})");
}

ExitCode CleanupCommand::run(Context& context) {
  if (applies()) {
    context.out.require_writable();
  }
  Store store = open_database(context, applies() ? Access::read_write : Access::read_only);
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
    context.out.write(json_success("cleanup", json_cleanup(report)));
  } else {
    print(report, context);
  }
  return applies() && !report.applied ? ExitCode::interrupted : ExitCode::done;
}

/// Nobody is asked with --yes, and where nothing would go. A question needs somebody who can read and answer
/// it.
bool CleanupCommand::agreed(const CleanupReport& report, Context& context) {
  if (m_is_sure || is_empty(report)) {
    return true;
  }
  const bool can_ask =
      context.error_terminal.is_terminal && isatty(STDIN_FILENO) == 1 && !context.wants_json();
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
    context.talk("the file keeps its size; later writes use the space again\n");
  }
}

}  // namespace

CommandPtr make_cleanup_command() {
  return std::make_unique<CleanupCommand>();
}

}  // namespace rlmdb::cli
