// SPDX-License-Identifier: MIT
/// JSON as it is after a bad merge, a bad script or a bad disk: what still reads as JSON, and what does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "text_mutator.hpp"

namespace rlmdb::tests {

/// Where a value, or the name of a member, stands in a text.
struct JsonSpan {
  std::size_t item_begin = 0;  ///< of a member's value: where its name begins; else as `begin`
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_name = false;
};

/// Those of any text, as far as it looks like JSON.
[[nodiscard]] std::vector<JsonSpan> json_spans(const std::string& text);

class JsonMutator {
 public:
  /// `files` outlive it.
  JsonMutator(const std::vector<SeedFile>& files, std::uint32_t seed);

  /// One to four mutations. Three of four texts are damaged in what they say alone: values, names and members
  /// that are put in, taken out, exchanged, repeated, nested or spelt otherwise. The others also in their bytes.
  void damage(std::string& text);
  std::size_t below(std::size_t limit) { return m_bytes.below(limit); }

 private:
  void damage_value(std::string& text);
  JsonSpan any_like(const JsonSpan& span, const std::vector<JsonSpan>& spans);
  std::string any_name(const std::string& text, const std::vector<JsonSpan>& spans);
  std::string any_value(const std::string& text, const std::vector<JsonSpan>& spans);

  TextMutator m_bytes;
};

}  // namespace rlmdb::tests
