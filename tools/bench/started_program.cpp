// SPDX-License-Identifier: MIT
#include "started_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace bench {

namespace {

constexpr std::size_t k_piece_bytes = 65536;

/// Adds what can be read to `bytes`. False at the end.
bool read_piece(int descriptor, std::string& bytes) {
  std::array<char, k_piece_bytes> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): read fills it
  for (;;) {
    const ssize_t count = ::read(descriptor, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error("cannot read an answer");
    bytes.append(piece.data(), static_cast<std::size_t>(count));
    return count > 0;
  }
}

std::array<int, 2> made_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  return ends;
}

void close_end(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

}  // namespace

StartedProgram::StartedProgram(std::vector<std::string> words) : m_name(words.front()) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<int, 2> to = made_pipe();
  std::array<int, 2> from = made_pipe();
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
  const int error = ::posix_spawn(&m_child, arguments.front(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  close_end(to[0]);
  close_end(from[1]);
  m_input = to[1];
  m_output = from[0];
  if (error != 0) throw std::runtime_error("cannot start " + m_name);
}

StartedProgram::~StartedProgram() {
  if (m_child > 0) ::kill(m_child, SIGTERM);
  wait();
}

std::string StartedProgram::outcome() {
  std::string printed;
  while (read_piece(m_output, printed)) {
  }
  if (wait() != 0) throw std::runtime_error(m_name + " failed");
  return printed;
}

int StartedProgram::wait() noexcept {
  close_end(m_input);
  int status = 0;
  if (m_child > 0) ::waitpid(std::exchange(m_child, -1), &status, 0);
  close_end(m_output);
  return status;
}

void Lines::send(const std::string& line) {
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::write(m_input, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) throw std::runtime_error("cannot send a call");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

std::string Lines::exchange(const std::string& line) {
  send(line);
  for (;;) {
    const std::size_t end = m_bytes.find('\n');
    if (end != std::string::npos) {
      std::string answer = m_bytes.substr(0, end);
      m_bytes.erase(0, end + 1);
      return answer;
    }
    if (!read_piece(m_output, m_bytes)) throw std::runtime_error("the server ended before it answered");
  }
}

int connect_to(const std::filesystem::path& path) {
  constexpr std::chrono::milliseconds k_pause{10};
  constexpr int k_tries = 1000;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  for (int tries = 0; tries < k_tries; ++tries) {
    int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return made;
    close_end(made);
    std::this_thread::sleep_for(k_pause);
  }
  throw std::runtime_error("nobody listens at " + path.string());
}

}  // namespace bench
