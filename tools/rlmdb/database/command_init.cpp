// SPDX-License-Identifier: MIT
#include <filesystem>

#include "database/print_database.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "terminal/visible_text.hpp"

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
        "is there already is never touched: where it is a database of rlmdb, init says so\n"
        "and is done. `rlmdb import` creates the database by itself; init is for starting\n"
        "with nothing.",
        {"# in a project", "rlmdb init", "# anywhere", "rlmdb init --db tasks.db"},
        {{7, "there is already a file at that path that is no database of rlmdb"}},
        {"where", "import"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] Answers answers() const override {
    return {"The database and the rule that named it.",
            {{"", "", shape_of([] { return json_init({}, {}, Made::now); })}}};
  }

  ExitCode run(Context& context) override {
    const DatabaseLocation location = locate_database(context);
    context.out.require_writable();
    set_place_of_remarks(location.path.string());
    const bool is_there = is_database(location.path);
    const std::filesystem::path path = is_there
                                           ? std::filesystem::canonical(location.path)
                                           : Store::create(location.path, context.store_options()).path();
    if (!is_there) context.out.set_failure_hint("the database was created all the same");
    if (context.wants_json()) {
      write_success(context.out, "init", json_init(path, location, is_there ? Made::before : Made::now));
    } else {
      const std::string name = shown(path.string(), context.terminal);
      context.out.write(is_there ? name + " is there already; nothing was changed\n"
                                 : "created " + name + "\n");
    }
    return ExitCode::done;
  }

 private:
  /// Of any schema that this program knows.
  static bool is_database(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) return false;
    try {
      (void)migration_status(path);
      return true;
    } catch (const Error& error_of_another) {
      if (error_of_another.code() == ErrorCode::not_our_database ||
          error_of_another.code() == ErrorCode::not_found)
        return false;  // refused as a file that is there
      throw;
    }
  }
};

}  // namespace

CommandPtr make_init_command() {
  return std::make_unique<InitCommand>();
}

}  // namespace rlmdb::cli
