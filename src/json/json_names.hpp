// SPDX-License-Identifier: MIT
/// Remembers the member names of the objects that are open during a scan, to notice a repetition. Compares
/// source bytes, so it is exact for names without escapes and with valid UTF-8. Internal to this room.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>
#include <vector>

#include "json/json_bytes.hpp"

namespace rlmdb::json {

class OpenNames {
 public:
  enum class Seen { first_time, repeated };

  /// The place of one open object in the stack of names.
  struct Scope {
    std::size_t first = 0;
    bool has_table = false;
  };

  void clear() noexcept {
    m_names.clear();
    m_tables_in_use = 0;
  }
  [[nodiscard]] Scope open() const noexcept { return {m_names.size(), false}; }
  void close(const Scope& scope) noexcept {
    m_names.resize(scope.first);
    if (scope.has_table) --m_tables_in_use;
  }

  /// `text[begin, begin + size)` is the inside of the name. Constant time on average, whatever the object's
  /// size.
  Seen add(Scope& scope, std::string_view text, std::size_t begin, std::size_t size) {
    const Name name{key_of(text, begin, size), text.data() + begin, size};
    if (scope.has_table) return add_to_table(scope, name);
    for (std::size_t i = scope.first; i < m_names.size(); ++i) {
      if (m_names[i].key == name.key && equal(m_names[i], name)) return Seen::repeated;
    }
    m_names.push_back(name);
    if (m_names.size() - scope.first == k_linear_names) make_table(scope);
    return Seen::first_time;
  }

 private:
  static constexpr std::size_t k_linear_names = 32;

  struct Name {
    std::uint64_t key;
    const char* text;
    std::size_t size;
  };
  using Table = std::vector<std::uint32_t>;  ///< open addressing; 1 + index after Scope::first, 0 is free

  static bool equal(const Name& a, const Name& b) noexcept {
    return a.size == b.size && std::memcmp(a.text, b.text, a.size) == 0;
  }

  static std::uint64_t key_of(std::string_view text, std::size_t begin, std::size_t size) noexcept {
    constexpr std::uint64_t k_spread = 0x9E3779B97F4A7C15U;
    const char* const name = text.data() + begin;
    if (size >= 8) {
      return (bytes::load_word(name) * k_spread) ^ (bytes::load_word(name + size - 8) + size);
    }
    std::uint64_t word = 0;
    if (begin + 8 <= text.size()) {
      word = bytes::load_word(name);
      if constexpr (std::endian::native == std::endian::little) word &= (std::uint64_t{1} << (8 * size)) - 1;
    } else {
      std::memcpy(&word, name, size);
    }
    if constexpr (std::endian::native == std::endian::big) {
      word = 0;
      std::memcpy(&word, name, size);
    }
    return (word * k_spread) ^ size;
  }

  static std::size_t hash(const Name& name) noexcept {
    return std::hash<std::string_view>{}(std::string_view(name.text, name.size));
  }

  void make_table(Scope& scope) {
    scope.has_table = true;
    if (m_tables.size() == m_tables_in_use) m_tables.emplace_back();
    ++m_tables_in_use;
    fill_table(scope, 4 * k_linear_names);
  }

  void fill_table(const Scope& scope, std::size_t slots) {
    Table& table = m_tables[m_tables_in_use - 1];
    table.assign(slots, 0);
    for (std::size_t i = scope.first; i < m_names.size(); ++i) {
      std::size_t slot = hash(m_names[i]) & (slots - 1);
      while (table[slot] != 0) slot = (slot + 1) & (slots - 1);
      table[slot] = static_cast<std::uint32_t>(i - scope.first + 1);
    }
  }

  Seen add_to_table(const Scope& scope, const Name& name) {
    Table& table = m_tables[m_tables_in_use - 1];
    const std::size_t mask = table.size() - 1;
    std::size_t slot = hash(name) & mask;
    for (; table[slot] != 0; slot = (slot + 1) & mask) {
      const Name& other = m_names[scope.first + table[slot] - 1];
      if (other.key == name.key && equal(other, name)) return Seen::repeated;
    }
    m_names.push_back(name);
    const std::size_t count = m_names.size() - scope.first;
    table[slot] = static_cast<std::uint32_t>(count);
    if (count * 2 > table.size()) fill_table(scope, table.size() * 2);
    return Seen::first_time;
  }

  std::vector<Name> m_names;
  std::vector<Table> m_tables;  ///< a stack: an object asks for its table only while it is the innermost
  std::size_t m_tables_in_use = 0;
};

}  // namespace rlmdb::json
