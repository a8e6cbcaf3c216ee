// SPDX-License-Identifier: MIT
#include "json/json_difference.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"

namespace rlmdb::json {

namespace {

using Members = std::vector<Member>;

std::unordered_map<std::string_view, std::string_view> by_name(const Members& members) {
  std::unordered_map<std::string_view, std::string_view> values;
  for (const Member& member : members) values.emplace(member.raw_name, member.raw_value);
  return values;
}

std::string below(const std::string& pointer, std::string_view raw_name) {
  std::string name;
  decode_string(raw_name, name);
  std::string inner = pointer;
  append_pointer_name(inner, name);
  return inner;
}

/// Pairs of values that are still to be compared, the next one last.
class Comparison {
 public:
  std::vector<JsonDifference> run(std::string_view old_json, std::string_view new_json) {
    m_pending.push_back({"", old_json, new_json});
    while (!m_pending.empty()) {
      const JsonDifference pair = std::move(m_pending.back());
      m_pending.pop_back();
      if (pair.old_raw != pair.new_raw && !go_inside(pair)) m_found.push_back(pair);
    }
    return std::move(m_found);
  }

 private:
  /// False: the two differ as a whole.
  bool go_inside(const JsonDifference& pair) {
    if (pair.old_raw.empty() || pair.new_raw.empty()) return false;
    const JsonKind kind = kind_of(pair.old_raw);
    if (kind != kind_of(pair.new_raw)) return false;
    m_inside.clear();
    if (kind == JsonKind::object) {
      compare_members(pair);
    } else if (kind == JsonKind::array) {
      compare_elements(pair);
    }
    std::move(m_inside.rbegin(), m_inside.rend(), std::back_inserter(m_pending));
    return !m_inside.empty();
  }

  void compare_members(const JsonDifference& pair) {
    Members old_members;
    Members new_members;
    split_members(pair.old_raw, old_members);
    split_members(pair.new_raw, new_members);
    const auto old_values = by_name(old_members);
    const auto new_values = by_name(new_members);
    for (const Member& member : old_members) {
      const auto now = new_values.find(member.raw_name);
      add(pair, member.raw_name, member.raw_value, now == new_values.end() ? "" : now->second);
    }
    for (const Member& member : new_members) {
      if (!old_values.contains(member.raw_name)) add(pair, member.raw_name, "", member.raw_value);
    }
  }

  void compare_elements(const JsonDifference& pair) {
    std::vector<std::string_view> old_elements;
    std::vector<std::string_view> new_elements;
    split_elements(pair.old_raw, old_elements);
    split_elements(pair.new_raw, new_elements);
    for (std::size_t i = 0; i < std::max(old_elements.size(), new_elements.size()); ++i) {
      const std::string_view before = i < old_elements.size() ? old_elements[i] : std::string_view();
      const std::string_view after = i < new_elements.size() ? new_elements[i] : std::string_view();
      if (before == after) continue;
      m_inside.push_back({pair.pointer, before, after});
      append_pointer_index(m_inside.back().pointer, i);
    }
  }

  void add(const JsonDifference& pair, std::string_view raw_name, std::string_view before,
           std::string_view after) {
    if (before != after) m_inside.push_back({below(pair.pointer, raw_name), before, after});
  }

  std::vector<JsonDifference> m_pending;
  std::vector<JsonDifference> m_inside;
  std::vector<JsonDifference> m_found;
};

}  // namespace

std::vector<JsonDifference> differences(std::string_view old_json, std::string_view new_json) {
  return Comparison().run(old_json, new_json);
}

std::string shown_value(const std::string& raw) {
  constexpr std::size_t k_most_bytes = 60;
  if (raw.empty()) return "nothing";
  if (raw.size() <= k_most_bytes) return raw;
  std::size_t cut = k_most_bytes;
  while (cut > 0 && (static_cast<unsigned char>(raw[cut]) & 0xC0U) == 0x80U) --cut;
  return raw.substr(0, cut) + "…";
}

}  // namespace rlmdb::json
