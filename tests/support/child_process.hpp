// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

namespace rlmdb::test {

/// Runs a function in a forked process; its result is the exit code, 99 after an exception. Killed and
/// reaped on destruction.
class ChildProcess {
 public:
  template <class Body>
  explicit ChildProcess(Body&& body) {
    std::fflush(nullptr);
    m_pid = ::fork();
    if (m_pid < 0) throw std::runtime_error("fork");
    if (m_pid > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int code = 99;
    try {
      code = body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "child: %s\n", error.what());
    }
    ::_exit(code);
  }
  ChildProcess(ChildProcess&& other) noexcept : m_pid(std::exchange(other.m_pid, -1)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() { kill(); }

  [[nodiscard]] pid_t pid() const noexcept { return m_pid; }

  /// Exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  /// SIGKILL, and gone on return.
  void kill() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL);
    wait();
  }

 private:
  pid_t m_pid = -1;
};

/// One object that parent and children see alike.
template <class Value>
class Shared {
 public:
  Shared() {
    void* const memory =
        ::mmap(nullptr, sizeof(Value), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("mmap");
    m_value = new (memory) Value();
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { ::munmap(m_value, sizeof(Value)); }

  Value* operator->() const noexcept { return m_value; }
  Value& operator*() const noexcept { return *m_value; }

 private:
  Value* m_value = nullptr;
};

/// Throws when nothing has come of it for so long that nothing ever will, also on a slow machine.
template <class Condition>
void wait_until(Condition&& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("waited five minutes in vain");
    ::usleep(200);
  }
}

}  // namespace rlmdb::test
