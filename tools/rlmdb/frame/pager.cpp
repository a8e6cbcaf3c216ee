// SPDX-License-Identifier: MIT
#include "frame/pager.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

extern char** environ;

namespace rlmdb::cli {
namespace {

constexpr std::array k_signals = {SIGINT, SIGHUP, SIGTERM, SIGQUIT};

std::atomic<pid_t> s_pager{-1};
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void set_disposition(int signal, void (*disposition)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = disposition;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

void wait_for(pid_t pid) noexcept {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
}

extern "C" void leave_after_pager(int signal) {
  const int error_number = errno;
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  if (const pid_t pid = s_pager.exchange(-1); pid > 0) wait_for(pid);
  set_disposition(signal, SIG_DFL);
  ::raise(signal);
  errno = error_number;
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string{value};
}

/// Whether the program that a line of a shell begins with is there; true where only the shell could tell.
bool is_there(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const std::string word = line.substr(begin, line.find(' ', begin) - begin);
  const bool is_for_shell = line.find_first_of("|&;<>()$`\\\"'*?[#~\n") != std::string::npos;
  if (is_for_shell || word.find_first_of("=/") != std::string::npos) return true;
  const std::string path = environment("PATH");
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t end = std::min(path.find(':', from), path.size());
    if (::access((path.substr(from, end - from) + "/" + word).c_str(), X_OK) == 0) return true;
    from = end + 1;
  }
  return false;
}

/// That of the pager: `less` leaves what fits on a screen as it is, and shows colours.
std::vector<std::string> environment_of_pager() {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  if (std::getenv("LESS") == nullptr) all.emplace_back("LESS=FRX");
  return all;
}

/// Runs `command` in a shell that reads `input`.
std::optional<pid_t> started(const std::string& command, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // What this process ignores, the pager would ignore as well.
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::sigaddset(&defaults, SIGXFSZ);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> entries = environment_of_pager();
  std::vector<char*> pointers;
  for (std::string& entry : entries) pointers.push_back(entry.data());
  pointers.push_back(nullptr);
  std::string line = command;
  std::string shell = "sh";
  std::string option = "-c";
  const std::array<char*, 4> arguments{shell.data(), option.data(), line.data(), nullptr};
  pid_t pid = -1;
  const int failure =
      ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments.data(), pointers.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? std::optional(pid) : std::nullopt;
}

Descriptor copy_of(int descriptor) {
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

}  // namespace

std::optional<std::string> pager_of_environment() {
  const std::string terminal = environment("TERM");
  // In the background a pager would be stopped as soon as it asks for a key.
  const pid_t in_front = ::tcgetpgrp(STDOUT_FILENO);
  const bool is_behind = in_front > 0 && in_front != ::getpgrp();
  if (terminal.empty() || terminal == "dumb" || is_behind) return std::nullopt;
  std::string line = "less";
  for (const char* const name : {"PAGER", "RLMDB_PAGER"}) {
    if (std::getenv(name) != nullptr) line = environment(name);
  }
  const bool is_none = line.find_first_not_of(' ') == std::string::npos || line == "cat";
  return is_none || !is_there(line) ? std::nullopt : std::optional(line);
}

bool Pager::start(const std::string& command) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const Descriptor read_end(ends[0]);
  const Descriptor write_end(ends[1]);
  Descriptor output = copy_of(STDOUT_FILENO);
  const auto pid = output.is_open() ? started(command, read_end.number()) : std::nullopt;
  if (!pid.has_value()) return false;
  m_pid = *pid;
  s_pager = *pid;
  for (const int signal : k_signals) set_disposition(signal, leave_after_pager);
  m_output = std::move(output);
  ::dup2(write_end.number(), STDOUT_FILENO);
  if (::isatty(STDERR_FILENO) == 1) {
    m_error = copy_of(STDERR_FILENO);
    ::dup2(write_end.number(), STDERR_FILENO);
  }
  return true;
}

bool Pager::finish() noexcept {
  if (m_pid < 0) return false;
  ::dup2(m_output.number(), STDOUT_FILENO);
  if (m_error.is_open()) ::dup2(m_error.number(), STDERR_FILENO);
  wait_for(std::exchange(m_pid, -1));
  s_pager = -1;
  for (const int signal : k_signals) set_disposition(signal, SIG_DFL);
  m_output.close();
  m_error.close();
  return true;
}

}  // namespace rlmdb::cli
