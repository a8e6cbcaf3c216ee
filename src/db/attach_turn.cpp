// SPDX-License-Identifier: MIT
#include "db/attach_turn.hpp"

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

namespace rlmdb::db {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Beside the bytes that the gate itself locks (writer_gate.cpp).
constexpr off_t k_turn_lock = (off_t{1} << 40) + 2;
constexpr auto k_pause = 50us;

bool lock_turn(int file) noexcept {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = k_turn_lock;
  lock.l_len = 1;
  return ::fcntl(file, F_OFD_SETLK, &lock) == 0;
}

}  // namespace

AttachTurn::AttachTurn(const std::filesystem::path& database,
                       std::chrono::milliseconds longest_wait) noexcept {
  const std::string gate = database.string() + "-gate";
  m_file = util::FileDescriptor(::open(gate.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!m_file.valid()) return;
  const auto deadline = steady_clock::now() + longest_wait;
  while (!lock_turn(m_file.get())) {
    if ((errno != EAGAIN && errno != EACCES && errno != EINTR) || steady_clock::now() >= deadline) return;
    std::this_thread::sleep_for(k_pause);
  }
}

}  // namespace rlmdb::db
