// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <string_view>

namespace rlmdb::records {

/// Texts that live until clear(). Not thread-safe.
class TextArena {
 public:
  static constexpr std::size_t k_one_record_bytes = 4 * 1024;
  static constexpr std::size_t k_batch_bytes = 64 * 1024;

  /// `first_bytes` are allocated at the first keep(), more than that when they are full.
  explicit TextArena(std::size_t first_bytes = k_one_record_bytes) : m_memory(first_bytes) {}

  /// A copy of `text` that stays valid until clear() or destruction.
  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    auto* copy = static_cast<char*>(m_memory.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    m_kept_bytes += text.size();
    return {copy, text.size()};
  }
  void clear() {
    m_memory.release();
    m_kept_bytes = 0;
  }
  [[nodiscard]] std::size_t kept_bytes() const noexcept { return m_kept_bytes; }

 private:
  std::pmr::monotonic_buffer_resource m_memory;
  std::size_t m_kept_bytes = 0;
};

}  // namespace rlmdb::records
