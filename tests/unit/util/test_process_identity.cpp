// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>

#include "child_process.hpp"
#include "util/process_identity.hpp"

using namespace rlmdb::util;
using rlmdb::test::ChildProcess;

TEST_SUITE("util::process_identity") {
  TEST_CASE("this process is alive, the same pid with another start is not") {
    const ProcessIdentity self = own_identity();
    CHECK(self.pid == ::getpid());
    CHECK(self.start_ticks > 0);
    CHECK(is_alive(self));
    CHECK_FALSE(is_alive({self.pid, self.start_ticks + 1}));
    CHECK(boot_id().size() == 36);
  }

  TEST_CASE("a child has its own identity and is dead after its end") {
    rlmdb::test::Shared<ProcessIdentity> seen;
    (void)own_identity();
    ChildProcess child([&] {
      *seen = own_identity();
      return 0;
    });
    const pid_t pid = child.pid();
    CHECK(child.wait() == 0);
    CHECK(seen->pid == pid);
    CHECK_FALSE(is_alive(*seen));
    CHECK_FALSE(pid_exists(pid));
    CHECK_FALSE(start_ticks(pid).has_value());
  }

  TEST_CASE("a zombie is not alive, and nobody works under its pid any more") {
    ChildProcess child([] { return 0; });
    siginfo_t ended{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(child.pid()), &ended, WEXITED | WNOWAIT) == 0);
    CHECK_FALSE(pid_exists(child.pid()));
    CHECK_FALSE(is_alive({child.pid(), start_ticks(child.pid()).value_or(0)}));
  }

  TEST_CASE("a process that ends while it is looked at is gone") {
    // The kernel takes each away by itself, many of them after their file was opened and before it was read.
    auto* const before = std::signal(SIGCHLD, SIG_IGN);
    for (int count = 0; count < 500; ++count) {
      const pid_t pid = ::fork();
      if (pid == 0) ::_exit(0);
      REQUIRE(pid > 0);
      while (start_ticks(pid)) {
      }
      CHECK_FALSE(pid_exists(pid));
    }
    (void)std::signal(SIGCHLD, before);
  }
}
