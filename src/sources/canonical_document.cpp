// SPDX-License-Identifier: MIT
#include "sources/canonical_document.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "sources/tasks_json_read.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_updated_at = "\"updatedAt\"";
constexpr std::string_view k_tasks = "\"tasks\"";

constexpr std::size_t k_hand_over_bytes = std::size_t{256} << 10;

}  // namespace

std::string top_level_at(std::string_view top_level, const std::optional<std::string>& updated_at) {
  if (!updated_at) return std::string(top_level);
  std::vector<json::Member> members;
  json::split_members(top_level, members);
  const auto is_updated_at = [](const json::Member& member) { return member.raw_name == k_updated_at; };
  const bool has_it = std::any_of(members.begin(), members.end(), is_updated_at);
  std::string now = "{";
  const auto add = [&now](std::string_view raw_name, std::string_view raw_value) {
    now.append(now.size() > 1 ? "," : "").append(raw_name).append(":").append(raw_value);
  };
  for (const json::Member& member : members) {
    if (member.raw_name == k_tasks && !has_it) add(k_updated_at, json::quoted(*updated_at));
    add(member.raw_name, is_updated_at(member) ? json::quoted(*updated_at) : std::string(member.raw_value));
  }
  return now += '}';
}

void write_document(
    CanonicalDocument& document, std::string_view top_level, const std::optional<std::string>& updated_at,
    const std::function<void(const std::function<void(std::string_view)>& element)>& write_elements) {
  const std::string now = top_level_at(top_level, updated_at);
  std::vector<json::Member> members;
  json::split_members(now, members);
  std::string value;
  const json::TextStyle& style = document.style();
  for (const json::Member& member : members) {
    if (member.raw_name == k_tasks) {
      document.begin_tasks();
      write_elements([&](std::string_view element) { document.element(element); });
      document.end_tasks();
    } else {
      value.clear();
      json::append_styled(value, member.raw_value, style, style.newline.empty() ? "" : style.indent);
      document.member(member.raw_name, value);
    }
  }
  document.finish();
}

/// A large value goes to the sink as it stands, and what waits before it.
void CanonicalDocument::hand_over(std::string_view value) {
  const bool is_large = value.size() >= k_hand_over_bytes;
  if (!is_large) m_pending.append(value);
  if (!is_large && m_pending.size() < k_hand_over_bytes) return;
  m_sink(m_pending);
  m_pending.clear();
  if (is_large) m_sink(value);
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
  hand_over(value);
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
  hand_over(value);
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
