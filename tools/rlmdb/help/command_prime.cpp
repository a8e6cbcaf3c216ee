// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "help/prime.hpp"
#include "rlmdb/project.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class PrimeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "prime",
        "tell an agent what it needs to know before it begins",
        "[options]",
        "Forty lines at most: where the database is, what is open, the loop of claim,\n"
        "heartbeat and complete, the rules, and the calls. For the start of a session,\n"
        "or a hook that begins one.",
        {"rlmdb prime", "# what there is to do, for a program", "rlmdb prime --json | jq '.data.ready'"},
        {{8, "the database cannot be used"}},
        {"claim", "ready", "recover", "mcp"},
        {},
        Database::unused};
    return k_text;
  }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] Answers answers() const override {
    return {"How things stand, and the text.", {{"", "", shape_of([] { return json_prime({}); })}}};
  }

  ExitCode run(Context& context) override {
    PrimeState state;
    state.database = locate_database(context.options).path;
    std::error_code ignored;
    if (std::filesystem::exists(state.database, ignored)) {
      state = prime_state_of(open_database(static_cast<const Context&>(context), Access::read_only));
    } else {
      state.has_project = find_project(std::filesystem::current_path()).has_value();
    }
    context.out.write(context.wants_json() ? json_success("prime", json_prime(state))
                                           : wrapped(prime_text(state), context.terminal));
    return ExitCode::done;
  }
};

}  // namespace

CommandPtr make_prime_command() {
  return std::make_unique<PrimeCommand>();
}

}  // namespace rlmdb::cli
