// SPDX-License-Identifier: MIT
/// Random YAML as people and programs write it: every style, comments, odd spaces, anchors, CRLF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::tests {

struct YamlMember {
  std::string name;
  std::string text;           ///< with the comments above it and the line break at its end
  bool is_on_its_own = true;  ///< no anchor and no alias in it
};

class YamlMaker {
 public:
  explicit YamlMaker(std::uint32_t seed) : m_random(seed) { m_break = chance(4) ? "\r\n" : "\n"; }

  /// The members of a mapping, in their order.
  std::vector<YamlMember> members();
  /// A JSON object that changes some of the members "m0", "m1", …; the names that it changes are in `names`.
  std::string patch(std::size_t members, std::vector<std::string>& names);

  [[nodiscard]] bool chance(std::size_t one_of) { return below(one_of) == 0; }
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }
  [[nodiscard]] const std::string& line_break() const { return m_break; }

 private:
  std::string one_of(const std::vector<std::string_view>& choices) {
    return std::string(choices[below(choices.size())]);
  }
  std::string comment();
  std::string one_line_scalar();
  std::string block_scalar(std::size_t indent);
  std::string flow(unsigned depth);
  std::string value(std::size_t indent, unsigned depth);
  std::string mapping(std::size_t indent, unsigned depth);
  std::string list(std::size_t indent, unsigned depth);
  std::string json_value(unsigned depth);

  std::mt19937 m_random;
  std::string m_break;
  std::size_t m_anchors = 0;
};

}  // namespace rlmdb::tests
