// SPDX-License-Identifier: MIT
#include "frame/interruption.hpp"

#include <csignal>
#include <cstdlib>

namespace rlmdb::cli {
namespace {

std::atomic<bool> s_interrupted{false};
std::atomic<bool> s_are_waits_over{false};
std::atomic<bool> s_is_withdrawn{false};
std::atomic<bool> s_is_stored{false};
std::atomic<bool> s_suspension{false};
std::atomic<bool> s_are_left_alone{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void note_interruption(int /*signal*/) {
  s_interrupted.store(true);
}

extern "C" void note_suspension(int /*signal*/) {
  s_suspension.store(true);
}

void set_disposition(int signal, void (*disposition)(int), int flags) noexcept {
  struct sigaction action {};
  action.sa_handler = disposition;
  action.sa_flags = flags;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void ignore_write_signals() noexcept {
  set_disposition(SIGPIPE, SIG_IGN, 0);
  set_disposition(SIGXFSZ, SIG_IGN, 0);
}

void watch_for_interruption() noexcept {
  if (s_are_left_alone) return;
  for (const int signal : {SIGINT, SIGTERM}) {
    set_disposition(signal, note_interruption, static_cast<int>(SA_RESETHAND) | SA_RESTART);
  }
  struct sigaction before {};
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) set_disposition(SIGHUP, note_interruption, SA_RESTART);
}

void leave_signals_alone() noexcept {
  s_are_left_alone.store(true);
}

void interrupt() noexcept {
  s_interrupted.store(true);
}

void forget_interruption() noexcept {
  s_interrupted.store(false);
}

void end_waits() noexcept {
  s_are_waits_over.store(true);
}

bool are_waits_over() noexcept {
  return s_are_waits_over.load();
}

void withdraw() noexcept {
  s_is_withdrawn.store(true);
}

void keep_from_withdrawal() noexcept {
  s_is_stored.store(true);
}

void forget_withdrawal() noexcept {
  s_is_withdrawn.store(false);
  s_is_stored.store(false);
}

bool is_withdrawn() noexcept {
  return s_is_withdrawn.load() && !s_is_stored.load();
}

const std::atomic<bool>& interrupted() noexcept {
  return s_interrupted;
}

void watch_for_suspension() noexcept {
  if (s_are_left_alone) return;
  set_disposition(SIGTSTP, note_suspension, SA_RESTART);
}

bool take_suspension() noexcept {
  return s_suspension.exchange(false);
}

void suspend() noexcept {
  ::raise(SIGSTOP);
}

void end_by_broken_pipe() noexcept {
  constexpr int k_status_of_sigpipe = 128 + SIGPIPE;
  set_disposition(SIGPIPE, SIG_DFL, 0);
  ::raise(SIGPIPE);
  std::_Exit(k_status_of_sigpipe);
}

}  // namespace rlmdb::cli
