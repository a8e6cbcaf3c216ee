// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// What there is of each tree, newest tree first: by its newest node, undated trees last.
template <class Item>
class NewestFirst {
 public:
  void add(Item item, const std::vector<NodeRow>& rows) {
    std::int64_t newest = std::numeric_limits<std::int64_t>::min();
    for (const NodeRow& row : rows) newest = std::max(newest, row.created_at_ms.value_or(newest));
    m_items.emplace_back(newest, std::move(item));
  }
  std::vector<Item> take() {
    std::stable_sort(m_items.begin(), m_items.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Item> items;
    for (auto& [newest, item] : m_items) items.push_back(std::move(item));
    return items;
  }

 private:
  std::vector<std::pair<std::int64_t, Item>> m_items;
};

}  // namespace rlmdb::trees
