// SPDX-License-Identifier: MIT
/// What a person or a language model writes of how something stands, as words that can be looked up. Pure.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::words {

/// A mark in place of a word, or beside one: an emoji, a box of a list.
enum class Mark : std::uint8_t { none, good, bad, goes_on, pause, open, other };

/// What ends a clause.
enum class End : std::uint8_t {
  text,     ///< the end of the text, of a line, of a sentence
  value,    ///< ':' or '=': what follows says more exactly
  remark,   ///< a dash, a comma, a bracket: what follows is beside it
  choice,   ///< '|' or '/' between words
  history,  ///< an arrow: what follows came later
};

struct Clause {
  std::vector<std::string>
      words;  ///< small letters; of a word of other letters than those of ASCII its bytes
  End end = End::text;
};

/// A text taken apart.
struct Said {
  std::vector<Clause> clauses;  ///< none without words
  std::vector<Mark> marks;      ///< without Mark::other where there is another one
  bool asks = false;            ///< a question mark stands outside of brackets
  bool is_struck = false;       ///< something was struck out, ~~so~~; it is not among the words
};

/// Emphasis, quotes, escapes, comments, invisible characters and the frame of a link are taken off.
[[nodiscard]] Said taken_apart(std::string_view text);

/// The words of a clause from `begin` on, "in_progress".
[[nodiscard]] std::string phrase_of(const std::vector<std::string>& words, std::size_t begin,
                                    std::size_t count);

/// Whether a list has a word; in `list` a blank stands before and behind each.
[[nodiscard]] bool is_in(std::string_view list, std::string_view word);
[[nodiscard]] bool has(const std::vector<Mark>& marks, std::initializer_list<Mark> wanted);
/// "", "-", "**", "[]".
[[nodiscard]] bool says_nothing(std::string_view text);
/// "<status>", "{status}", "$STATUS".
[[nodiscard]] bool is_template(std::string_view text);

}  // namespace rlmdb::words
