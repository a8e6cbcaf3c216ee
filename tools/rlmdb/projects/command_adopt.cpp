// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>
#include <utility>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/progress_line.hpp"
#include "frame/warnings.hpp"
#include "import/print_import.hpp"
#include "projects/print_adopt.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/adopt.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

class AdoptCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "adopt",
        "move a whole legacy project into its database, and back",
        "[DIR] [options]",
        "Does what a careful person would: sees that no legacy daemon or loop is at work,\n"
        "copies the project's .aiwg/ to .aiwg.before-adopt-TIME, and a .grid/ likewise,\n"
        "imports all of it with proof, verifies the database, and says what to switch.\n"
        "The legacy files stay as they are. --undo puts them back as an export gives them\n"
        "now; the database stays.\n"
        "DIR is the project's directory; without it the nearest one upward from here.",
        {"rlmdb adopt --dry-run", "rlmdb adopt", "# back to the legacy programs", "rlmdb adopt --undo"},
        {{3,
          "done, and verify finds something, a damaged document was kept as it is, or something was left out "
          "of what was put back"},
         {4, "there is no such project, or with `--undo` no database"},
         {6, "tasks.json is damaged, or a file is refused"},
         {7,
          "a program is at work, a file changed meanwhile or since its import, or records changed on both "
          "sides"},
         {130, "SIGINT, SIGTERM or SIGHUP; nothing was imported"}},
        {"import", "export", "verify", "where"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("DIR", m_directory, 0, 1, "the project; without it the nearest one upward from here");
    options.toggle("--undo", m_is_undo, "put the legacy files back as the database has them now");
    options.toggle("--dry-run", m_run, Run::dry_run, "say what would be done, change nothing");
    options.toggle("--force", m_is_forced,
                   "although a process seems to be at work; with --undo also over files that changed since "
                   "they were imported, which stay as .bak");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What was adopted, or put back.",
            {{"", "", shape_of([] { return json_adopt({}, Run::apply); })}}};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    watch_for_interruption();
    const fs::path root = project();
    const DatabaseLocation location = locate_database(context, {root});
    set_place_of_remarks(location.path.string());
    return m_is_undo ? undo(context, root, location) : adopt_project(context, root, location.path);
  }

 private:
  [[nodiscard]] fs::path project() const {
    if (!m_directory.empty()) {
      if (m_directory.front().empty()) {
        throw Error(ErrorCode::usage, "DIR is empty", {}, "name the directory of a project");
      }
      const fs::path given = fs::absolute(m_directory.front()).lexically_normal();
      const fs::path named = given.filename().empty() ? given.parent_path() : given;
      return named.filename() == ".aiwg" || named.filename() == ".grid" ? named.parent_path() : named;
    }
    const fs::path here = fs::current_path();
    if (const auto found = find_project(here)) {
      return *found;
    }
    throw Error(ErrorCode::not_found, "no directory upward from here has an .aiwg/ or a .grid/",
                here.string(), "name the directory of a legacy project");
  }

  ExitCode adopt_project(Context& context, const fs::path& root, const fs::path& database) const {
    AdoptOptions options;
    options.store = context.store_options();
    options.run = m_run;
    options.live = m_is_forced ? LiveProcesses::ignore : LiveProcesses::refuse;
    options.cancelled = &interrupted();
    options.report_text = markdown_report;
    AdoptReport report;
    {
      ProgressLine line(context);
      options.progress = [&line](const ImportProgress& progress) { line.update(progress); };
      report = adopt(root, database, options);
    }
    const bool is_otherwise = report.verified.has_value() && report.verified->finding_count > 0;
    const ExitCode code = is_otherwise || has_findings(report.import) ? ExitCode::findings : ExitCode::done;
    context.out.set_failure_hint("the project is adopted; only this report could not be written");
    if (context.wants_json()) {
      write_success(context.out, "adopt", json_adopt(std::move(report), m_run));
    } else {
      context.out.write(text_adopt(report, m_run, context.terminal));
      context.out.flush();
      context.talk(text_adopt_details(report, m_run, context.error_terminal));
    }
    return code;
  }

  ExitCode undo(Context& context, const fs::path& root, const DatabaseLocation& location) const {
    require_database(location);
    UndoAdoptOptions options;
    options.store = context.store_options();
    options.run = m_run;
    options.live = m_is_forced ? LiveProcesses::ignore : LiveProcesses::refuse;
    options.overwrite = m_is_forced ? Overwrite::always : Overwrite::if_unchanged;
    options.report_text = markdown_report;
    UndoAdoptReport report = undo_adopt(root, location.path, options);
    const ExitCode code = report.written.left_out.empty() ? ExitCode::done : ExitCode::findings;
    context.out.set_failure_hint("the files are put back; only this report could not be written");
    if (context.wants_json()) {
      write_success(context.out, "adopt", json_undo_adopt(std::move(report), location.path, m_run));
    } else {
      context.out.write(text_undo_adopt(report, m_run, context.terminal));
      context.out.flush();
      context.talk(text_undo_adopt_details(report, context.error_terminal));
    }
    return code;
  }

  Words m_directory;
  Run m_run = Run::apply;
  bool m_is_undo = false;
  bool m_is_forced = false;
};

}  // namespace

CommandPtr make_adopt_command() {
  return std::make_unique<AdoptCommand>();
}

}  // namespace rlmdb::cli
