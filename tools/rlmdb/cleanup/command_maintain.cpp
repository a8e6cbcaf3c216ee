// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "cleanup/print_cleanup.hpp"
#include "cleanup/print_maintain.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/maintain.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class MaintainCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "maintain",
        "clean up by the retention that was set, for a timer",
        "[options]",
        "Removes what is older than `rlmdb retention set` says, and says what it did.\n"
        "Without a retention nothing goes, and failed work never before somebody reviewed\n"
        "it (`rlmdb cleanup --review`). Ages count from the end of a task or from its\n"
        "import, whichever is later. The first run after a retention was set or changed\n"
        "only lists what would go. Before anything goes, the database is backed up, and\n"
        "the backup is tried; it takes the place of the backup of the run before. A file\n"
        "of which a fifth or more is empty is vacuumed. It asks nothing.",
        {"# once a day; rlmdb-maintain(1) has the timer", "rlmdb maintain", "# what the next run would do",
         "rlmdb maintain --dry-run"},
        {{3, "verify finds something in the backup; nothing was removed"},
         {7,
          "the clock lies before the newest event, or a file that is no backup of this database stands in "
          "the place of the backup; nothing was removed"},
         {8, "the database or its backup cannot be used"},
         {130, "ended by SIGINT, SIGTERM or SIGHUP between two batches"}},
        {"retention", "cleanup", "vacuum", "backup", "restore"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.toggle("--dry-run", m_options.run, CleanupRun::dry_run, "list what would go, write nothing");
    options.text("--backup", m_backup, "FILE",
                 "the backup that is made first (default: the database's name and .before-cleanup)");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What a run for a timer did.", {{"", "", shape_of([] { return json_maintain({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_backup.has_value() && m_backup->empty()) {
      throw Error(ErrorCode::usage, "--backup names no file", {}, "give it a path, or leave it out");
    }
    m_options.backup = m_backup.value_or("");
    context.out.require_writable();
    Store& store =
        open_database(context, m_options.run == CleanupRun::apply ? Access::read_write : Access::read_only);
    watch_for_interruption();
    m_options.cancelled = [] { return interrupted().load(); };
    const MaintainReport report = maintain(store, m_options);
    context.out.set_failure_hint("the maintenance itself is done; only this report could not be written");
    print(report, context);
    switch (report.outcome) {
      case MaintainOutcome::backup_unsound:
        return ExitCode::findings;
      case MaintainOutcome::interrupted:
        return ExitCode::interrupted;
      default:
        return ExitCode::done;
    }
  }

 private:
  static void print(const MaintainReport& report, Context& context) {
    const std::vector<Finding>& warnings = report.cleanup.warnings;
    if (context.wants_json()) {
      std::for_each(warnings.begin(), warnings.end(), keep_warning);
      write_success(context.out, "maintain", json_maintain(report));
      return;
    }
    context.out.write(wrapped(text_maintain(report, context.terminal), context.terminal));
    context.out.flush();
    context.talk(text_warnings(summarised(warnings), context.error_terminal));
  }

  MaintainOptions m_options;
  std::optional<std::string> m_backup;
};

}  // namespace

CommandPtr make_maintain_command() {
  return std::make_unique<MaintainCommand>();
}

}  // namespace rlmdb::cli
