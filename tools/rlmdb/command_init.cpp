// SPDX-License-Identifier: MIT
#include "command_init.hpp"

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_text.hpp"
#include "warnings.hpp"

namespace rlmdb::cli {
namespace {

class InitCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "init",
        "create an empty database",
        "[options]",
        "The file is made with mode 0600 and appears complete or not at all. A file that\n"
        "is there already is never touched. `rlmdb import` creates the database by\n"
        "itself; init is for starting with nothing.",
        {"# in a project: creates .aiwg/rlm.db", "rlmdb init", "# anywhere", "rlmdb init --db tasks.db"}};
    return k_text;
  }

  void setup(CLI::App& /*app*/) override {}

  ExitCode run(Context& context) override {
    const DatabaseLocation location = locate_database(context.options);
    context.out.require_writable();
    set_place_of_remarks(location.path.string());
    const Store store = Store::create(location.path, context.store_options());
    context.out.set_failure_hint("the database was created all the same");
    if (context.wants_json()) {
      context.out.write(json_success("init", json_init(store.path(), location)));
    } else {
      context.out.write("created " + shown(store.path().string(), context.terminal) + "\n");
    }
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_init_command() {
  return std::make_unique<InitCommand>();
}

}  // namespace rlmdb::cli
