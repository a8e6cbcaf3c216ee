// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "database/print_database.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class WhereCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "where",
        "say which database is used, and why",
        "[options]",
        "The rule: --db PATH, else $RLMDB_DB, else that of the nearest directory upward\n"
        "that has an .aiwg/ or a .grid/, else ./rlm.db. In an .aiwg/ it is daemon/rlm.db\n"
        "or rlm.db, in a .grid/ rlm.db, whichever is there: a new one goes beside\n"
        "daemon/tasks.json. (`import` looks upward from the imported file first.) The\n"
        "path goes to stdout, the reason to stderr.",
        {"rlmdb where", "# open it in another tool", "sqlite3 \"$(rlmdb where -q)\""},
        {},
        {"init", "import"},
        {},
        Database::unused};
    return k_text;
  }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] Answers answers() const override {
    return {"The database that would be used.", {{"", "", shape_of([] { return json_where({}); })}}};
  }

  ExitCode run(Context& context) override {
    const DatabaseLocation location = locate_database(context.options);
    if (context.wants_json()) {
      write_success(context.out, "where", json_where(location));
      return ExitCode::done;
    }
    context.out.write(shown(location.path.string(), context.terminal) + "\n");
    context.out.flush();
    std::error_code ignored;
    const bool exists = std::filesystem::exists(location.path, ignored);
    context.talk(fmt::format("  because {}{}\n", shown(location.why, context.error_terminal),
                             exists ? "" : "; it does not exist yet"));
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_where_command() {
  return std::make_unique<WhereCommand>();
}

}  // namespace rlmdb::cli
