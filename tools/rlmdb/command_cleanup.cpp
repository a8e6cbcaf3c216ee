// SPDX-License-Identifier: MIT
#include "command_cleanup.hpp"

#include "context.hpp"
#include "interruption.hpp"
#include "locate_database.hpp"
#include "print_cleanup.hpp"
#include "print_json.hpp"
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
        "Tasks go when they ended longer ago than their state is kept. A node goes only\n"
        "with its whole tree, once all of that is completed or cancelled and old enough.\n"
        "Queued and running tasks never go. Variables of temporary state documents go\n"
        "when their time to live is over. Works in batches, so that writers go on;\n"
        "each removed task gets an event. DURATION is a whole number and ms, s, m, h\n"
        "or d. The file keeps its size: later writes use the space again.",
        {"# what would go, and how many bytes", "rlmdb cleanup --dry-run",
         "# keep failed tasks for a quarter, and the history for a year",
         "rlmdb cleanup --failed 90d --events 365d"}};
    return k_text;
  }

  void setup(CLI::App& app) override;
  ExitCode run(Context& context) override;

 private:
  [[nodiscard]] bool applies() const { return m_options.run == CleanupRun::apply; }
  void print(const CleanupReport& report, Context& context) const;

  CleanupOptions m_options;
};

void CleanupCommand::setup(CLI::App& app) {
  using std::chrono::milliseconds;
  RetentionPolicy& policy = m_options.policy;
  add_switch(
      app, "--dry-run", [this] { m_options.run = CleanupRun::dry_run; },
      "list what would go, remove nothing");
  add_duration(
      app, "--completed", [&policy](milliseconds kept) { policy.completed = kept; },
      "how long completed tasks are kept (default 7d)");
  add_duration(
      app, "--failed", [&policy](milliseconds kept) { policy.failed = kept; },
      "how long failed tasks are kept (default 30d)");
  add_duration(
      app, "--cancelled", [&policy](milliseconds kept) { policy.cancelled = kept; },
      "how long cancelled tasks are kept (default: as completed)");
  add_duration(
      app, "--events", [&policy](milliseconds kept) { policy.events = kept; },
      "how long events and previous values are kept (default: for ever)");
  add_duration(
      app, "--requests", [&policy](milliseconds kept) { policy.requests = kept; },
      "how long answers to request ids are kept (default 7d)");
  constexpr std::int64_t k_largest_batch = 1'000'000;
  add_number(
      app, "--batch", 1, k_largest_batch, [this](std::int64_t tasks) { m_options.batch = tasks; },
      "tasks a transaction (default 500)");
}

ExitCode CleanupCommand::run(Context& context) {
  if (applies()) {
    context.out.require_writable();
  }
  Store store = open_database(context, applies() ? Access::read_write : Access::read_only);
  watch_for_interruption();
  m_options.cancelled = [] { return interrupted().load(); };
  const CleanupReport report = cleanup(store, m_options);
  if (applies()) {
    context.out.set_failure_hint("the cleanup itself is done; only this report could not be written");
  }
  if (context.wants_json()) {
    context.out.write(json_success("cleanup", json_cleanup(report)));
  } else {
    print(report, context);
  }
  return applies() && !report.applied ? ExitCode::interrupted : ExitCode::done;
}

void CleanupCommand::print(const CleanupReport& report, Context& context) const {
  context.out.write(applies() ? text_cleanup(report, m_options.run)
                              : text_removals(report, context.terminal));
  context.out.flush();
  if (!applies()) {
    context.talk(text_cleanup(report, m_options.run));
  }
  if (!is_empty(report)) {
    context.talk("the file keeps its size; later writes use the space again\n");
  }
}

}  // namespace

CommandPtr make_cleanup_command() {
  return std::make_unique<CleanupCommand>();
}

}  // namespace rlmdb::cli
