// SPDX-License-Identifier: MIT
// Tarjan's search for what leads to each other, with a stack of its own: a chain may be long.
#include "trees/circle_rules.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

class KnotSearch {
 public:
  explicit KnotSearch(const Names& names)
      : m_names(names), m_number(names.size(), k_none), m_lowest(names.size()), m_is_open(names.size()) {}

  std::vector<Knot> find() {
    for (std::size_t i = 0; i < m_names.size(); ++i)
      if (m_number[i] == k_none) walk_from(i);
    std::sort(m_knots.begin(), m_knots.end());
    return std::move(m_knots);
  }

 private:
  struct Step {
    std::size_t at;
    std::size_t next = 0;  ///< of its names
  };

  void enter(std::size_t at) {
    m_number[at] = m_lowest[at] = m_count++;
    m_is_open[at] = true;
    m_open.push_back(at);
    m_path.push_back({at});
  }

  void walk_from(std::size_t first) {
    enter(first);
    while (!m_path.empty()) {
      Step& step = m_path.back();
      const std::size_t at = step.at;
      if (step.next == m_names[at].size()) {
        leave(at);
        continue;
      }
      const std::size_t named = m_names[at][step.next++];
      if (m_number[named] == k_none) {
        enter(named);
      } else if (m_is_open[named]) {
        m_lowest[at] = std::min(m_lowest[at], m_number[named]);
      }
    }
  }

  void leave(std::size_t at) {
    m_path.pop_back();
    if (!m_path.empty()) {
      std::size_t& above = m_lowest[m_path.back().at];
      above = std::min(above, m_lowest[at]);
    }
    if (m_lowest[at] != m_number[at]) return;
    const auto begin = std::find(m_open.rbegin(), m_open.rend(), at).base() - 1;
    Knot knot(begin, m_open.end());
    m_open.erase(begin, m_open.end());
    for (const std::size_t member : knot) m_is_open[member] = false;
    const bool names_itself = std::find(m_names[at].begin(), m_names[at].end(), at) != m_names[at].end();
    if (knot.size() == 1 && !names_itself) return;
    std::sort(knot.begin(), knot.end());
    m_knots.push_back(std::move(knot));
  }

  const Names& m_names;
  std::vector<std::size_t> m_number;  ///< in the order of arrival; k_none: not there yet
  std::vector<std::size_t> m_lowest;
  std::vector<bool> m_is_open;
  std::vector<std::size_t> m_open;
  std::vector<Step> m_path;
  std::size_t m_count = 0;
  std::vector<Knot> m_knots;
};

}  // namespace

std::vector<Knot> find_knots(const Names& names) {
  return KnotSearch(names).find();
}

std::vector<std::size_t> circle_in(const Knot& knot, const Names& names) {
  const std::size_t first = knot.front();
  std::unordered_map<std::size_t, std::size_t> from;
  std::vector<std::size_t> reached{first};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::size_t at = reached[i];
    for (const std::size_t named : names[at]) {
      if (named == first) {
        std::vector<std::size_t> circle;
        for (std::size_t back = at; back != first; back = from.at(back)) circle.push_back(back);
        circle.push_back(first);
        std::reverse(circle.begin(), circle.end());
        return circle;
      }
      const bool is_inside = std::binary_search(knot.begin(), knot.end(), named);
      if (is_inside && from.emplace(named, at).second) reached.push_back(named);
    }
  }
  return {};
}

}  // namespace rlmdb::trees
