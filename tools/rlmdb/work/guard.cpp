// SPDX-License-Identifier: MIT
#include "work/guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "frame/descriptor.hpp"
#include "rlmdb/guard.hpp"
#include "work/descendants.hpp"

namespace rlmdb::cli {
namespace {

constexpr int k_not_run = 127;
constexpr pid_t k_outside = 0;  ///< what a process in a namespace sees of a parent that is not in it
constexpr std::int64_t k_never = std::numeric_limits<std::int64_t>::max();

void set_environment(std::string_view settings) {
  while (!settings.empty()) {
    const std::string setting(settings.substr(0, settings.find('\0')));
    settings.remove_prefix(std::min(settings.size(), setting.size() + 1));
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      ::unsetenv(setting.c_str());
    } else {
      ::setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1, 1);
    }
  }
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void give_up_with(int error, int failure) {
  (void)!::write(failure, &error, sizeof(error));
  ::_exit(k_not_run);
}

/// In the new process. Writes errno to `failure` where it cannot become the command.
[[noreturn]] void become(const Program& program, std::string_view settings, pid_t guard, const Keeper* keeper,
                         int failure) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const bool is_in_namespace = keeper != nullptr && !keeper->cgroup().has_value();
  if (::getppid() != (is_in_namespace ? k_outside : guard)) ::_exit(k_not_run);
  if (keeper != nullptr) {
    if (const int error = keeper->take_in(); error != 0) give_up_with(error, failure);
  }
  reset_signals();
  set_environment(settings);
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execve(program.path.c_str(), words.data(), environ);
  give_up_with(errno, failure);
}

class Guard {
 public:
  Guard(int channel, const Program& program, std::chrono::milliseconds grace, Containment containment)
      : m_channel(channel), m_program(program), m_grace_ms(grace.count()), m_containment(containment) {}

  int stand() {
    prepare();
    while (!m_is_over) {
      wait();
      take_signals();
      take_orders();
      if (m_command.has_value()) look_after();
    }
    return 0;
  }

 private:
  void prepare() {
    ::setsid();  // no signal of the worker's terminal reaches it, nor the command
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::prctl(PR_SET_NAME, k_guard_process_name.data());
    for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);  // ignored, no end would be told
    sigset_t taken;
    ::sigemptyset(&taken);
    ::sigaddset(&taken, SIGCHLD);
    ::sigaddset(&taken, SIGTERM);
    ::sigprocmask(SIG_SETMASK, &taken, nullptr);
    m_signals = Descriptor(::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
    m_keeper = Keeper::start(m_containment);
    if (!m_keeper.has_value()) m_containment = Containment::parent_death;
    report({GuardReport::Kind::ready, GuardReport::Cause::itself,
            m_keeper.has_value() ? m_keeper->pid() : ::getpid(), static_cast<std::int32_t>(m_containment)});
  }

  void wait() const {
    constexpr std::int64_t k_longest_ms = 1'000;  // the clock may have slept
    constexpr std::int64_t k_between_kills_ms = 10;
    const std::int64_t next = std::min(m_deadline_ms, m_kill_at_ms);
    std::int64_t left =
        m_command.has_value() ? std::clamp<std::int64_t>(next - boot_time_ms(), 0, k_longest_ms) : -1;
    if (m_is_killing) left = k_between_kills_ms;
    std::array<pollfd, 2> files{
        {{m_has_worker ? m_channel : -1, POLLIN, 0}, {m_signals.number(), POLLIN, 0}}};
    (void)::poll(files.data(), files.size(), static_cast<int>(left));
  }

  void take_signals() {
    signalfd_siginfo signal{};
    while (::read(m_signals.number(), &signal, sizeof(signal)) == sizeof(signal)) {
      if (signal.ssi_signo == SIGTERM) end(GuardReport::Cause::order);
    }
  }

  void take_orders() {
    constexpr std::size_t k_longest_packet = std::size_t{1} << 17;
    std::vector<char> packet(k_longest_packet);
    while (m_has_worker) {
      const ssize_t bytes = ::recv(m_channel, packet.data(), packet.size(), MSG_DONTWAIT);
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes < 0 && errno == EAGAIN) return;
      if (bytes < static_cast<ssize_t>(sizeof(GuardOrder))) return lose_worker();
      GuardOrder order;
      std::memcpy(&order, packet.data(), sizeof(order));
      follow(order, {packet.data() + sizeof(order), static_cast<std::size_t>(bytes) - sizeof(order)});
    }
  }

  void follow(const GuardOrder& order, std::string_view settings) {
    switch (order.kind) {
      case GuardOrder::Kind::run:
        set_deadline(order.deadline_ms);
        return start(settings);
      case GuardOrder::Kind::extend:
        return set_deadline(order.deadline_ms);
      case GuardOrder::Kind::end:
        return end(GuardReport::Cause::order);
      case GuardOrder::Kind::kill:
        return kill(GuardReport::Cause::order);
    }
  }

  void set_deadline(std::int64_t deadline_ms) {
    m_deadline_ms = deadline_ms;
    if (m_keeper.has_value()) m_keeper->set_deadline(deadline_ms);
  }

  void lose_worker() {
    m_has_worker = false;
    if (m_command.has_value()) {
      kill(GuardReport::Cause::order);
    } else {
      m_is_over = true;
    }
  }

  void start(std::string_view settings) {
    if (is_too_late()) return end_before_start();
    std::array<int, 2> failure{-1, -1};
    const pid_t guard = ::getpid();
    const Keeper* const keeper = m_keeper.has_value() ? &*m_keeper : nullptr;
    const pid_t child = ::pipe2(failure.data(), O_CLOEXEC) == 0 ? ::fork() : -1;
    if (child == 0) become(m_program, settings, guard, keeper, failure[1]);
    int error = child < 0 ? errno : 0;
    Descriptor read_end(failure[0]);
    Descriptor(failure[1]).close();
    if (child > 0) {
      ::setpgid(child, child);
      if (::read(read_end.number(), &error, sizeof(error)) != sizeof(error)) error = 0;
    }
    if (error != 0) {
      if (child > 0) ::waitpid(child, nullptr, 0);
      // A keeper that has ended at the deadline takes none in: its namespace says that memory is short.
      if (is_too_late()) return end_before_start();
      return end_with({GuardReport::Kind::not_started, GuardReport::Cause::itself, 0, error});
    }
    let_go_of_streams();
    m_command.emplace(child, keeper);
    report({GuardReport::Kind::started, GuardReport::Cause::itself, child, 0});
  }

  [[nodiscard]] bool is_too_late() const noexcept { return boot_time_ms() >= m_deadline_ms; }

  /// The worker stood still, or waited for another writer, until the lease was over.
  void end_before_start() { end_with({GuardReport::Kind::ended, GuardReport::Cause::deadline, 0, SIGKILL}); }

  void end_with(const GuardReport& last) {
    let_go_of_streams();
    report(last);
    m_is_over = true;
  }

  void look_after() {
    const bool is_nothing_left = m_command->reap();
    if (m_command->keeper_status().has_value()) look_at_keeper(*m_command->keeper_status());
    if (is_nothing_left) {
      report(
          {GuardReport::Kind::ended, m_cause, m_command->leader(), m_command->leader_status().value_or(0)});
      m_is_over = true;
      return;
    }
    const std::int64_t now = boot_time_ms();
    if (now >= m_deadline_ms) kill(GuardReport::Cause::deadline);
    if (m_command->leader_status().has_value()) end(GuardReport::Cause::itself);
    if (m_is_killing || now >= m_kill_at_ms) {
      m_is_killing = true;
      m_command->signal(SIGKILL);
    }
  }

  /// One that ended unasked took the command with it, or that has to be done now.
  void look_at_keeper(int status) {
    if (m_keeper->cgroup().has_value() && WIFSIGNALED(status) && !m_is_killing)
      return kill(GuardReport::Cause::no_keeper);
    const int leader = m_command->leader_status().value_or(0);
    if (m_cause != GuardReport::Cause::itself || !WIFSIGNALED(leader) || WTERMSIG(leader) != SIGKILL) return;
    if (WIFSIGNALED(status) && !m_is_killing) m_cause = GuardReport::Cause::no_keeper;
    if (WIFEXITED(status) && WEXITSTATUS(status) == Keeper::k_deadline_code)
      m_cause = GuardReport::Cause::deadline;
  }

  void end(GuardReport::Cause cause) {
    if (!m_command.has_value() || m_kill_at_ms != k_never) return;
    note(cause);
    m_kill_at_ms = boot_time_ms() + m_grace_ms;
    m_command->signal(SIGTERM);
    m_command->signal(SIGCONT);
  }

  void kill(GuardReport::Cause cause) {
    if (m_is_killing || !m_command.has_value()) return;
    note(cause);
    m_is_killing = true;
    m_command->signal(SIGKILL);
  }

  /// The first cause counts, and only while the command itself has not ended.
  void note(GuardReport::Cause cause) {
    if (m_cause == GuardReport::Cause::itself && !m_command->leader_status().has_value()) m_cause = cause;
  }

  void report(const GuardReport& report) const {
    // A worker that is gone needs none.
    (void)::send(m_channel, &report, sizeof(report), MSG_NOSIGNAL);
  }

  int m_channel;
  const Program& m_program;
  std::int64_t m_grace_ms;
  Containment m_containment;
  std::optional<Keeper> m_keeper;
  Descriptor m_signals;
  std::optional<Descendants> m_command;
  std::int64_t m_deadline_ms = k_never;
  std::int64_t m_kill_at_ms = k_never;
  GuardReport::Cause m_cause = GuardReport::Cause::itself;
  bool m_has_worker = true;
  bool m_is_killing = false;
  bool m_is_over = false;
};

}  // namespace

std::int64_t boot_time_ms() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  constexpr std::int64_t k_ms_per_s = 1'000;
  constexpr std::int64_t k_ns_per_ms = 1'000'000;
  return static_cast<std::int64_t>(now.tv_sec) * k_ms_per_s + now.tv_nsec / k_ns_per_ms;
}

int stand_guard(int channel, const Program& program, std::chrono::milliseconds grace,
                Containment containment) {
  return Guard(channel, program, grace, containment).stand();
}

}  // namespace rlmdb::cli
