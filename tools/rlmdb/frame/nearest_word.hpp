// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/words.hpp"

namespace rlmdb::cli {

/// Of `words` the one a typing slip away from `word`, or nullopt. `most`: letters that may be wrong.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word,
                                                      const std::vector<std::string>& words,
                                                      std::size_t most = 2);

/// The same of `reading`, or of `changing` where one letter alone may be wrong: nothing that changes much is named
/// for a word that is far from it.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word,
                                                      const std::vector<std::string>& reading,
                                                      const std::vector<std::string>& changing);

/// Error usage, with `refusal`: with the nearest of `words`, or all of them.
[[noreturn]] void refuse_word(const std::string& word, std::span<const std::string_view> words,
                              const std::string& refusal);

/// The member of E with that word. Else Error usage, as refuse_word().
template <Worded E>
[[nodiscard]] E member_named(const std::string& word, const std::string& refusal) {
  if (const auto member = named<E>(word)) {
    return *member;
  }
  refuse_word(word, k_words_of<E>, refusal);
}

}  // namespace rlmdb::cli
