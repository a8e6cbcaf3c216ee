// SPDX-License-Identifier: MIT
/// The members of one JSON object, found by name. Internal to this room and to jobs.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/json_members.hpp"

namespace rlmdb::json {

/// Of the object's text it holds views. A name is found in constant time on average, however many there are.
class MemberIndex {
 public:
  MemberIndex() = default;
  explicit MemberIndex(std::string_view object_text) { read(object_text); }

  void read(std::string_view object_text) {
    clear();
    split_members(object_text, m_members);
    if (m_members.size() <= k_linear_members) return;
    m_by_name.reserve(m_members.size());
    for (const Member& member : m_members) m_by_name.emplace(member.raw_name, member.raw_value);
  }
  void clear() noexcept {
    m_members.clear();
    m_by_name.clear();
  }

  /// In the order of the object.
  [[nodiscard]] const std::vector<Member>& members() const noexcept { return m_members; }

  /// Raw value of the member of that raw name, or empty.
  [[nodiscard]] std::string_view find(std::string_view raw_name) const {
    if (!m_by_name.empty()) {
      const auto found = m_by_name.find(raw_name);
      return found == m_by_name.end() ? std::string_view() : found->second;
    }
    for (const Member& member : m_members) {
      if (member.raw_name == raw_name) return member.raw_value;
    }
    return {};
  }

 private:
  /// Fewer are compared one by one: cheaper than making a table.
  static constexpr std::size_t k_linear_members = 32;

  std::vector<Member> m_members;
  std::unordered_map<std::string_view, std::string_view> m_by_name;
};

}  // namespace rlmdb::json
