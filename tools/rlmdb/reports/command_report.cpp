// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/replace_file.hpp"
#include "terminal/visible_text.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

class ReportCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "report",
        "write what a person wants to know of a tree",
        "[ID] [-o FILE] [--html]",
        "Counts, times, cost and tokens; what failed, with its errors; what is not\n"
        "finished and what it waits for; the result; cost by depth; the tree and its\n"
        "picture. Markdown, or with --html one page that needs no network and also shows\n"
        "who ran when. Long lists and texts are cut, and say how much they leave out.\n"
        "With -o FILE the report is made durable beside FILE and renamed over it.",
        {"rlmdb report tree-12345678 -o report.md", "# a page to look at",
         "rlmdb report tree-12345678 --html -o report.html"},
        {{0, "done, also where the report shows failures or findings"},
         {4, "there is no such database or tree; the hint names trees with work left"},
         {7, "FILE may not be overwritten: see rlmdb-export(1)"}},
        {"tree", "status", "cost", "eta", "budget", "limits", "recover"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "the tree; default: the unfinished one");
    options.text("-o,--output", m_output, "FILE", "write FILE instead of standard output (-)");
    options.toggle("--html", m_format, ReportFormat::html, "one HTML page instead of Markdown");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What the report says, and where it was written.",
            {{"", "", shape_of([] { return json_report({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const bool to_stdout = !m_output.has_value() || *m_output == "-";
    check_output(to_stdout, context);
    const Store& store = open_database(context, Access::read_only);
    const TreeReport report = report_of_tree(store, tree_meant(store, m_ids));
    if (to_stdout) {
      context.show_as(context.wants_json() ? TerminalForm::json : TerminalForm::document);
      context.out.write(context.wants_json() ? json_success("report", json_report(report, {}))
                                             : document_of(report));
      return ExitCode::done;
    }
    const std::string document = document_of(report);
    make_place_in_project(*m_output);
    replace_file(store, std::filesystem::path(*m_output), document);
    if (context.wants_json()) {
      const WrittenReport written{*m_output, m_format, document.size()};
      context.out.set_failure_hint("the file itself is complete");
      write_success(context.out, "report", json_report(report, written));
    } else {
      context.talk(fmt::format("{}: tree {}, {}, {}\n", make_visible(*m_output), tree_name(report.tree.id),
                               counted(report.tree.nodes.size(), "node", "nodes"),
                               bytes_text(document.size())));
    }
    return ExitCode::done;
  }

 private:
  void check_output(bool to_stdout, const Context& context) const {
    if (m_output.has_value() && m_output->empty()) {
      throw Error(ErrorCode::usage, "-o names no file", {}, "give it a path, or - for standard output");
    }
    if (to_stdout && context.wants_json() && m_format == ReportFormat::html) {
      throw Error(ErrorCode::usage, "with --json standard output would hold two documents", {},
                  "give the page a file with -o FILE, or leave --json or --html out");
    }
  }

  /// The place of a tree's report.md, `.aiwg/rlm/trees/ID/`, may not be there yet; any other directory that
  /// is missing is a mistake in the name.
  static void make_place_in_project(const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    const fs::path directory = fs::absolute(file).lexically_normal().parent_path();
    if (("/" + directory.string() + "/").find("/.aiwg/rlm/trees/") == std::string::npos) {
      return;
    }
    make_missing(directory);
  }

  static void make_missing(const std::filesystem::path& directory) {
    std::error_code failure;
    if (std::filesystem::exists(directory, failure)) return;
    make_missing(directory.parent_path());
    static_cast<void>(make_directory(directory));
  }

  [[nodiscard]] std::string document_of(const TreeReport& report) const {
    if (m_format == ReportFormat::html) {
      return html_report(report);
    }
    return m_output.has_value() ? sealed_report(markdown_report(report)) : markdown_report(report);
  }

  std::vector<std::string> m_ids;
  std::optional<std::string> m_output;
  ReportFormat m_format = ReportFormat::markdown;
};

}  // namespace

CommandPtr make_report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace rlmdb::cli
