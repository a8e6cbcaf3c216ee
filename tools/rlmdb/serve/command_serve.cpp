// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "frame/call.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/input_file.hpp"
#include "frame/interruption.hpp"
#include "serve/connection.hpp"
#include "serve/handshake.hpp"

namespace rlmdb::cli {
namespace {

class CallsOfSession final : public Calls {
 public:
  explicit CallsOfSession(GlobalOptions options) : m_session(std::move(options)) {}

  [[nodiscard]] std::string answer(const RpcRequest& request,
                                   std::optional<std::chrono::milliseconds> longest) override {
    const std::string id = request.id.value_or("null");
    if (request.method == "initialize") return rpc_result(id, initialize(m_session, request.params));
    if (request.method == "methods") return rpc_result(id, list_methods());
    return rpc_answer(id, m_session.answer(request.method, request.params, longest));
  }

 private:
  Session m_session;
};

/// Moved away from where a verb, or a program that it starts, could read or write by mistake.
int taken_away(int descriptor, int flags) {
  const int away = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nothing = ::open("/dev/null", flags | O_CLOEXEC);
  if (away < 0 || nothing < 0 || ::dup2(nothing, descriptor) < 0) {
    throw Error(ErrorCode::io,
                "cannot take over standard input and output: " + std::generic_category().message(errno));
  }
  ::close(nothing);
  return away;
}

class ServeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "serve",
        "answer another program's calls on standard input and output",
        "[options]",
        "For programs in other languages: starts once, keeps the database open, and\n"
        "answers JSON-RPC 2.0, one message a line, until its input ends. A method is a\n"
        "command and its verb (claim, task.add), its params are the options by name, its\n"
        "result is what --json prints. SIGINT, SIGTERM and SIGHUP are ignored: what was\n"
        "asked before the input ended is done.",
        {"# the counts of a database", R"(printf '%s\n' '{"id":1,"method":"stats"}' | rlmdb serve)"},
        {{0, "the input has ended, and all that was asked is answered"},
         {1, "nobody read the answers, or the system refused to read or write"}},
        {"task", "claim", "events"},
        {},
        Database::unused,
        "it is what answers calls"};
    return k_text;
  }

  void setup(Options& /*options*/) override {}

  [[nodiscard]] Answers answers() const override {
    return {"An answer.",
            {{"result", "Of a call that was done.", shape_of([] { return rpc_answer("", {}); })},
             {"error", "Of one that was not.",
              shape_of([] { return rpc_error("", RpcCode::failed, Error(ErrorCode::internal, "")); })}},
            Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    const int input = taken_away(STDIN_FILENO, O_RDONLY);
    const int output = taken_away(STDOUT_FILENO, O_WRONLY);
    give_away_standard_input();
    ignore_ends();
    CallsOfSession calls(context.options);
    Connection connection(input, output, calls);
    if (connection.run() == Connection::End::nobody_read) {
      throw Error(ErrorCode::io, "nobody read the answers", {},
                  "what was asked for before is done; ask what of it is there");
    }
    return ExitCode::done;
  }

 private:
  static void ignore_ends() noexcept {
    leave_signals_alone();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action {};
      action.sa_handler = SIG_IGN;
      ::sigaction(signal, &action, nullptr);
    }
  }
};

}  // namespace

CommandPtr make_serve_command() {
  return std::make_unique<ServeCommand>();
}

}  // namespace rlmdb::cli
