// SPDX-License-Identifier: MIT
#include "sources/top_level.hpp"

#include "json/json_bytes.hpp"
#include "json/json_exact.hpp"
#include "json/json_scan.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

/// Nothing has looked at what stands between the quotes.
bool is_json_string(std::string_view raw) {
  const json::ScanResult scanned = json::scan_value(raw, 0, json::ScanOptions{}, nullptr);
  return scanned.status == json::ScanStatus::complete && scanned.end == raw.size();
}

}  // namespace

/// Steps over white space and `expected`. False: something else stands there, or nothing yet.
bool TopLevelReader::go_on(char expected) {
  m_at = json::bytes::skip_space(m_text, m_at);
  m_needs_more = m_at >= m_text.size();
  if (m_needs_more || m_text[m_at] != expected) return false;
  m_at = json::bytes::skip_space(m_text, m_at + 1);
  m_needs_more = m_at >= m_text.size();
  return !m_needs_more;
}

std::optional<TopLevelName> TopLevelReader::next() {
  if (!m_is_first) m_at = json::skip_value(m_text, m_at);
  if (m_is_first && m_at == 0 && m_text.starts_with(util::k_byte_order_mark))
    m_at = util::k_byte_order_mark.size();
  if (!go_on(m_is_first ? '{' : ',') || m_text[m_at] != '"') return std::nullopt;
  m_is_first = false;
  const std::size_t begin = m_at;
  m_at = json::skip_string(m_text, begin);
  const std::string_view raw_name = m_text.substr(begin, m_at - begin);
  if (!go_on(':') || !is_json_string(raw_name)) return std::nullopt;
  return TopLevelName{raw_name, m_text.substr(m_at)};
}

}  // namespace rlmdb::sources
