// SPDX-License-Identifier: MIT
/// Where a text stands in a value, however it is escaped, and the value without it (docs/decisions/032).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::purging {

/// What a value is, which says where in it a text can stand.
enum class ValueForm {
  text,         ///< any text or bytes
  json,         ///< JSON: the inside of its strings, member names among them, and its numbers
  json_inside,  ///< the inside of one JSON string, without its quotes
};

/// Bytes of a value that go.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_number = false;  ///< a number of JSON, whose place a string takes
};

/// One text that is looked for: as it is, escaped as JSON does once to three times, in any spelling of the
/// escapes, and as a JSON pointer has it.
class PurgedText {
 public:
  /// REQUIRES: not empty.
  explicit PurgedText(std::string text);

  [[nodiscard]] const std::string& text() const noexcept { return m_patterns.front(); }
  /// Ascending, apart. Linear for all but texts made to repeat themselves.
  [[nodiscard]] std::vector<Stretch> find(std::string_view value, ValueForm form) const;
  /// Whether the text stands in JSON across what separates its strings, where it cannot be taken out.
  [[nodiscard]] bool is_across(std::string_view json, const std::vector<Stretch>& found) const;

 private:
  void find_in(std::string_view value, std::size_t begin, std::size_t end, int level,
               std::vector<Stretch>& found) const;
  void find_in_json(std::string_view json, std::vector<Stretch>& found) const;
  [[nodiscard]] bool may_have(std::string_view value) const;
  /// One past the text that begins at `at`, escaped `level` times; 0: another text stands there.
  [[nodiscard]] std::size_t end_of_match(std::string_view value, std::size_t at, int level) const;

  std::vector<std::string> m_patterns;
};

/// The value with `mark` in the place of each stretch. `mark` needs no escape.
[[nodiscard]] std::string without(std::string_view value, const std::vector<Stretch>& stretches,
                                  std::string_view mark);

/// Where the byte at `place` of the value is after that; one inside a stretch comes behind the mark.
[[nodiscard]] std::size_t place_without(std::size_t place, const std::vector<Stretch>& stretches,
                                        std::string_view mark);

/// The mark of the next purge: "[purged]", or with a number, so that no value that was changed before can
/// become like one that is changed now. `taken`: how many marks are in use.
[[nodiscard]] std::string mark_after(std::size_t taken);

/// The largest number of a mark that stands in the value; 0: none does.
[[nodiscard]] std::size_t newest_mark_in(std::string_view value);

}  // namespace rlmdb::purging
