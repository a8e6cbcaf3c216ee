// SPDX-License-Identifier: MIT
#include <array>
#include <string_view>

#include "database/print_database.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::array<std::string_view, 2> k_migrate_actions{"status", "up"};

class MigrateCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "migrate",
        "show or apply steps of the database's schema",
        "status|up [options]",
        "`status` lists the steps and which are pending; it writes nothing. `up` makes a\n"
        "backup beside the file, then applies each pending step in a transaction of its\n"
        "own. Running it again does nothing. Indexes, views and triggers that were\n"
        "dropped in another tool it makes again, tables not.",
        {"rlmdb migrate status", "rlmdb migrate up"},
        {{7, "a step that was applied is not the step this program knows"},
         {8,
          "the database cannot be used; `corrupt` also where its number of schema, the steps it records and "
          "its tables disagree: then a backup has to be put back"}},
        {"verify"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("ACTION", m_actions, 1, 1, "status or up").offers(k_migrate_actions);
  }

  [[nodiscard]] Answers answers() const override {
    return {"The steps of the schema.",
            {{"status", "Of status.", shape_of([] { return json_migration_status({}); })},
             {"up", "Of up.", shape_of([] { return json_migration_run({}); })}}};
  }

  ExitCode run(Context& context) override {
    const std::string& action = m_actions.front();
    if (action != "status" && action != "up") {
      throw Error(ErrorCode::usage, "migrate has no action '" + action + "'", {},
                  "use `rlmdb migrate status` or `rlmdb migrate up`");
    }
    const DatabaseLocation location = locate_database(context);
    require_database(location);
    set_place_of_remarks(location.path.string());
    return action == "status" ? show_status(context, location) : apply(context, location);
  }

 private:
  static ExitCode show_status(Context& context, const DatabaseLocation& location) {
    const MigrationStatus status = migration_status(location.path);
    if (context.wants_json()) {
      write_success(context.out, "migrate", json_migration_status(status));
    } else {
      context.out.write(text_migration_status(status, context.terminal));
    }
    return ExitCode::done;
  }

  static ExitCode apply(Context& context, const DatabaseLocation& location) {
    context.out.require_writable();
    const MigrationReport report = migrate_up(location.path, context.store_options());
    context.out.set_failure_hint("the migration itself is done");
    if (context.wants_json()) {
      write_success(context.out, "migrate", json_migration_run(report));
    } else {
      context.out.write(text_migration_run(report, context.terminal));
    }
    return ExitCode::done;
  }

  std::vector<std::string> m_actions;
};

}  // namespace

CommandPtr make_migrate_command() {
  return std::make_unique<MigrateCommand>();
}

}  // namespace rlmdb::cli
