// SPDX-License-Identifier: MIT
#include "legacy/top_level.hpp"

#include "legacy/json_bytes.hpp"
#include "legacy/json_exact.hpp"

namespace rlmdb::legacy {

/// Steps over white space and `expected`. False: something else stands there, or nothing yet.
bool TopLevelReader::go_on(char expected) {
  m_at = bytes::skip_space(m_text, m_at);
  m_needs_more = m_at >= m_text.size();
  if (m_needs_more || m_text[m_at] != expected) return false;
  m_at = bytes::skip_space(m_text, m_at + 1);
  m_needs_more = m_at >= m_text.size();
  return !m_needs_more;
}

std::optional<TopLevelName> TopLevelReader::next() {
  if (!m_is_first) m_at = skip_value(m_text, m_at);
  if (!go_on(m_is_first ? '{' : ',') || m_text[m_at] != '"') return std::nullopt;
  m_is_first = false;
  const std::size_t begin = m_at;
  m_at = skip_string(m_text, begin);
  const std::string_view raw_name = m_text.substr(begin, m_at - begin);
  if (!go_on(':')) return std::nullopt;
  return TopLevelName{raw_name, m_text.substr(m_at)};
}

}  // namespace rlmdb::legacy
