// SPDX-License-Identifier: MIT
#include "model/subtree_cost.hpp"

#include <cmath>

namespace rlmdb::model {

namespace {

/// A sum with what rounding took from it.
class Sum {
 public:
  void add(double value) {
    const double sum = m_sum + value;
    const double part = sum - m_sum;
    m_lost += (m_sum - (sum - part)) + (value - part);
    m_sum = sum;
  }
  void add(const Sum& other) {
    add(other.m_sum);
    m_lost += other.m_lost;
  }
  /// What rounding took from an infinite sum is no number.
  [[nodiscard]] double value() const { return std::isfinite(m_lost) ? m_sum + m_lost : m_sum; }

 private:
  double m_sum = 0;
  double m_lost = 0;
};

}  // namespace

std::vector<double> subtree_costs_usd(std::span<const NodeRow> rows, const TreeShape& shape) {
  std::vector<Sum> sums(rows.size());
  for (auto place = shape.order.rbegin(); place != shape.order.rend(); ++place) {
    const std::size_t i = *place;
    sums[i].add(rows[i].cost_usd.value_or(0));
    if (shape.parent[i] != k_no_node) sums[shape.parent[i]].add(sums[i]);
  }
  std::vector<double> costs;
  costs.reserve(rows.size());
  for (const Sum& sum : sums) costs.push_back(sum.value());
  return costs;
}

}  // namespace rlmdb::model
