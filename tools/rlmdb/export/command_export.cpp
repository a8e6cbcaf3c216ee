// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "export/print_export.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/owner_options.hpp"
#include "frame/progress_line.hpp"
#include "frame/times.hpp"
#include "frame/warnings.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::cli {
namespace {

/// The formats of a document, and a project.
enum class ExportForm { tasks_json, tree, state, checkpoint, loop, project };

}  // namespace
}  // namespace rlmdb::cli

template <>
inline constexpr auto rlmdb::k_words_of<rlmdb::cli::ExportForm> = [] {
  constexpr auto& formats = k_words_of<ExportFormat>;
  std::array<std::string_view, formats.size() + 1> words{};
  *std::copy(formats.begin(), formats.end(), words.begin()) = cli::k_project_format.front();
  return words;
}();

namespace rlmdb::cli {
namespace {

/// What to write, as typed.
struct ExportRequest {
  ExportForm format = ExportForm::tasks_json;
  OwnerOptions owner;
  std::optional<std::string> node;
  std::optional<std::string> checkpoint;
  std::optional<std::string> loop;
};

bool names_state(const ExportRequest& asked) {
  const OwnerOptions& owner = asked.owner;
  return owner.is_global || owner.session || owner.temporary || owner.state;
}

/// Error usage unless exactly one state is named.
StateName state_of(const ExportRequest& asked) {
  const auto given =
      owners_given<VariableOwner>(asked.owner, StateName{StateScope::tree, asked.owner.tree.value_or("")});
  if (given.size() == 1) {
    return std::get<StateName>(given.front());
  }
  throw Error(ErrorCode::usage, "--format state needs to know which one, and only one", {},
              "--global, --session ID, --tree ID, --temp ID or --state ID");
}

void require_fitting(const ExportRequest& asked) {
  const ExportForm format = asked.format;
  if (format == ExportForm::tree && !asked.owner.tree) {
    throw Error(ErrorCode::usage, "--format tree needs --tree ID", {}, "`rlmdb trees` lists the ids");
  }
  if (format == ExportForm::checkpoint && !asked.checkpoint) {
    throw Error(ErrorCode::usage, "--format checkpoint needs --checkpoint ID", {},
                "`rlmdb checkpoint list` shows the ids");
  }
  if (format == ExportForm::loop && !asked.loop) {
    throw Error(ErrorCode::usage, "--format loop needs --loop ID", {}, "`rlmdb loop list` shows the ids");
  }
  if (format == ExportForm::tasks_json && (asked.owner.tree || asked.node)) {
    throw Error(ErrorCode::usage, "--tree and --node belong to --format tree", {},
                "a tasks.json holds all tasks");
  }
  if (asked.owner.tree && format == ExportForm::project) {
    throw Error(ErrorCode::usage, "--format project writes all trees, so it takes no --tree", {},
                "--format tree writes one");
  }
  if (asked.node && format != ExportForm::tree) {
    throw Error(ErrorCode::usage, "--node belongs to --format tree", {}, "leave it out");
  }
  if (names_state(asked) && format != ExportForm::state) {
    throw Error(ErrorCode::usage, "--global, --session, --temp and --state belong to --format state", {},
                "add --format state");
  }
  if (asked.checkpoint && format != ExportForm::checkpoint) {
    throw Error(ErrorCode::usage, "--checkpoint belongs to --format checkpoint", {},
                "add --format checkpoint");
  }
  if (asked.loop && format != ExportForm::loop) {
    throw Error(ErrorCode::usage, "--loop belongs to --format loop", {}, "add --format loop");
  }
  if (asked.owner.tree && format == ExportForm::loop) {
    throw Error(ErrorCode::usage, "--tree does not belong to --format loop", {}, "leave it out");
  }
}

class ExportCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "export",
        "write tasks, a tree, a state, a checkpoint, a loop, or a project",
        "[options]",
        "Writes exactly what the legacy store would write: for an imported file that\n"
        "nobody changed since, that very file, byte for byte. With -o FILE the document\n"
        "is written beside FILE, made durable and renamed over it; without, it goes to\n"
        "standard output. The database is only read. A legacy file that has changed\n"
        "since its import, or whose daemon lives, is not overwritten without --force;\n"
        "a tasks.json that is overwritten stays as tasks.json.bak.\n"
        "\n"
        "Without --format the document is the tasks.json; tree is the tree.json of\n"
        "--tree ID, or with --node NODE the file of that one node; state the state\n"
        "document of one of --global, --session, --tree, --temp and --state; checkpoint\n"
        "the file of --checkpoint ID; loop the state document of --loop ID. Each is as\n"
        "it was imported and with what has changed since. With --format project -o DIR\n"
        "all of them, and what was kept with them, are written beneath DIR/.aiwg, and\n"
        "missions beneath DIR/.grid, each at its place; what was packed is packed again.",
        {"# write a tree", "rlmdb export --format tree --tree tree-12345678 -o tree.json",
         "# compare with the file it came from", "rlmdb export | cmp - .aiwg/daemon/tasks.json",
         "# write a file", "rlmdb export -o tasks.json", "# write all files of the project",
         "rlmdb export --format project -o copy"},
        {{3, "done, and it says what is left out"},
         {4, "there is no such database, tree, node, state or checkpoint"},
         {7,
          "several checkpoints have that id, the output is the database, a directory, or a legacy file that "
          "has changed or whose daemon lives, or a symbolic link stands in a project; nothing was written"}},
        {"import", "verify"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options
        .choice(
            "--format", {k_words_of<ExportForm>.begin(), k_words_of<ExportForm>.end()},
            [this](std::size_t place) { m_asked.format = k_members_of<ExportForm>.at(place); },
            "what to write (default {})")
        .initially(std::string(to_text(m_asked.format)));
    options.text("--tree", m_asked.owner.tree, "ID",
                 "the tree to write, whose state, or whose checkpoint, by --format");
    options.text("--node", m_asked.node, "NODE", "of the tree this node alone");
    add_owner_options(options, m_asked.owner, "the state ");
    options.text("--checkpoint", m_asked.checkpoint, "ID", "the checkpoint to write");
    options.text("--loop", m_asked.loop, "ID", "the loop to write");
    options.text("-o,--output", m_output, "FILE",
                 "write FILE instead of standard output (-); of a project the directory");
    options.toggle("--force", m_overwrite, Overwrite::always,
                   "overwrite a legacy file with changes that were not imported, or a live daemon");
    options.text(
        "--updated-at", [this](const std::string& text) { m_updated_at = kept_time("--updated-at", text); },
        "TIME", "the document's updatedAt (default: as imported)");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What was written.",
            {{"document", "Of one document.", shape_of([] { return json_export({}, {}); })},
             {"project", "With --format project.", shape_of([] { return json_project_export({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const bool to_stdout = !m_output.has_value() || *m_output == "-";
    if (m_asked.format == ExportForm::project && to_stdout) {
      throw Error(ErrorCode::usage, "--format project writes many files", {},
                  "give it a directory with -o DIR");
    }
    if (to_stdout && context.wants_json()) {
      throw Error(ErrorCode::usage, "with --json standard output would hold two documents", {},
                  "give the export a file with -o FILE, or leave --json out");
    }
    require_fitting_options();
    const Store& store = open_database(context, Access::read_only);
    if (m_asked.format == ExportForm::project) return write_project(context, store);
    return to_stdout ? write_to_stdout(context, store) : write_to_file(context, store);
  }

 private:
  void require_fitting_options() const {
    require_fitting(m_asked);
    if (m_asked.format == ExportForm::state) {
      (void)state_of(m_asked);
    }
    if (m_asked.format != ExportForm::tasks_json && m_updated_at.has_value()) {
      throw Error(ErrorCode::usage, "--updated-at belongs to --format tasks-json", {},
                  m_asked.format == ExportForm::tree ? "a tree.json has no updatedAt"
                                                     : "no other file has an updatedAt");
    }
    if (m_overwrite == Overwrite::always && (!m_output.has_value() || *m_output == "-")) {
      throw Error(ErrorCode::usage, "--force is about the file that is overwritten", {}, "add -o FILE");
    }
    if (m_output.has_value() && m_output->empty()) {
      throw Error(ErrorCode::usage, "-o names no file", {}, "give it a path, or - for standard output");
    }
  }

  /// `target` is a ByteSink, or the path of a file and what may be overwritten there.
  template <class... Target>
  [[nodiscard]] ExportReport write(const Store& store, ExportOptions options, const Target&... target) const {
    options.updated_at = m_updated_at;
    options.overwrite = m_overwrite;
    const auto tree = optional_as<TreeId>(m_asked.owner.tree);
    switch (m_asked.format) {
      case ExportForm::tree:
        return export_tree(store, *tree, m_asked.node, target...);
      case ExportForm::state:
        return export_state(store, state_of(m_asked), target...);
      case ExportForm::checkpoint:
        return export_checkpoint(store, *m_asked.checkpoint, tree, target...);
      case ExportForm::loop:
        return export_loop(store, *m_asked.loop, target...);
      case ExportForm::tasks_json:
      case ExportForm::project:
        break;
    }
    return export_tasks_json(store, std::get<0>(std::tie(target...)), options);
  }

  [[nodiscard]] ExitCode write_to_file(Context& context, const Store& store) const {
    ExportOptions options;
    watch_for_interruption();
    options.cancelled = &interrupted();
    ExportReport report;
    {
      ProgressLine line(context);
      options.progress = [this, &line](const ExportProgress& progress) { line.update(*m_output, progress); };
      report = write(store, options, std::filesystem::path(*m_output), m_overwrite);
    }
    const ExitCode code = warn(context, store, report, *m_output);
    if (context.wants_json()) {
      context.out.set_failure_hint("the file itself is complete");
      write_success(context.out, "export", json_export(report, *m_output));
    } else {
      context.talk(text_export(report, *m_output, context.error_terminal));
    }
    return code;
  }

  [[nodiscard]] ExitCode write_to_stdout(Context& context, const Store& store) const {
    context.show_as(TerminalForm::json);
    const ByteSink sink = [&context](std::string_view piece) { context.out.write(piece); };
    const ExportReport report = write(store, {}, sink);
    context.out.flush();
    if (report.left_out > 0) {
      context.talk(text_export(report, "standard output", context.error_terminal));
    }
    return warn(context, store, report, "standard output");
  }

  /// Says what is not in the document.
  [[nodiscard]] ExitCode warn(const Context& context, const Store& store, const ExportReport& report,
                              std::string_view file) const {
    std::vector<Finding> missing = context.wants_json() ? report.missing : summarised(report.missing);
    if (report.format == ExportFormat::tasks_json) {
      warn(context, many_tasks(report.tasks, file));
    }
    const bool has_tasks = report.format == ExportFormat::tasks_json ||
                           (report.format == ExportFormat::tree && !m_asked.node.has_value());
    if (has_tasks) {
      const std::optional<TreeId> tree = optional_as<TreeId>(m_asked.owner.tree);
      for (Finding& settings : settings_not_exported(store, tree)) {
        missing.push_back(std::move(settings));
      }
      warn(context, variable_history_not_exported(store, tree));
    }
    if (context.wants_json()) {
      std::for_each(missing.begin(), missing.end(), keep_warning);
    } else {
      context.talk(text_warnings(missing, context.error_terminal));
    }
    return missing.empty() ? ExitCode::done : ExitCode::findings;
  }

  static void warn(const Context& context, const std::optional<Finding>& warning) {
    if (warning.has_value() && context.wants_json()) {
      keep_warning(*warning);
    } else if (warning.has_value()) {
      context.talk(text_warnings({*warning}, context.error_terminal));
    }
  }

  [[nodiscard]] ExitCode write_project(Context& context, const Store& store) const {
    const ProjectOptions options{m_overwrite, markdown_report};
    const ProjectExport report = export_project(store, *m_output, options);
    for (const ExportedFile& file : report.files) {
      if (file.kind == to_text(ExportFormat::tasks_json)) {
        warn(context, many_tasks(file.records, file.place));
      }
    }
    warn(context, variable_history_not_exported(store));
    if (context.wants_json()) {
      context.out.set_failure_hint("the files themselves are complete");
      write_success(context.out, "export", json_project_export(report, *m_output));
    } else {
      context.talk(text_project_export(report, *m_output, context.error_terminal));
    }
    return report.left_out.empty() ? ExitCode::done : ExitCode::findings;
  }

  ExportRequest m_asked;
  std::optional<std::string> m_output;
  std::optional<std::string> m_updated_at;
  Overwrite m_overwrite = Overwrite::if_unchanged;
};

}  // namespace

CommandPtr make_export_command() {
  return std::make_unique<ExportCommand>();
}

}  // namespace rlmdb::cli
