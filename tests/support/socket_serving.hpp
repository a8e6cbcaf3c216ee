// SPDX-License-Identifier: MIT
/// A real `rlmdb serve --socket`, and clients of it.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

#include "child_process.hpp"
#include "serving.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

inline sockaddr_un socket_address(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  return address;
}

/// -1 where nobody answers.
inline int connected_to(const std::filesystem::path& path) {
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = socket_address(path);
  if (::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return made;
  ::close(made);
  return -1;
}

/// A socket of the test's own at the path.
inline int bound_at(const std::filesystem::path& path) {
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = socket_address(path);
  if (::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(made, 5) != 0)
    throw std::runtime_error("bind");
  return made;
}

class SocketClient : public Peer {
 public:
  explicit SocketClient(const std::filesystem::path& path) {
    ::signal(SIGPIPE, SIG_IGN);
    wait_until([&] { return (m_in = connected_to(path)) >= 0; });
    m_out = ::fcntl(m_in, F_DUPFD_CLOEXEC, 0);
  }

  void leave() {
    close_input();
    close_output();
  }
  void end_input() { ::shutdown(m_in, SHUT_WR); }
  /// The process that answers this client.
  pid_t pid() { return result("initialize").at("pid").get<pid_t>(); }
};

/// A server for x.db in that directory, at s.sock in it, started and answering.
class SocketServing {
 public:
  explicit SocketServing(const std::filesystem::path& directory)
      : m_path(directory / "s.sock"), m_program(launch(directory)) {
    // A process that a killed server was just making may hold its socket for a moment longer.
    wait_until([this] {
      try {
        return SocketClient(m_path).call("where").contains("result");
      } catch (const std::runtime_error&) {
        return false;
      }
    });
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] pid_t pid() const noexcept { return m_program.pid(); }
  void signal(int number) const { m_program.signal(number); }
  Ended wait() { return m_program.wait(); }
  Ended end() {
    signal(SIGTERM);
    return wait();
  }

  static Launch launch(const std::filesystem::path& directory, const std::string& path = "s.sock") {
    Launch launch;
    launch.words = {program_path(), "--db", "x.db", "serve", "--socket", path};
    launch.directory = directory;
    return launch;
  }

 private:
  std::filesystem::path m_path;
  RunningProgram m_program;
};

}  // namespace rlmdb::test
