// SPDX-License-Identifier: MIT
#include "util/sha256_thread.hpp"

namespace rlmdb::util {

Sha256Thread::Sha256Thread() {
  m_thread = std::thread([this] {
    while (auto piece = m_pieces.pop()) m_sha256.update(*piece);
  });
}

Sha256Thread::~Sha256Thread() {
  m_pieces.close();
  if (m_thread.joinable()) m_thread.join();
}

void Sha256Thread::update(std::string_view bytes) {
  for (; bytes.size() > k_piece_bytes; bytes.remove_prefix(k_piece_bytes))
    add_piece(bytes.substr(0, k_piece_bytes));
  add_piece(bytes);
}

void Sha256Thread::add_piece(std::string_view bytes) {
  m_piece += bytes;
  if (m_piece.size() < k_piece_bytes) return;
  (void)m_pieces.push(std::move(m_piece));  // the consumer never leaves before close()
  m_piece = std::string();
  m_piece.reserve(k_piece_bytes + k_piece_bytes / 2);
}

std::string Sha256Thread::finish_hex() {
  (void)m_pieces.push(std::move(m_piece));
  m_pieces.close();
  m_thread.join();
  return m_sha256.hex();
}

}  // namespace rlmdb::util
