// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::util {

/// A word of a status as tables of them have it, however somebody wrote it: small letters (of ASCII), one
/// underscore for each blank and hyphen within. "In Progress" is "in_progress".
[[nodiscard]] inline std::string fold_word(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string word(text);
  for (char& letter : word) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == ' ' || letter == '-') letter = '_';
  }
  return word;
}

}  // namespace rlmdb::util
