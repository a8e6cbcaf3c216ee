// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "trees/cost.hpp"
#include "trees/progress.hpp"

namespace rlmdb::trees {

namespace {

/// A sum of dollars with what rounding took from it.
class Dollars {
 public:
  void add(double value) {
    const double sum = m_sum + value;
    const double part = sum - m_sum;
    m_lost += (m_sum - (sum - part)) + (value - part);
    m_sum = sum;
  }
  void add(const Dollars& other) {
    add(other.m_sum);
    m_lost += other.m_lost;
  }
  /// What rounding took from an infinite sum is no number.
  [[nodiscard]] double value() const { return std::isfinite(m_lost) ? m_sum + m_lost : m_sum; }

 private:
  double m_sum = 0;
  double m_lost = 0;
};

/// Token counts are the source's and may be anything: wide enough for any number of them.
class Tokens {
 public:
  void add(std::int64_t tokens) { m_sum += tokens; }
  void add(const Tokens& other) { m_sum += other.m_sum; }
  [[nodiscard]] std::int64_t value() const {
    using Limits = std::numeric_limits<std::int64_t>;
    return static_cast<std::int64_t>(std::clamp<Wide>(m_sum, Limits::min(), Limits::max()));
  }

 private:
  __extension__ using Wide = __int128;
  Wide m_sum = 0;
};

/// A sum to which maybe nothing was added.
template <class Total>
class Known {
 public:
  template <class Value>
  void add(Value value) {
    m_total.add(value);
    m_is_known = true;
  }
  void add(const Known& other) {
    if (!other.m_is_known) return;
    m_total.add(other.m_total);
    m_is_known = true;
  }
  [[nodiscard]] auto value() const { return m_is_known ? std::optional(m_total.value()) : std::nullopt; }

 private:
  Total m_total;
  bool m_is_known = false;
};

struct Sum {
  std::int64_t nodes = 0;
  std::int64_t without_cost = 0;
  Known<Dollars> cost_usd;
  Known<Tokens> input;
  Known<Tokens> output;

  void add(const NodeRow& row) {
    ++nodes;
    if (lacks_cost(row)) ++without_cost;
    if (row.cost_usd) cost_usd.add(*row.cost_usd);
    if (row.input_tokens) input.add(*row.input_tokens);
    if (row.output_tokens) output.add(*row.output_tokens);
  }
  void add(const Sum& below) {
    nodes += below.nodes;
    without_cost += below.without_cost;
    cost_usd.add(below.cost_usd);
    input.add(below.input);
    output.add(below.output);
  }
};

}  // namespace

std::vector<SubtreeSum> subtree_sums(std::span<const NodeRow> rows, const TreeShape& shape) {
  std::vector<Sum> sums(rows.size());
  for (auto place = shape.order.rbegin(); place != shape.order.rend(); ++place) {
    const std::size_t i = *place;
    sums[i].add(rows[i]);
    if (shape.parent[i] != k_no_node) sums[shape.parent[i]].add(sums[i]);
  }
  std::vector<SubtreeSum> result;
  result.reserve(rows.size());
  for (const Sum& sum : sums)
    result.push_back(
        {sum.nodes, sum.input.value(), sum.output.value(), sum.cost_usd.value(), sum.without_cost});
  return result;
}

double without_noise(double sum) {
  const std::string text = fmt::format("{:.{}g}", sum, std::numeric_limits<double>::digits10);
  double value = sum;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace rlmdb::trees
