// SPDX-License-Identifier: MIT
#include "work/containment.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "rlmdb/guard.hpp"
#include "work/guard.hpp"

namespace rlmdb::cli {
namespace {

struct KeeperOrder {
  enum class Kind : std::int64_t { deadline, end };
  Kind kind = Kind::deadline;
  std::int64_t deadline_ms = 0;
};

/// The life of a keeper; what it keeps ends with it.
class Keeping {
 public:
  Keeping(int orders, const std::optional<Cgroup>& cgroup) : m_orders(orders), m_cgroup(cgroup) {}

  [[noreturn]] void keep() {
    prepare();
    for (;;) {
      wait();
      reap();
      take_orders();
      if (m_is_ending && is_alone()) leave(0);
      if (boot_time_ms() >= m_deadline_ms) leave(Keeper::k_deadline_code);
    }
  }

 private:
  void prepare() {
    ::prctl(PR_SET_NAME, k_guard_process_name.data());
    // The end of its orders tells it of the guard's; where its own end is enough, that need not even run.
    if (!m_cgroup) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    sigset_t taken;
    ::sigemptyset(&taken);
    ::sigaddset(&taken, SIGCHLD);
    m_signals = Descriptor(::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  void wait() const {
    constexpr std::int64_t k_longest_ms = 1'000;  // the clock may have slept
    constexpr int k_between_looks_ms = 5;
    const auto left = std::clamp<std::int64_t>(m_deadline_ms - boot_time_ms(), 0, k_longest_ms);
    std::array<pollfd, 2> files{{{m_orders, POLLIN, 0}, {m_signals.number(), POLLIN, 0}}};
    (void)::poll(files.data(), files.size(), m_is_ending ? k_between_looks_ms : static_cast<int>(left));
  }

  void reap() const {
    signalfd_siginfo signal{};
    while (::read(m_signals.number(), &signal, sizeof(signal)) == sizeof(signal)) continue;
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
  }

  void take_orders() {
    KeeperOrder order;
    for (;;) {
      const ssize_t bytes = ::read(m_orders, &order, sizeof(order));
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes < 0 && errno == EAGAIN) return;
      if (bytes != sizeof(order)) leave(0);  // the guard is gone
      if (order.kind == KeeperOrder::Kind::deadline) {
        m_deadline_ms = order.deadline_ms;
      } else {
        m_is_ending = true;
        signal_all(SIGTERM);
        signal_all(SIGCONT);
      }
    }
  }

  [[nodiscard]] bool is_alone() const noexcept {
    return m_cgroup ? m_cgroup->is_empty() : ::kill(-1, 0) != 0 && errno == ESRCH;
  }

  void signal_all(int number) const noexcept {
    if (m_cgroup) return m_cgroup->signal_all(number);
    ::kill(-1, number);
  }

  [[noreturn]] void leave(int code) const noexcept {
    if (m_cgroup) m_cgroup->end();
    ::_exit(code);
  }

  int m_orders;
  const std::optional<Cgroup>& m_cgroup;
  Descriptor m_signals;
  std::int64_t m_deadline_ms = std::numeric_limits<std::int64_t>::max();
  bool m_is_ending = false;
};

/// In the new process. It holds nothing open but its orders: a pipe ends with its last holder.
[[noreturn]] void become_keeper(int orders, const std::optional<Cgroup>& cgroup) {
  constexpr int k_orders = STDERR_FILENO + 1;
  if (orders != k_orders) ::dup3(orders, k_orders, O_CLOEXEC);
  ::syscall(SYS_close_range, k_orders + 1, ~0U, 0);
  let_go_of_streams();
  Keeping(k_orders, cgroup).keep();
}

/// In a process of its own: whether a namespace with a /proc can be had.
[[noreturn]] void try_namespace() {
  if (::unshare(CLONE_NEWPID) != 0) ::_exit(EXIT_FAILURE);
  const pid_t first = ::fork();
  if (first == 0) ::_exit(mount_own_proc() == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
  int status = EXIT_FAILURE;
  const bool has_ended = first > 0 && ::waitpid(first, &status, 0) == first;
  ::_exit(has_ended && status == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// In a process of its own: whether a control group can be had and entered.
[[noreturn]] void try_cgroup() {
  const auto cgroup = Cgroup::make("rlmdb-try-" + std::to_string(::getpid()));
  if (!cgroup) ::_exit(EXIT_FAILURE);
  const pid_t inside = ::fork();
  if (inside == 0) ::_exit(cgroup->enter() == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
  int status = EXIT_FAILURE;
  const bool has_ended = inside > 0 && ::waitpid(inside, &status, 0) == inside;
  cgroup->remove();
  ::_exit(has_ended && status == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

bool can(void (*attempt)()) noexcept {
  const pid_t child = ::fork();
  if (child == 0) attempt();
  int status = EXIT_FAILURE;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && status == 0;
}

}  // namespace

Containment find_containment() noexcept {
  if (can(try_namespace)) return Containment::pid_namespace;
  return can(try_cgroup) ? Containment::cgroup : Containment::parent_death;
}

int mount_own_proc() noexcept {
  // What others mount still appears here; what is mounted here stays here.
  const bool is_done = ::unshare(CLONE_NEWNS) == 0 &&
                       ::mount("none", "/", nullptr, MS_REC | MS_SLAVE, nullptr) == 0 &&
                       ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
  return is_done ? 0 : errno;
}

std::string Keeper::cgroup_name(pid_t guard) {
  return "rlmdb-" + std::to_string(guard);
}

std::optional<Keeper> Keeper::start(Containment containment) {
  if (containment == Containment::parent_death) return std::nullopt;
  std::array<int, 2> orders{-1, -1};
  if (::pipe2(orders.data(), O_CLOEXEC | O_NONBLOCK) != 0) return std::nullopt;
  Descriptor theirs(orders[0]);
  Descriptor ours(orders[1]);
  std::optional<Cgroup> cgroup;
  if (containment == Containment::cgroup) {
    cgroup = Cgroup::make(cgroup_name(::getpid()));
    if (!cgroup) return std::nullopt;
  } else if (::unshare(CLONE_NEWPID) != 0) {
    return std::nullopt;
  }
  const pid_t pid = ::fork();
  // Without its first process a namespace takes no others, and there is no way back out of it.
  if (pid < 0) ::_exit(EXIT_FAILURE);
  if (pid == 0) become_keeper(theirs.number(), cgroup);
  return Keeper(pid, std::move(ours), std::move(cgroup));
}

int Keeper::take_in() const noexcept {
  return m_cgroup ? m_cgroup->enter() : mount_own_proc();
}

void Keeper::set_deadline(std::int64_t deadline_ms) const noexcept {
  const KeeperOrder order{KeeperOrder::Kind::deadline, deadline_ms};
  (void)!::write(m_orders.number(), &order, sizeof(order));
}

void Keeper::end_all() const noexcept {
  const KeeperOrder order{KeeperOrder::Kind::end, 0};
  (void)!::write(m_orders.number(), &order, sizeof(order));
}

void Keeper::kill_all() const noexcept {
  if (!m_cgroup) {
    ::kill(m_pid, SIGKILL);
    return;
  }
  m_cgroup->kill_all();
  end_all();
  ::kill(m_pid, SIGCONT);
}

}  // namespace rlmdb::cli
