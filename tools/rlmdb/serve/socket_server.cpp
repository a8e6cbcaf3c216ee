// SPDX-License-Identifier: MIT
#include "serve/socket_server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "frame/interruption.hpp"
#include "serve/ending.hpp"
#include "serve/json_rpc.hpp"

namespace rlmdb::cli {
namespace {

extern "C" void note_child(int /*signal*/) {}

void set_disposition(int signal, void (*disposition)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = disposition;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

std::string system_says() {
  return std::generic_category().message(errno);
}

/// Who does not read it at once does not get it.
void tell(const Descriptor& client, const Error& error) {
  const std::string line = rpc_error("null", RpcCode::failed, error);
  static_cast<void>(::send(client.number(), line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

}  // namespace

SocketServer::SocketServer(ListeningSocket& socket, LogSink log) : m_socket(socket), m_log(std::move(log)) {
  sigset_t taken;
  ::sigemptyset(&taken);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) ::sigaddset(&taken, signal);
  // Taken only while this waits, so that none comes between looking and waiting, or to a process half made.
  ::sigprocmask(SIG_BLOCK, &taken, &m_usual);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) ::sigdelset(&m_usual, signal);
  leave_signals_alone();
  set_disposition(SIGHUP, SIG_IGN);
  note_ends({SIGINT, SIGTERM});
  set_disposition(SIGCHLD, note_child);
}

std::optional<SocketClient> SocketServer::run() {
  say(LogLevel::info, fmt::format("answers at {}", m_socket.path().string()));
  while (!is_to_end()) {
    pollfd listening{m_socket.descriptor(), POLLIN, 0};
    const bool has_come = ::ppoll(&listening, 1, nullptr, &m_usual) > 0;
    reap();
    if (!has_come) continue;
    Descriptor client = accept_one();
    if (!client.is_open()) continue;
    if (const std::optional<Error> refusal = refusal_of(client)) {
      say(LogLevel::warning, fmt::format("a client was refused: {}", refusal->what()));
      tell(client, *refusal);
    } else if (std::optional<SocketClient> own = give_process_to(std::move(client))) {
      return own;
    }
  }
  end_all();
  return std::nullopt;
}

Descriptor SocketServer::accept_one() {
  Descriptor client(::accept4(m_socket.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
  const bool is_gone = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
  if (client.is_open() || is_gone) return client;
  say(LogLevel::warning, "cannot take a client: " + system_says());
  // It stays where it is, and would be found again at once.
  constexpr timespec k_pause{0, 100'000'000};
  ::ppoll(nullptr, 0, &k_pause, &m_usual);
  return client;
}

std::optional<Error> SocketServer::refusal_of(const Descriptor& client) const {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(client.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != ::geteuid()) {
    return Error(ErrorCode::usage, "this server answers its own user alone", {},
                 "start a server of your own");
  }
  if (m_clients.size() >= k_most_clients) {
    return Error(ErrorCode::busy,
                 fmt::format("{} clients are connected, and more are not taken", k_most_clients), {},
                 "connect again when one of them has gone");
  }
  return std::nullopt;
}

std::optional<SocketClient> SocketServer::give_process_to(Descriptor client) {
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    const std::string why = "cannot start a process for a client: " + system_says();
    say(LogLevel::warning, why);
    tell(client, Error(ErrorCode::busy, why));
    return std::nullopt;
  }
  if (child > 0) {
    m_clients.insert(child);
    return std::nullopt;
  }
  // The signal comes also when the parent ended before this was said.
  if (::prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || ::getppid() != self) ::_exit(0);
  return SocketClient{std::move(client), become_client()};
}

int SocketServer::become_client() noexcept {
  m_socket.let_go();
  m_clients.clear();
  const int end = make_end_descriptor();
  if (end < 0) ::_exit(1);
  set_disposition(SIGCHLD, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &m_usual, nullptr);
  return end;
}

void SocketServer::reap() {
  int status = 0;
  for (pid_t ended = ::waitpid(-1, &status, WNOHANG); ended > 0; ended = ::waitpid(-1, &status, WNOHANG)) {
    if (m_clients.erase(ended) == 0 || !WIFSIGNALED(status)) continue;
    say(LogLevel::warning,
        fmt::format("the process {} of a client was ended by signal {}", ended, WTERMSIG(status)));
  }
}

void SocketServer::end_all() {
  using Clock = std::chrono::steady_clock;
  m_socket.end_listening();
  for (const pid_t client : m_clients) ::kill(client, SIGTERM);
  const auto limit = Clock::now() + std::chrono::seconds(k_seconds_to_end + 1);
  while (!m_clients.empty() && Clock::now() < limit) {
    constexpr timespec k_longest{1, 0};
    ::ppoll(nullptr, 0, &k_longest, &m_usual);
    reap();
  }
  for (const pid_t client : m_clients) ::kill(client, SIGKILL);
  for (const pid_t client : m_clients) ::waitpid(client, nullptr, 0);
}

void SocketServer::say(LogLevel level, const std::string& message) const {
  if (m_log) m_log(level, message);
}

}  // namespace rlmdb::cli
