// SPDX-License-Identifier: MIT
#include "command_export.hpp"

#include <optional>
#include <string>

#include "context.hpp"
#include "interruption.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_text.hpp"
#include "progress_line.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::cli {
namespace {

class ExportCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "export",
        "write the tasks as a tasks.json, or a tree as a tree.json",
        "[options]",
        "Writes exactly what the legacy store would write: for an imported file that\n"
        "nobody changed since, that very file, byte for byte. With -o FILE the document\n"
        "is written beside FILE, made durable and renamed over it; without, it goes to\n"
        "standard output. The database is only read.\n"
        "\n"
        "With --format tree the document is the tree.json of --tree ID, as it was\n"
        "imported and with what has changed since; with --node NODE the file of that\n"
        "one node.",
        {"# write a tree", "rlmdb export --format tree --tree tree-12345678 -o tree.json",
         "# compare with the file it came from", "rlmdb export | cmp - .aiwg/daemon/tasks.json",
         "# write a file", "rlmdb export -o tasks.json"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    add_choice(
        app, "--format", {"tasks-json", "tree"}, [this](std::size_t choice) { m_is_tree = choice == 1; },
        "what to write (default tasks-json)");
    add_text(app, "--tree", m_tree, "ID", "the tree to write, with --format tree");
    add_text(app, "--node", m_node, "NODE", "of the tree this node alone");
    add_text(app, "-o,--output", m_output, "FILE", "write FILE instead of standard output (-)");
    add_text(app, "--updated-at", m_updated_at, "TIME", "the document's updatedAt (default: as imported)");
  }

  ExitCode run(Context& context) override {
    ExportOptions options;
    options.updated_at = m_updated_at;
    const bool to_stdout = !m_output.has_value() || *m_output == "-";
    if (to_stdout && context.wants_json()) {
      throw Error(ErrorCode::usage, "with --json standard output would hold two documents", {},
                  "give the export a file with -o FILE, or leave --json out");
    }
    require_fitting_options();
    if (m_output.has_value() && m_output->empty()) {
      throw Error(ErrorCode::usage, "-o names no file", {}, "give it a path, or - for standard output");
    }
    const Store store = open_database(context, Access::read_only);
    if (to_stdout) {
      write_to_stdout(context, store, options);
      return ExitCode::done;
    }
    const ExportReport report = write_to_file(context, store, options);
    if (context.wants_json()) {
      context.out.set_failure_hint("the file itself is complete");
      context.out.write(json_success("export", json_export(report, *m_output)));
    } else {
      context.talk(text_export(report, *m_output, context.error_terminal));
    }
    return ExitCode::done;
  }

 private:
  void require_fitting_options() const {
    if (m_is_tree && !m_tree.has_value()) {
      throw Error(ErrorCode::usage, "--format tree needs --tree ID", {}, "`rlmdb trees` lists the ids");
    }
    if (!m_is_tree && (m_tree.has_value() || m_node.has_value())) {
      throw Error(ErrorCode::usage, "--tree and --node belong to --format tree", {},
                  "a tasks.json holds all tasks");
    }
    if (m_is_tree && m_updated_at.has_value()) {
      throw Error(ErrorCode::usage, "--updated-at belongs to --format tasks-json", {},
                  "a tree.json has no updatedAt");
    }
  }

  [[nodiscard]] ExportReport write_to_file(const Context& context, const Store& store,
                                           ExportOptions options) const {
    if (m_is_tree) {
      return export_tree(store, TreeId{*m_tree}, m_node, std::filesystem::path(*m_output));
    }
    watch_for_interruption();
    options.cancelled = &interrupted();
    ProgressLine line(context);
    options.progress = [this, &line](const ExportProgress& progress) { line.update(*m_output, progress); };
    return export_tasks_json(store, std::filesystem::path(*m_output), options);
  }

  void write_to_stdout(Context& context, const Store& store, const ExportOptions& options) const {
    const ByteSink sink = [&context](std::string_view piece) { context.out.write(piece); };
    const ExportReport report = m_is_tree ? export_tree(store, TreeId{*m_tree}, m_node, sink)
                                          : export_tasks_json(store, sink, options);
    context.out.flush();
    if (report.left_out > 0) {
      context.talk(text_export(report, "standard output", context.error_terminal));
    }
  }

  bool m_is_tree = false;
  std::optional<std::string> m_tree;
  std::optional<std::string> m_node;
  std::optional<std::string> m_output;
  std::optional<std::string> m_updated_at;
};

}  // namespace

CommandPtr make_export_command() {
  return std::make_unique<ExportCommand>();
}

}  // namespace rlmdb::cli
