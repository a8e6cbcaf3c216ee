// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "cleanup/print_purge.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/purge.hpp"

namespace rlmdb::cli {
namespace {

class PurgeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "purge",
        "take a task, a tree, a session or a text out for good",
        "[options]",
        "Takes it out of everything: rows, events, earlier values, stored answers, empty\n"
        "pages and the -wal. Shows what would go and asks; elsewhere than on a terminal\n"
        "it needs --yes. A text is a secret that slipped in: in each value that holds it,\n"
        "however JSON has escaped it, a mark takes its place, and it is printed nowhere.\n"
        "Other users of the machine see a command line, so that --text-file, or - for\n"
        "standard input, is the place for a secret. Nothing brings back what was purged.\n"
        "Files that may hold it still are listed: sources of imports, .bak, backups.",
        {"# a secret that slipped into a prompt", "rlmdb purge --text-file secret.txt --dry-run",
         "rlmdb purge --text-file secret.txt", "# a tree with all that belongs to it",
         "rlmdb purge --tree tree-12345678"},
        {{0, "done, or nothing of it was there"},
         {1, "the system refused to read or write, the disk is full, or a bug of rlmdb; nothing was changed"},
         {2, "wrong arguments, a text that cannot be purged, or nobody to ask; nothing was changed"},
         {3, "it is purged, and another file that was listed holds the text"},
         {4, "there is no such database, task, tree or session"},
         {5,
          "another process is writing and did not finish in time, and nothing was changed; or the rows are "
          "purged, and the files are not clean yet"},
         {7, "something that stays needs it; nothing was changed"}},
        {"cleanup", "vacuum", "verify", "events"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.texts("--task", m_tasks, "ID", "a task with its history; may be repeated");
    options.text(
        "--tree", [this](const std::string& id) { m_options.tree_id = TreeId{id}; }, "ID",
        "a tree with all that belongs to it");
    options.text("--session", m_options.session, "ID", "a session's state document and its trees");
    options.text("--text", m_text, "TEXT", "this text, wherever it stands; - reads standard input");
    options.text("--text-file", m_text_file, "FILE",
                 "the same, read from a file; a line's end at its end does not count");
    options.toggle("--with-children", m_options.descendants, Descendants::take,
                   "with --task, take the nodes below as well");
    options.toggle("--force", m_options.force, Force::yes,
                   "also what runs, and with --text what is claimed under a living lease");
    options.toggle("--dry-run", m_options.run, PurgeRun::dry_run, "show what would go, change nothing");
    options.toggle("--yes", m_is_sure, "take it out without asking");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What was purged, or with --dry-run would be.",
            {{"", "", shape_of([] { return json_purge({}); })}}};
  }

  ExitCode run(Context& context) override;

 private:
  void read_targets();
  [[nodiscard]] bool applies() const { return m_options.run == PurgeRun::apply; }
  [[nodiscard]] bool agreed(const PurgeReport& report, Context& context);
  void print(const PurgeReport& report, Context& context) const;

  PurgeOptions m_options;
  Words m_tasks;
  std::optional<std::string> m_text;
  std::optional<std::string> m_text_file;
  bool m_is_sure = false;      ///< --yes
  bool m_was_shown = false;    ///< what goes, before the question
  bool m_was_refused = false;  ///< the answer was no
};

void PurgeCommand::read_targets() {
  for (const std::string& task : m_tasks) {
    m_options.tasks.push_back(TaskId{task});
  }
  const int targets = (m_tasks.empty() ? 0 : 1) + (m_options.tree_id.has_value() ? 1 : 0) +
                      (m_options.session.has_value() ? 1 : 0) + (m_text.has_value() ? 1 : 0) +
                      (m_text_file.has_value() ? 1 : 0);
  if (targets != 1) {
    throw Error(ErrorCode::usage, "purge needs one of --task, --tree, --session, --text and --text-file", {},
                "`rlmdb purge -h` shows how it is used");
  }
  if (m_options.descendants == Descendants::take && m_tasks.empty()) {
    throw Error(ErrorCode::usage, "--with-children goes with --task", {}, "leave it out");
  }
  if (m_text_file.has_value() || m_text == "-") {
    std::string text = read_all(InputFile(m_text_file.value_or("-")));
    for (const char end : {'\n', '\r'}) {
      if (text.ends_with(end)) {
        text.pop_back();
      }
    }
    m_options.text = std::move(text);
  } else {
    m_options.text = m_text;
  }
}

ExitCode PurgeCommand::run(Context& context) {
  read_targets();
  if (applies()) {
    context.out.require_writable();
  }
  Store& store = open_database(context, applies() ? Access::read_write : Access::read_only);
  m_options.agreed = [&](const PurgeReport& planned) { return agreed(planned, context); };
  const PurgeReport report = purge(store, m_options);
  if (m_was_refused) {
    context.talk("nothing was changed\n");
    return ExitCode::done;
  }
  if (applies()) {
    context.out.set_failure_hint("the purge itself is done; only this report could not be written");
  }
  if (context.wants_json()) {
    write_success(context.out, "purge", json_purge(report));
  } else {
    print(report, context);
  }
  if (report.applied && !report.is_clean) {
    return ExitCode::busy;
  }
  const bool is_elsewhere = std::any_of(report.copies.begin(), report.copies.end(),
                                        [](const PurgeCopy& copy) { return copy.is_sure; });
  return is_elsewhere ? ExitCode::findings : ExitCode::done;
}

/// Nobody is asked with --yes, and where nothing would go. A question needs somebody who can read and answer
/// it.
bool PurgeCommand::agreed(const PurgeReport& report, Context& context) {
  if (m_is_sure || is_empty(report)) {
    return true;
  }
  const bool can_ask =
      context.error_terminal.is_terminal && isatty(STDIN_FILENO) == 1 && !context.wants_json();
  if (!context.wants_json()) {
    context.out.write(text_purged(report, context.terminal));
    context.out.flush();
    context.talk(text_purge(report, PurgeRun::dry_run));
    m_was_shown = true;
  }
  if (!can_ask) {
    throw Error(ErrorCode::usage, "purge asks before it takes anything out, and nobody can answer here",
                "--yes",
                "nothing was changed; --yes takes out what is listed without asking, --dry-run lists it");
  }
  write_standard_error("Take this out for good? [y/N] ");
  std::string answer;
  std::getline(std::cin, answer);
  m_was_refused = answer != "y" && answer != "yes" && answer != "Y";
  return !m_was_refused;
}

void PurgeCommand::print(const PurgeReport& report, Context& context) const {
  const std::string values = m_was_shown ? std::string() : text_purged(report, context.terminal);
  context.out.write(values + text_copies(report, context.terminal));
  context.out.flush();
  context.talk(text_purge(report, m_options.run));
}

}  // namespace

CommandPtr make_purge_command() {
  return std::make_unique<PurgeCommand>();
}

}  // namespace rlmdb::cli
