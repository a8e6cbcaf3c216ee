// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "database/print_backup.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/maintain.hpp"

namespace rlmdb::cli {
namespace {

class VacuumCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "vacuum",
        "make the file smaller after rows were removed",
        "[options]",
        "Writes the database anew without what holds nothing, so that its file gets\n"
        "smaller: all of it or nothing. Readers go on, writers wait. While it works it\n"
        "needs up to twice the database's size on the disk. Where a reader still looks at\n"
        "the old pages, the file keeps its size until that has ended.",
        {"# after a large cleanup", "rlmdb cleanup && rlmdb vacuum"},
        {{1,
          "the system refused to read or write, the disk is full, or a bug of rlmdb; nothing was changed"}},
        {"cleanup", "maintain", "backup"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] Answers answers() const override {
    return {"What was won.", {{"", "", shape_of([] { return json_vacuum({}); })}}};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    const VacuumReport report = vacuum(store);
    context.out.set_failure_hint("the database was written anew all the same");
    context.out.write(context.wants_json() ? json_success("vacuum", json_vacuum(report))
                                           : text_vacuum(report));
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_vacuum_command() {
  return std::make_unique<VacuumCommand>();
}

}  // namespace rlmdb::cli
