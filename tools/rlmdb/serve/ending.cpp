// SPDX-License-Identifier: MIT
#include "serve/ending.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace rlmdb::cli {
namespace {

std::atomic<bool> s_is_to_end{false};
std::atomic<int> s_end{-1};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void note_end(int /*signal*/) {
  const int descriptor = s_end;
  if (s_is_to_end.exchange(true) || descriptor < 0) return;
  const int error_number = errno;
  const std::uint64_t once = 1;
  [[maybe_unused]] const auto written = ::write(descriptor, &once, sizeof once);
  // Who does not come to an end by then is ended, also where nobody is left to do it.
  ::alarm(k_seconds_to_end);
  errno = error_number;
}

}  // namespace

void note_ends(std::initializer_list<int> signals) noexcept {
  for (const int signal : signals) {
    struct sigaction action {};
    action.sa_handler = note_end;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

bool is_to_end() noexcept {
  return s_is_to_end;
}

int make_end_descriptor() noexcept {
  s_is_to_end = false;
  const int descriptor = ::eventfd(0, EFD_CLOEXEC);
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGALRM, &usual, nullptr);
  s_end = descriptor;
  return descriptor;
}

}  // namespace rlmdb::cli
