// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <thread>

#include "util/bounded_queue.hpp"
#include "util/sha256.hpp"

namespace rlmdb::util {

/// SHA-256 of a stream, computed on a second thread while the caller makes the next piece.
class Sha256Thread {
 public:
  Sha256Thread();
  Sha256Thread(const Sha256Thread&) = delete;
  Sha256Thread& operator=(const Sha256Thread&) = delete;
  ~Sha256Thread();

  void update(std::string_view bytes);
  /// Waits for everything given so far. No update may follow.
  [[nodiscard]] std::string finish_hex();

 private:
  static constexpr std::size_t k_piece_bytes = 256 * 1024;

  void add_piece(std::string_view bytes);

  std::string m_piece;
  BoundedQueue<std::string> m_pieces{8};
  Sha256 m_sha256;
  std::thread m_thread;
};

}  // namespace rlmdb::util
