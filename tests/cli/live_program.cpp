// SPDX-License-Identifier: MIT
#include "live_program.hpp"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <stdexcept>
#include <utility>

#include "test_dir.hpp"

namespace cli_tests {
namespace {

constexpr unsigned k_longest_life_s = 60;
constexpr unsigned short k_screen_rows = 24;
constexpr unsigned short k_screen_columns = 72;

/// In the child of a fork.
void give_streams(int output, const std::filesystem::path& error_file) {
  constexpr mode_t k_private = 0600;
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int error = ::open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, k_private);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(error, STDERR_FILENO);
}

}  // namespace

LiveProgram::LiveProgram(const Sandbox& sandbox, const std::string& command, Surface surface)
    : m_error_file(sandbox.path() / "live-stderr") {
  std::array<int, 2> pipe{-1, -1};
  if (surface == Surface::pipes && ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("pipe2");
  }
  const winsize size{k_screen_rows, k_screen_columns, 0, 0};
  m_pid = surface == Surface::pipes ? ::fork() : ::forkpty(&m_output, nullptr, nullptr, &size);
  if (m_pid < 0) {
    throw std::runtime_error("fork");
  }
  if (m_pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A program that never ends is a failure too, and not a test that hangs.
    ::alarm(k_longest_life_s);
    if (surface == Surface::pipes) {
      give_streams(pipe[1], m_error_file);
    }
    sandbox.become("exec " + command);
  }
  if (surface == Surface::pipes) {
    ::close(pipe[1]);
    m_output = pipe[0];
  }
}

LiveProgram::~LiveProgram() {
  close_output();
  if (m_pid > 0) {
    ::kill(m_pid, SIGKILL);
    (void)wait();
  }
}

std::string LiveProgram::read_line() {
  std::size_t end = m_unread.find('\n');
  while (end == std::string::npos && read_more()) {
    end = m_unread.find('\n');
  }
  std::string line = m_unread.substr(0, end == std::string::npos ? end : end + 1);
  m_unread.erase(0, line.size());
  return line;
}

std::string LiveProgram::read_rest() {
  while (read_more()) {
  }
  return std::exchange(m_unread, {});
}

std::string LiveProgram::read_some() {
  if (m_unread.empty()) {
    (void)read_more();
  }
  return std::exchange(m_unread, {});
}

void LiveProgram::wait_until_stopped() const {
  int status = 0;
  // Its alarm ends it, and so the wait.
  while (::waitpid(m_pid, &status, WUNTRACED) < 0 && errno == EINTR) {
  }
  if (!WIFSTOPPED(status)) {
    throw std::runtime_error("it has ended");
  }
}

void LiveProgram::resize(unsigned short columns, unsigned short rows) const {
  const winsize size{rows, columns, 0, 0};
  if (::ioctl(m_output, TIOCSWINSZ, &size) != 0) {
    throw std::runtime_error("cannot resize");
  }
}

void LiveProgram::wait_until_full() const {
  constexpr useconds_t k_pause_us = 200;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(k_longest_life_s);
  const int capacity = ::fcntl(m_output, F_GETPIPE_SZ);
  int held = 0;
  while (::ioctl(m_output, FIONREAD, &held) == 0 && held < capacity - PIPE_BUF) {
    if (std::chrono::steady_clock::now() > deadline) {
      throw std::runtime_error("it does not fill its pipe");
    }
    ::usleep(k_pause_us);
  }
}

void LiveProgram::type(const std::string& keys) const {
  if (::write(m_output, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
    throw std::runtime_error("cannot type");
  }
}

void LiveProgram::signal(int number) const {
  ::kill(m_pid, number);
}

void LiveProgram::close_output() {
  if (m_output != -1) {
    ::close(std::exchange(m_output, -1));
  }
}

int LiveProgram::wait() {
  int status = 0;
  while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
  }
  m_pid = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string LiveProgram::error() const {
  return rlmdb::test::read_all(m_error_file);
}

bool LiveProgram::read_more() {
  std::array<char, 4096> buffer{};
  // A terminal whose last process has gone reads as EIO.
  const ssize_t length = ::read(m_output, buffer.data(), buffer.size());
  if (length <= 0) {
    return false;
  }
  m_unread.append(buffer.data(), static_cast<std::size_t>(length));
  return true;
}

}  // namespace cli_tests
