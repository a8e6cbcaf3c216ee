// SPDX-License-Identifier: MIT
#include <string>

#include "json/json_string.hpp"
#include "sources/tasks_json_read.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::size_t k_hand_over_bytes = std::size_t{256} << 10;

}  // namespace

void CanonicalDocument::hand_over_when_large() {
  if (m_pending.size() < k_hand_over_bytes) return;
  m_sink(m_pending);
  m_pending.clear();
}

void CanonicalDocument::break_line(unsigned depth) {
  if (m_style.newline.empty()) return;
  m_pending += m_style.newline;
  for (unsigned i = 0; i < depth; ++i) m_pending += m_style.indent;
}

void CanonicalDocument::begin_member(std::string_view raw_name) {
  m_pending += m_members == 0 ? m_style.prefix + "{" : ",";
  if (m_members++ > 0 && m_style.newline.empty()) m_pending += m_style.separator;
  break_line(1);
  std::string name;
  json::append_canonical_string(name, raw_name);
  json::append_styled(m_pending, name, m_style, {});
  m_pending += m_style.colon;
}

void CanonicalDocument::member(std::string_view raw_name, std::string_view value) {
  begin_member(raw_name);
  m_pending.append(value);
  hand_over_when_large();
}

void CanonicalDocument::begin_tasks() {
  begin_member("\"tasks\"");
  m_pending.push_back('[');
  m_elements = 0;
}

void CanonicalDocument::element(std::string_view value) {
  if (m_elements > 0) m_pending.push_back(',');
  if (m_elements++ > 0 && m_style.newline.empty()) m_pending += m_style.separator;
  break_line(2);
  m_pending.append(value);
  hand_over_when_large();
}

void CanonicalDocument::end_tasks() {
  if (m_elements > 0) break_line(1);
  m_pending.push_back(']');
}

void CanonicalDocument::finish() {
  if (m_members == 0) {
    m_pending += m_style.prefix + "{}";
  } else {
    break_line(0);
    m_pending.push_back('}');
  }
  m_pending += m_style.suffix;
  m_sink(m_pending);
  m_pending.clear();
}

}  // namespace rlmdb::sources
