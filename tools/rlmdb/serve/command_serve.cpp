// SPDX-License-Identifier: MIT
#include <utility>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "serve/connection.hpp"
#include "serve/listening_socket.hpp"
#include "serve/session_calls.hpp"
#include "serve/socket_server.hpp"
#include "serve/standard_streams.hpp"

namespace rlmdb::cli {
namespace {

class ServeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "serve",
        "answer other programs' calls",
        "[options]",
        "For programs in other languages: starts once, keeps the database open, and\n"
        "answers JSON-RPC 2.0, one message a line, on standard input and output until the\n"
        "input ends. A method is a command and its verb (claim, task.add), its params are\n"
        "the options by name, its result is what --json prints. What was asked before the\n"
        "input ended is done, and nothing waits any more from then on. SIGTERM ends it\n"
        "sooner: what has not begun is dropped. SIGINT and SIGHUP are ignored.\n"
        "\n"
        "--socket answers many clients of this user at once, until SIGINT or SIGTERM.",
        {"# the counts of a database", R"(printf '%s\n' '{"id":1,"method":"stats"}' | rlmdb serve)",
         "# for programs that come and go", "rlmdb serve --socket \"$XDG_RUNTIME_DIR/rlmdb.sock\""},
        {{0, "the input has ended and all that was asked is answered; or a signal ended it"},
         {1, "nobody read the answers, or the system refused to read, write or listen"},
         {2, "wrong arguments, or others can write in the directory of the socket"},
         {4, "there is no directory for the socket"},
         {7, "another server answers at the socket, or something else is there"}},
        {"task", "claim", "events"},
        {},
        Database::unused,
        "it is what answers calls"};
    return k_text;
  }

  void setup(Options& options) override {
    options.text("--socket", m_socket, "PATH", "listen there instead, with a process for each client");
  }

  [[nodiscard]] Answers answers() const override {
    return {"An answer.",
            {{"result", "Of a call that was done.", shape_of([] { return rpc_answer("", {}); })},
             {"error", "Of one that was not.",
              shape_of([] { return rpc_error("", RpcCode::failed, Error(ErrorCode::internal, "")); })}},
            Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    if (m_socket.has_value()) return listen(*m_socket, context);
    context.out.require_writable();
    SessionCalls calls(context.options);
    answer_on_standard_streams(calls);
    return ExitCode::done;
  }

 private:
  /// Comes to its end in this process, and in each that it makes for a client.
  static ExitCode listen(const std::string& path, Context& context) {
    ListeningSocket socket(path);
    SocketServer server(socket, context.log);
    const std::optional<SocketClient> client = server.run();
    if (!client.has_value()) return ExitCode::done;
    give_away_standard_streams();
    GlobalOptions options = context.options;
    options.is_elsewhere = true;
    SessionCalls calls(std::move(options));
    Connection connection(client->connection.number(), client->connection.number(), calls, client->end);
    // A client may go whenever it likes.
    static_cast<void>(connection.run());
    return ExitCode::done;
  }

  std::optional<std::string> m_socket;
};

}  // namespace

CommandPtr make_serve_command() {
  return std::make_unique<ServeCommand>();
}

}  // namespace rlmdb::cli
