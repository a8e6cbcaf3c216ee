// SPDX-License-Identifier: MIT
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "mcp/mcp_calls.hpp"
#include "serve/json_rpc.hpp"
#include "serve/standard_streams.hpp"

namespace rlmdb::cli {
namespace {

class McpCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "mcp",
        "offer an agent the tasks as tools of the Model Context Protocol",
        "[options]",
        "For clients that speak the Model Context Protocol: starts once, keeps the\n"
        "database open, and answers on standard input and output until its input ends.\n"
        "Tools are commands and their verbs (claim, task_add), arguments are the options\n"
        "by name. Long answers are cut, and have a cursor to the rest. Without more\n"
        "options no tool reads or writes a file, takes anything away, or applies a\n"
        "recovery. What was asked before the input ended is done, and nothing waits any\n"
        "more from then on. SIGTERM ends it sooner: what has not begun is dropped. SIGINT\n"
        "and SIGHUP are ignored.",
        {"# what an agent is offered", R"(echo '{"id":1,"method":"tools/list"}' | rlmdb mcp)"},
        {{0, "the input has ended, and all that was asked is answered; or SIGTERM ended it"},
         {1, "nobody read the answers, or the system refused to read or write"}},
        {"serve", "claim", "recover"},
        {},
        Database::unused,
        "it is what offers tools"};
    return k_text;
  }

  void setup(Options& options) override {
    McpRights& rights = m_how.rights;
    options.toggle("--allow-apply", rights.may_apply,
                   "offer recover_apply, which queues again what a crash interrupted");
    options.toggle("--allow-files", rights.may_use_files,
                   "offer what reads and writes files of the project, and what takes away");
    options.toggle("--read-only", rights.only_reads, "offer only what reads");
    options.text("--tree", rights.tree, "ID", "offer this tree alone");
    options.number("--most-bytes", {k_least_bytes, k_most_bytes}, m_most_bytes,
                   "the longest message with the answer of a tool, which says it as text and as "
                   "structure; the rest is behind a cursor; default {}");
  }

  [[nodiscard]] Answers answers() const override {
    return {"A message of the protocol.",
            {{"result", "Of what was done.", shape_of([] { return rpc_result("", ""); })},
             {"error", "Of what no tool and no method is, or no message.",
              shape_of([] { return rpc_error("", RpcCode::failed, Error(ErrorCode::internal, "")); })}},
            Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    m_how.most_bytes = static_cast<std::size_t>(m_most_bytes);
    McpCalls calls(context.options, m_how);
    answer_on_standard_streams(calls);
    return ExitCode::done;
  }

 private:
  static constexpr std::int64_t k_least_bytes = 4'000;
  static constexpr std::int64_t k_most_bytes = 10'000'000;

  McpOptions m_how;
  std::int64_t m_most_bytes = 80'000;
};

}  // namespace

CommandPtr make_mcp_command() {
  return std::make_unique<McpCommand>();
}

}  // namespace rlmdb::cli
