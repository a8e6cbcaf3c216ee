// SPDX-License-Identifier: MIT
#pragma once

#include <grp.h>
#include <unistd.h>

namespace rlmdb::test {

/// For a child before exec: root may write anywhere, so it becomes nobody; another user stays what it is.
inline void become_unprivileged() {
  constexpr unsigned k_nobody = 65534;
  if (::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0 || ::setgid(k_nobody) != 0 || ::setuid(k_nobody) != 0) ::_exit(126);
}

}  // namespace rlmdb::test
