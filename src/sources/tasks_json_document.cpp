// SPDX-License-Identifier: MIT
#include <string>

#include "json/json_layout.hpp"
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

void CanonicalDocument::begin_member(std::string_view raw_name) {
  m_pending.push_back(m_members++ == 0 ? '{' : ',');
  json::append_line_break(m_pending, 1);
  json::append_canonical_string(m_pending, raw_name);
  m_pending.append(": ");
}

void CanonicalDocument::member(std::string_view raw_name, std::string_view canonical_value) {
  begin_member(raw_name);
  m_pending.append(canonical_value);
  hand_over_when_large();
}

void CanonicalDocument::begin_tasks() {
  begin_member("\"tasks\"");
  m_pending.push_back('[');
  m_elements = 0;
}

void CanonicalDocument::element(std::string_view canonical_value) {
  if (m_elements++ > 0) m_pending.push_back(',');
  json::append_line_break(m_pending, 2);
  m_pending.append(canonical_value);
  hand_over_when_large();
}

void CanonicalDocument::end_tasks() {
  if (m_elements > 0) json::append_line_break(m_pending, 1);
  m_pending.push_back(']');
}

void CanonicalDocument::finish() {
  if (m_members == 0) {
    m_pending.append("{}");
  } else {
    m_pending.append("\n}");
  }
  m_sink(m_pending);
  m_pending.clear();
}

}  // namespace rlmdb::sources
