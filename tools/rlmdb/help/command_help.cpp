// SPDX-License-Identifier: MIT
#include <optional>
#include <string>

#include "frame/command_line.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/help_text.hpp"
#include "help/print_help.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class HelpCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "help",
        "show help for the program or a command",
        "[COMMAND [VERB]] [options]",
        "The same as `rlmdb COMMAND -h`, and as `rlmdb COMMAND VERB -h`.",
        {"rlmdb help", "rlmdb help -a", "rlmdb help import", "rlmdb help task add"},
        {},
        {"explain"},
        {},
        Database::unused,
        "help is for command lines; `methods` lists what can be called"};
    return k_text;
  }

  void setup(Options& options) override {
    options.toggle("-a,--all", m_is_all, "all commands with what they do, and the options of all");
    options.words("COMMAND", m_topics, 0, 2, "the command to explain, and its verb");
  }

  [[nodiscard]] bool wants_pager() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"Help as the terminal shows it, and what it is made of.",
            {{"", "", shape_of([] { return json_help(CommandLine(), std::nullopt, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const std::optional<std::string_view> name =
        m_topics.empty() ? std::nullopt : std::optional<std::string_view>(m_topics.front());
    if (m_is_all && name.has_value()) {
      throw Error(ErrorCode::usage, "--all is for help without a COMMAND", {}, "leave one of them out");
    }
    const CommandLine& all = context.command_line;
    const std::string text =
        m_is_all ? help_of_all(all) : help_for(all, name, m_topics.size() > 1 ? m_topics[1] : "");
    context.out.write(context.wants_json() ? json_success("help", json_help(all, name, text))
                                           : wrapped(text, context.terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_topics;
  bool m_is_all = false;
};

}  // namespace

CommandPtr make_help_command() {
  return std::make_unique<HelpCommand>();
}

}  // namespace rlmdb::cli
