// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <memory_resource>
#include <string_view>

namespace rlmdb::model {

/// Texts that live until clear(). Not thread-safe.
class TextArena {
 public:
  /// A copy of `text` that stays valid until clear() or destruction.
  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    auto* copy = static_cast<char*>(m_memory.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }
  void clear() { m_memory.release(); }

 private:
  std::pmr::monotonic_buffer_resource m_memory{64 * 1024};
};

}  // namespace rlmdb::model
