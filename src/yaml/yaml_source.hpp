// SPDX-License-Identifier: MIT
/// A text as libyaml is given it, and where libyaml's marks lie in the text that the caller gave. Internal to
/// this room.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::yaml {

/// Throws Error invalid_input, its place "byte 12 (line 3, column 5)" in `yaml`; both counted as editors do.
[[noreturn]] void refuse(std::string_view yaml, std::size_t byte, const std::string& reason,
                         const std::string& hint = {});

/// Of a text that outlives it.
class Source {
 public:
  /// Throws Error invalid_input for what is no UTF-8, and for more than `most_bytes`.
  Source(std::string_view yaml, std::size_t most_bytes);

  /// What the caller gave.
  [[nodiscard]] std::string_view yaml() const noexcept { return m_yaml; }
  /// The same characters without a byte order mark; U+0085, U+2028 and U+2029, which break lines for libyaml
  /// but not in YAML 1.2, have characters in their place that do not occur otherwise.
  [[nodiscard]] std::string_view text() const noexcept { return m_text; }
  /// The byte of `yaml()` at which a character of `text()` begins; libyaml's marks count characters.
  [[nodiscard]] std::size_t byte_of(std::size_t character) const noexcept;
  /// The byte of `yaml()` for a byte of `text()`.
  [[nodiscard]] std::size_t byte_of_text(std::size_t byte) const noexcept;
  /// A value that was read from `text()`, as it is in `yaml()`.
  [[nodiscard]] std::string restored(std::string_view value) const;

 private:
  void choose_stand_ins();
  void index_characters();

  std::string_view m_yaml;
  std::size_t m_mark_bytes = 0;  ///< of the byte order mark
  std::string m_with_stand_ins;  ///< empty: none are needed
  std::array<std::string, 3> m_stand_ins;
  std::string_view m_text;
  std::vector<std::size_t> m_byte_of_each_64th;
};

}  // namespace rlmdb::yaml
