// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/json_members.hpp"
#include "records/record.hpp"

namespace rlmdb::records {

/// The layout that `members_json`, a `layouts.members` text, describes. Throws rlmdb::Error (corrupt) when it
/// is no JSON array of strings.
[[nodiscard]] Layout parse_layout(Level level, std::string_view members_json);

/// Layouts of objects, each made once. At most `k_most_layouts` are remembered, so that a file whose every
/// object has names of its own does not fill the memory; the others belong to the caller's `overflow`.
class LayoutPool {
 public:
  using Overflow = std::vector<std::unique_ptr<const Layout>>;
  static constexpr std::size_t k_most_layouts = 8192;

  /// The layout of an object with these members, in this order. Valid as long as the pool and `overflow`.
  [[nodiscard]] const Layout* intern(Level level, std::span<const json::Member> members, Overflow& overflow);

 private:
  std::string m_key;
  std::unordered_map<std::string, std::unique_ptr<const Layout>> m_layouts;
};

}  // namespace rlmdb::records
