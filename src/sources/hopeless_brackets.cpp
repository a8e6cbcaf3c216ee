// SPDX-License-Identifier: MIT
#include "sources/hopeless_brackets.hpp"

#include <algorithm>

namespace rlmdb::sources {

namespace {

/// One past the string that begins at `at`; the text's size where it does not end.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

/// An array or object that is not closed yet.
struct Open {
  std::size_t at = 0;
  unsigned levels_inside = 0;  ///< of those in it that are closed
};

}  // namespace

void HopelessBrackets::look_at(std::string_view text, std::uint64_t offset, unsigned max_depth, Ends ends) {
  std::erase_if(m_offsets, [&](std::uint64_t known) { return known < offset; });
  std::vector<Open> open;
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (byte == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if (byte == '{' || byte == '[') {
      open.push_back({at});
    } else if ((byte == '}' || byte == ']') && !open.empty()) {
      const unsigned levels = open.back().levels_inside + 1;
      if (levels > max_depth) m_offsets.push_back(offset + open.back().at);
      open.pop_back();
      if (!open.empty()) open.back().levels_inside = std::max(open.back().levels_inside, levels);
    }
    ++at;
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::size_t levels = std::max<std::size_t>(open.size() - i, open[i].levels_inside) + 1;
    if (ends == Ends::complete_or_broken || levels > max_depth) m_offsets.push_back(offset + open[i].at);
  }
  std::sort(m_offsets.begin(), m_offsets.end());
}

bool HopelessBrackets::contains(std::uint64_t offset) const {
  return std::binary_search(m_offsets.begin(), m_offsets.end(), offset);
}

}  // namespace rlmdb::sources
