// SPDX-License-Identifier: MIT
/// JSON objects looked into by paths. Internal to this room.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "json/json_members.hpp"

namespace rlmdb::json {

/// The members of an object, and of the objects in it that were asked for.
class ObjectView {
 public:
  using Path = std::vector<std::string_view>;

  explicit ObjectView(std::string_view json) : m_levels{{{}, split(json)}} {}

  /// Raw value, or empty.
  [[nodiscard]] std::string_view find(std::span<const std::string_view> path) {
    return find_member(level(path.first(path.size() - 1)), path.back());
  }

  [[nodiscard]] std::string_view find(std::initializer_list<std::string_view> path) {
    return find(std::span(path.begin(), path.size()));
  }

 private:
  static std::vector<Member> split(std::string_view json) {
    std::vector<Member> members;
    if (json.starts_with('{')) split_members(json, members);
    return members;
  }

  const std::vector<Member>& level(std::span<const std::string_view> path) {
    for (const auto& [known, members] : m_levels) {
      if (std::equal(known.begin(), known.end(), path.begin(), path.end())) return members;
    }
    std::vector<Member> members = split(find(path));
    m_levels.emplace_back(Path(path.begin(), path.end()), std::move(members));
    return m_levels.back().second;
  }

  std::vector<std::pair<Path, std::vector<Member>>> m_levels;
};

/// True for no value and for null.
inline bool is_nothing(std::string_view raw) {
  return raw.empty() || raw == "null";
}

/// The message of the first of a node's errors, raw, or empty.
inline std::string_view first_error(ObjectView& node) {
  const std::string_view errors = node.find({"result", "errors"});
  if (!errors.starts_with('[')) return {};
  std::vector<std::string_view> elements;
  split_elements(errors, elements);
  return elements.empty() ? std::string_view() : find_member(elements.front(), "message");
}

}  // namespace rlmdb::json
