// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

#include "behind_proc.hpp"
#include "child_process.hpp"
#include "thrown.hpp"
#include "unprivileged.hpp"
#include "util/process_identity.hpp"

using namespace rlmdb::util;
using rlmdb::test::check_behind;
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

  TEST_CASE("a process that is hidden is not taken for dead") {
    const ProcessIdentity self = own_identity();
    ChildProcess other([] { return 0; });
    const pid_t gone = other.pid();
    other.wait();
    check_behind("proc", "hidepid=2", [&] {
      rlmdb::test::become_unprivileged();
      return !start_ticks(self.pid) && is_alive(self) && pid_exists(self.pid) && !is_alive({gone, 1});
    });
    check_behind("tmpfs", "", [&] { return is_alive(self) && pid_exists(self.pid) && !is_alive({gone, 1}); });
  }

  TEST_CASE("a hidden process may be the one of a time, but of none before this boot") {
    const std::int64_t boot_ms = boot_time_s().value() * 1000;
    const std::int64_t now_ms = ::time(nullptr) * std::int64_t{1000};
    ChildProcess other([] { return 0; });
    const pid_t gone = other.pid();
    other.wait();
    const pid_t self = ::getpid();
    CHECK(may_be_of_time(self, now_ms, boot_ms));
    check_behind("proc", "hidepid=2", [&] {
      rlmdb::test::become_unprivileged();
      return !start_ticks(self) && may_be_of_time(self, now_ms, boot_ms) &&
             !may_be_of_time(self, boot_ms - 1, boot_ms) && !may_be_of_time(gone, now_ms, boot_ms);
    });
  }

  TEST_CASE("without /proc the error says what to do") {
    check_behind("tmpfs", "", [] {
      const auto error = rlmdb::test::error_of([] { (void)boot_id(); });
      return error && error->code() == rlmdb::ErrorCode::io &&
             error->where() == "/proc/sys/kernel/random/boot_id" &&
             error->hint() == "mount /proc where rlmdb runs: mount -t proc proc /proc, without subset=pid";
    });
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
