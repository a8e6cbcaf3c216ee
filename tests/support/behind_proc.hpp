// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/mount.h>

#include "child_process.hpp"

namespace rlmdb::test {

/// For a child: puts another file system over /proc, for itself alone. False where that is not allowed.
inline bool put_over_proc(const char* type, const char* options) {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount(type, "/proc", type, 0, options) == 0;
}

/// Runs `body` in a child that has put that over /proc, and checks that it was true.
template <class Body>
void check_behind(const char* type, const char* options, const Body& body) {
  constexpr int k_not_allowed = 77;
  ChildProcess child([&] { return put_over_proc(type, options) ? (body() ? 0 : 1) : k_not_allowed; });
  const int code = child.wait();
  if (code == k_not_allowed) {
    MESSAGE("not tested: nothing can be mounted here");
  } else {
    CHECK(code == 0);
  }
}

}  // namespace rlmdb::test
