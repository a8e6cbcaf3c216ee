// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/verify.hpp"
#include "terminal/visible_text.hpp"
#include "verify/print_verify.hpp"

namespace rlmdb::cli {
namespace {

class VerifyCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "verify",
        "check the database, or compare it with a file or a project",
        "[FILE|DIR] [options]",
        "By itself: the file, the schema and every row of every table: references,\n"
        "counts, hashes, the digests that every import left behind, and documents against\n"
        "what is repeated of them. Members that are not as the schemas have them are\n"
        "listed as well, as notes. With FILE, a tasks.json: every record of both sides,\n"
        "with the place of each difference. With DIR, a project, its .aiwg/ or .grid/, or\n"
        "a folder in one: every file that an export of the project would write, and those\n"
        "that an import would take. Changes nothing. Exit 3 when it finds something.",
        {"rlmdb verify", "# is everything of this file still in the database?",
         "rlmdb verify .aiwg/daemon/tasks.json", "# and of this project?", "rlmdb verify ."},
        {{3, "something was found"},
         {4, "there is no such database or file"},
         {6, "FILE is damaged, or DIR no legacy project"}},
        {"import", "export", "shadow", "explain"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("FILE|DIR", m_paths, 0, 1, "a legacy tasks.json, or a project, to compare with");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What differs.",
            {{"database", "Of the database itself.", shape_of([] { return json_verify({}, {}); })},
             {"file", "Of a file or a project.", shape_of([] { return json_verify({}, "FILE"); })}}};
  }

  ExitCode run(Context& context) override {
    const std::string against = m_paths.empty() ? std::string{} : m_paths.front();
    if (against == "-") {
      throw Error(ErrorCode::usage,
                  "verify cannot read standard input, because it reads the file more than once", "-",
                  "save it to a file first; a file called - is ./-");
    }
    const Store& store = open_database(context, Access::read_only, {m_paths.begin(), m_paths.end()});
    const VerifyReport report = look(store, against);
    if (context.wants_json()) {
      write_success(context.out, "verify", json_verify(report, against));
    } else {
      context.out.write(wrapped(text_verify(report, context.terminal), context.terminal));
    }
    return report.finding_count == 0 ? ExitCode::done : ExitCode::findings;
  }

 private:
  static VerifyReport look(const Store& store, const std::string& against) {
    std::error_code ignored;
    if (against.empty()) return verify(store);
    return std::filesystem::is_directory(against, ignored) ? verify_project(store, against, markdown_report)
                                                           : verify_against(store, against);
  }

  std::vector<std::string> m_paths;
};

}  // namespace

CommandPtr make_verify_command() {
  return std::make_unique<VerifyCommand>();
}

}  // namespace rlmdb::cli
