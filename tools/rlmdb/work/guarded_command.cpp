// SPDX-License-Identifier: MIT
#include "work/guarded_command.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "rlmdb/error.hpp"
#include "work/descendants.hpp"

namespace rlmdb::cli {
namespace {

constexpr useconds_t k_between_looks_us = 1'000;

/// Of this process, which is one thread: the children that are no command's. Guards and keepers, which are
/// waited for by name, and those that were there before the first guard.
std::vector<pid_t>& kept_children() {
  static std::vector<pid_t> s_kept = children_of_this_process();
  return s_kept;
}

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorCode::io, "cannot " + what + ": " + std::strerror(errno), {},
              "what this worker had claimed is given back when its lease ends");
}

struct Ends {
  Descriptor ours;
  Descriptor theirs;
};

Ends make_pipe(bool is_input) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("make a pipe");
  Ends pipe{Descriptor(ends[is_input ? 1 : 0]), Descriptor(ends[is_input ? 0 : 1])};
  ::fcntl(pipe.ours.number(), F_SETFL, O_NONBLOCK);
  return pipe;
}

Ends make_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("make a socket");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// In the new process. Nothing of the worker's stays open: neither the database nor another command's pipe.
[[noreturn]] void become_guard(int input, int output, int errors, int channel, const Program& program,
                               std::chrono::milliseconds grace, Containment containment) {
  constexpr int k_channel = STDERR_FILENO + 1;
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  if (channel != k_channel) ::dup3(channel, k_channel, O_CLOEXEC);
  ::syscall(SYS_close_range, k_channel + 1, ~0U, 0);
  ::_exit(stand_guard(k_channel, program, grace, containment));
}

}  // namespace

GuardedCommand::GuardedCommand(const Program& program, std::chrono::milliseconds grace,
                               Containment containment)
    : m_containment(containment) {
  Ends input = make_pipe(true);
  Ends output = make_pipe(false);
  Ends errors = make_pipe(false);
  Ends channel = make_channel();
  std::vector<pid_t>& kept = kept_children();
  m_guard = ::fork();
  if (m_guard < 0) fail("start a process");
  if (m_guard == 0) {
    become_guard(input.theirs.number(), output.theirs.number(), errors.theirs.number(),
                 channel.theirs.number(), program, grace, containment);
  }
  kept.push_back(m_guard);
  m_input = std::move(input.ours);
  m_output = std::move(output.ours);
  m_errors = std::move(errors.ours);
  m_channel = std::move(channel.ours);
  channel.theirs.close();
  take_ready();
}

void GuardedCommand::take_ready() {
  GuardReport report;
  ssize_t bytes = -1;
  do {
    bytes = ::recv(m_channel.number(), &report, sizeof(report), 0);
  } while (bytes < 0 && errno == EINTR);
  if (bytes != sizeof(report)) {
    bury_guard();
    errno = EAGAIN;
    fail("start a process");
  }
  m_owner = report.pid;
  if (m_owner != m_guard) kept_children().push_back(m_owner);
  m_containment = static_cast<Containment>(report.value);
}

GuardedCommand::~GuardedCommand() {
  m_channel.close();
  while (!is_nothing_inherited()) ::usleep(k_between_looks_us);
  bury_guard();
}

void GuardedCommand::run(const std::vector<std::string>& environment, std::int64_t deadline_ms) {
  GuardOrder order;
  order.kind = GuardOrder::Kind::run;
  order.deadline_ms = deadline_ms;
  std::string packet(reinterpret_cast<const char*>(&order), sizeof(order));
  for (const std::string& setting : environment) packet.append(setting).push_back('\0');
  if (::send(m_channel.number(), packet.data(), packet.size(), MSG_NOSIGNAL) < 0) fail("start the command");
}

void GuardedCommand::extend(std::int64_t deadline_ms) const noexcept {
  send(GuardOrder::Kind::extend, deadline_ms);
}

void GuardedCommand::end() const noexcept {
  send(GuardOrder::Kind::end);
}

void GuardedCommand::kill() const noexcept {
  send(GuardOrder::Kind::kill);
}

void GuardedCommand::send(GuardOrder::Kind kind, std::int64_t deadline_ms) const noexcept {
  const GuardOrder order{kind, deadline_ms};
  // A guard that has ended needs none; look() tells.
  (void)::send(m_channel.number(), &order, sizeof(order), MSG_NOSIGNAL);
}

std::optional<CommandEnd> GuardedCommand::look() {
  for (;;) {
    GuardReport report;
    const ssize_t bytes = ::recv(m_channel.number(), &report, sizeof(report), MSG_DONTWAIT);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0 && errno == EAGAIN) return std::nullopt;
    if (bytes != sizeof(report)) return end_without_guard();
    if (report.kind == GuardReport::Kind::started) {
      m_command = report.pid;
      continue;
    }
    bury_guard();
    if (report.kind == GuardReport::Kind::not_started)
      return CommandEnd{CommandEnd::Cause::not_started, report.value};
    constexpr std::array k_causes{CommandEnd::Cause::itself, CommandEnd::Cause::order,
                                  CommandEnd::Cause::deadline, CommandEnd::Cause::no_guard};
    return CommandEnd{k_causes.at(static_cast<std::size_t>(report.cause)), report.value};
  }
}

/// The command has died with it. What it had started has become ours: the end is told once that is gone.
std::optional<CommandEnd> GuardedCommand::end_without_guard() {
  m_channel.close();
  if (!is_nothing_inherited()) return std::nullopt;
  bury_guard();
  return CommandEnd{CommandEnd::Cause::no_guard, SIGKILL};
}

/// Once the guard has ended; it is waited for afterwards, which is when others may take its claim. Whoever of
/// this process's children is not kept has lost its guard, this one or another.
bool GuardedCommand::is_nothing_inherited() const {
  if (m_guard == 0) return true;
  siginfo_t end{};
  while (::waitid(P_PID, static_cast<id_t>(m_guard), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  return end.si_code == CLD_EXITED || end_all_but(kept_children());
}

/// A keeper that its guard has not waited for has become ours, as the command has. It ends once its namespace
/// is empty: also the command, whose pid nobody may have told us, has to be waited for.
void GuardedCommand::bury_keeper() const {
  siginfo_t none{};
  const bool is_ours = ::waitid(P_PID, static_cast<id_t>(m_owner), &none, WEXITED | WNOHANG | WNOWAIT) == 0;
  if (is_ours && m_containment == Containment::cgroup) {
    if (const auto cgroup = Cgroup::find(Keeper::cgroup_name(m_guard))) cgroup->end();
    ::kill(m_owner, SIGKILL);
  }
  while (::waitpid(m_owner, nullptr, WNOHANG) == 0) {
    reap_all_but(kept_children());
    ::usleep(k_between_looks_us);
  }
}

void GuardedCommand::bury_guard() {
  if (m_guard == 0) return;
  while (::waitpid(m_guard, nullptr, 0) < 0 && errno == EINTR) continue;
  std::erase(kept_children(), m_guard);
  if (m_owner > 0 && m_owner != m_guard) {
    bury_keeper();
    std::erase(kept_children(), m_owner);
  }
  m_guard = 0;
}

}  // namespace rlmdb::cli
