// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/input_file.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/methods.hpp"
#include "frame/progress_line.hpp"
#include "frame/warnings.hpp"
#include "import/import_kinds.hpp"
#include "import/print_import.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class ImportCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "import",
        "bring legacy files in, without loss and with proof",
        "[PATH...] [options]",
        "PATH is a legacy tasks.json, a tree.json or a node's file, a state document,\n"
        "a checkpoint, the value of a variable, a history.jsonl, a file of a .grid/, or\n"
        "a directory: a project's, its .aiwg/ or .grid/, or one in these. All of a call\n"
        "goes in as one transaction, all or nothing; all files are read and checked\n"
        "before the first is written. Before it commits, import exports each file again\n"
        "and compares every byte. The same bytes a second time change nothing. The files\n"
        "themselves are only read.",
        {"# a project's tasks, into its database", "rlmdb import .aiwg/daemon/tasks.json",
         "# all files of a project", "rlmdb import .aiwg", "# what would happen",
         "rlmdb import --dry-run tasks.json", "# keep bad records aside instead of refusing the file",
         "rlmdb import --quarantine tasks.json", "# copies of one store that went apart",
         "rlmdb import --merge newest a.json b.json tasks.json.bak",
         "# a text, as the file that would say it",
         "rlmdb import --text - --name .aiwg/daemon/tasks.json <tasks.json"},
        {{3,
          "done, but something is not in: records were quarantined, a damaged file was salvaged, a damaged "
          "document or checkpoint was kept as it is, a record has neither a state nor a prompt, a directory "
          "has "
          "the name of a document, or with --keep-going a file was refused"},
         {4, "a file does not exist"},
         {6, "a file is damaged or refused; nothing was changed"},
         {7, "a conflict; nothing was changed"},
         {130, "interrupted"}},
        {"export", "verify", "shadow", "explain"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override;
  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }
  [[nodiscard]] bool has_long_lists() const override { return false; }

  [[nodiscard]] Answers answers() const override {
    return {"One report a source, and their sums by kind.",
            {{"", "", shape_of([] { return json_import({}, Run::apply); })}}};
  }

  ExitCode run(Context& context) override;

 private:
  void require_sources() const;
  [[nodiscard]] ImportReport import_paths(const Context& context);
  [[nodiscard]] ImportReport import_given_texts(const Context& context);
  void print(const ImportReport& report, Context& context) const;

  std::vector<std::string> m_paths;
  std::vector<std::string> m_texts;
  std::vector<std::string> m_names;  ///< of the texts, in their order
  ImportOptions m_options;
};

void ImportCommand::setup(Options& options) {
  options.words("PATH", m_paths, 0, Options::k_most_words, "files or directories to import");
  options
      .texts("--text", m_texts, "TEXT",
             "import this text (-: standard input) instead of a PATH; repeatable, each with its --name")
      .instead_of_words();
  options.texts("--name", m_names, std::string(k_place_type),
                "the file that a --text would be: what it is and where an export writes it; it is not read");
  options.toggle("--dry-run", m_options.run, Run::dry_run, "read and check, write nothing");
  options.toggle("--quarantine", m_options.bad_records, BadRecords::quarantine,
                 "keep bad records in import_rejects and import the good ones (exit 3)");
  options.toggle(
      "--salvage", m_options.damage, Damage::salvage,
      "read every record of a damaged file that is complete, and list what cannot be read (exit 3)");
  options.choice(
      "--on-conflict",
      {{"fail", OnConflict::fail},
       {"skip", OnConflict::skip},
       {"newer", OnConflict::newer},
       {"replace", OnConflict::replace}},
      m_options.on_conflict,
      "for a record changed here and in the file, or owned by another file: {} (default), keep ours, "
      "take the newer, or take the file's");
  options.choice(
      "--merge", {{"newest", Copies::newest}}, m_options.copies,
      "the files, and the database, are copies of one store: of a task that several have the newest "
      "state counts");
  options.toggle("--no-prove", m_options.proof, Proof::skipped,
                 "do not export again and compare before committing");
  options.toggle("--strict", m_options.losses, LossPolicy::refuse,
                 "refuse a file where reading JSON loses something, instead of warning");
  options.toggle("--keep-going", m_options.after_refusal, AfterRefusal::keep_going,
                 "a refused file does not stop the others (exit 3)");
  options.toggle("--live", m_options.live, LiveSource::snapshot,
                 "take a stable snapshot of a file whose legacy daemon still runs");
  constexpr std::int64_t k_deepest = 1'000'000'000;
  const auto take_depth = [this](std::int64_t depth) { m_options.max_depth = static_cast<unsigned>(depth); };
  options.number("--max-depth", {1, k_deepest}, take_depth, "refuse deeper nesting (default {})")
      .initially(std::to_string(m_options.max_depth));
}

/// Several files, or a directory that stands for some.
bool are_many(const std::vector<std::string>& paths) {
  std::error_code ignored;
  return paths.size() > 1 || std::filesystem::is_directory(paths.front(), ignored);
}

void ImportCommand::print(const ImportReport& report, Context& context) const {
  const Run run = m_options.run;
  const bool is_many = m_texts.empty() ? are_many(m_paths) : m_texts.size() > 1;
  const bool is_table = is_many || context.terminal.lines != LineForm::bare;
  context.out.write(is_table ? text_kinds(report, run, context.terminal)
                             : wrapped(text_import(report, run, context.terminal), context.terminal));
  context.out.flush();
  if (!is_many || context.options.verbosity > 0) {
    const Heads heads = is_table ? Heads::lines : Heads::none;
    context.talk(text_import_details(report, run, heads, context.error_terminal));
    return;
  }
  // Errors are said with --quiet too.
  write_standard_error(text_import_refusals(report, context.error_terminal));
  context.talk(text_import_remarks(report, run, context.error_terminal));
}

void ImportCommand::require_sources() const {
  const std::string example = "rlmdb import --text - --name .aiwg/daemon/tasks.json";
  if (std::find(m_paths.begin(), m_paths.end(), "-") != m_paths.end()) {
    throw Error(ErrorCode::usage, "a source is known by its path, and standard input has none", "-",
                "say which file it would be: " + example + "; a file called - is ./-");
  }
  if (!m_paths.empty() && !m_texts.empty()) {
    throw Error(ErrorCode::usage, "PATH and --text exclude each other", {}, "import one, then the other");
  }
  if (m_texts.size() != m_names.size()) {
    throw Error(ErrorCode::usage, "each --text needs the --name of the file that it would be", {}, example);
  }
  if (m_paths.empty() && m_texts.empty()) {
    throw Error(ErrorCode::usage, "PATH is missing", {}, "`rlmdb import -h` shows how it is used");
  }
}

ImportReport ImportCommand::import_paths(const Context& context) {
  const std::vector<std::filesystem::path> sources(m_paths.begin(), m_paths.end());
  const DatabaseLocation location = locate_database(context, sources);
  set_place_of_remarks(location.path.string());
  m_options.store = context.store_options();
  return import_files(location.path, sources, m_options);
}

/// Into the database of the call: a name alone says nothing of another one.
ImportReport ImportCommand::import_given_texts(const Context& context) {
  const auto input = std::find(m_texts.begin(), m_texts.end(), "-");
  if (input != m_texts.end()) *input = read_all(InputFile("-"));
  std::vector<SourceText> sources;
  for (std::size_t i = 0; i < m_texts.size(); ++i) sources.push_back({m_names[i], m_texts[i]});
  const std::filesystem::path database = locate_database(context).path;
  const bool is_new = !std::filesystem::exists(database);
  ImportReport report;
  const auto take = [&](Store& store) { report = import_texts(store, sources, m_options); };
  if (is_new && m_options.run == Run::dry_run) {
    rehearse(take);
  } else {
    take(open_or_create_database(context, take, MadeIsSaid::by_command));
  }
  report.database = database;
  report.database_created = is_new && m_options.run == Run::apply;
  return report;
}

ExitCode ImportCommand::run(Context& context) {
  require_sources();
  context.out.require_writable();
  watch_for_interruption();
  m_options.cancelled = &interrupted();
  ImportReport report;
  {
    ProgressLine line(context);
    m_options.progress = [&line](const ImportProgress& progress) { line.update(progress); };
    report = m_texts.empty() ? import_paths(context) : import_given_texts(context);
  }
  context.out.set_failure_hint("the import itself is done; only this report could not be written");
  if (context.wants_json()) {
    for (const SourceReport& source : report.sources) {
      const std::vector<Finding> warnings = summarised(source.warnings);
      std::for_each(warnings.begin(), warnings.end(), keep_warning);
    }
    write_success(context.out, "import", json_import(report, m_options.run));
  } else {
    print(report, context);
  }
  const auto was_refused = [](const SourceReport& source) { return source.error.has_value(); };
  if (interrupted() && std::any_of(report.sources.begin(), report.sources.end(), was_refused)) {
    return ExitCode::interrupted;  // with --keep-going an interruption stands among the refusals
  }
  return has_findings(report) ? ExitCode::findings : ExitCode::done;
}

}  // namespace

CommandPtr make_import_command() {
  return std::make_unique<ImportCommand>();
}

}  // namespace rlmdb::cli
