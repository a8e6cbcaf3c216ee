// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <set>

#include "frame/descriptor.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/log.hpp"
#include "serve/listening_socket.hpp"

namespace rlmdb::cli {

/// What a process of its own answers.
struct SocketClient {
  Descriptor connection;
  int end = -1;  ///< readable once the process is to end; lives as long as the process
};

/// Gives each client of a socket a process of its own (decision 056). Of a process that has one thread, and as
/// long as the process: the signals are its.
class SocketServer {
 public:
  /// So many at once; others are told `busy`.
  static constexpr std::size_t k_most_clients = 64;

  SocketServer(ListeningSocket& socket, LogSink log);

  /// Returns in each forked process, with its client. Returns in this one, with none, once SIGTERM or SIGINT has
  /// come, nobody can connect any more and all clients' processes have ended.
  [[nodiscard]] std::optional<SocketClient> run();

 private:
  [[nodiscard]] Descriptor accept_one();
  [[nodiscard]] std::optional<Error> refusal_of(const Descriptor& client) const;
  /// In the forked process its client.
  [[nodiscard]] std::optional<SocketClient> give_process_to(Descriptor client);
  /// Its descriptor that says when it is to end.
  [[nodiscard]] int become_client() noexcept;
  void reap();
  void end_all();
  void say(LogLevel level, const std::string& message) const;

  ListeningSocket& m_socket;
  LogSink m_log;
  std::set<pid_t> m_clients;
  sigset_t m_usual{};  ///< what is blocked but while this waits for nothing
};

}  // namespace rlmdb::cli
