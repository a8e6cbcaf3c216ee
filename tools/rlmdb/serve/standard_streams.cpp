// SPDX-License-Identifier: MIT
#include "serve/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "frame/input_file.hpp"
#include "frame/interruption.hpp"
#include "serve/ending.hpp"

namespace rlmdb::cli {
namespace {

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

/// Those that a terminal sends to all of its programs are for the other one, which ends this.
int take_signals() noexcept {
  leave_signals_alone();
  for (const int signal : {SIGINT, SIGHUP}) {
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    ::sigaction(signal, &action, nullptr);
  }
  const int end = make_end_descriptor();
  note_ends({SIGTERM});
  return end;
}

}  // namespace

void give_away_standard_streams() {
  ::close(taken_away(STDIN_FILENO, O_RDONLY));
  ::close(taken_away(STDOUT_FILENO, O_WRONLY));
  give_away_standard_input();
}

void answer_on_standard_streams(Calls& calls) {
  const int input = taken_away(STDIN_FILENO, O_RDONLY);
  const int output = taken_away(STDOUT_FILENO, O_WRONLY);
  give_away_standard_input();
  Connection connection(input, output, calls, take_signals());
  if (connection.run() == Connection::End::nobody_read && !is_to_end()) {
    throw Error(ErrorCode::io, "nobody read the answers", {},
                "what was asked for before is done; ask what of it is there");
  }
}

}  // namespace rlmdb::cli
