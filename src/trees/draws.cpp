// SPDX-License-Identifier: MIT
#include "trees/draws.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_most_sample = 64;

double any_of(std::span<const double> values, Draws::Random& random) {
  return values[any_index(values.size(), random)];
}

}  // namespace

Draws::Draws(std::vector<double> values, const std::vector<double>& scaled)
    : m_values(std::move(values)), m_is_scaled(!scaled.empty()) {
  m_values.insert(m_values.end(), scaled.begin(), scaled.end());
  std::sort(m_values.begin(), m_values.end());
  m_sample = m_values;
}

void Draws::begin_play(double factor, Random& random) {
  m_factor = m_is_scaled ? factor : 1;
  m_sample.resize(std::min(m_values.size(), k_most_sample));
  for (double& value : m_sample) value = any_of(m_values, random) * m_factor;
}

double Draws::whole(Random& random) const {
  return any_of(m_sample, random);
}

double Draws::rest_after(double elapsed, Random& random) const {
  const auto longer = std::upper_bound(m_values.begin(), m_values.end(), elapsed / m_factor);
  if (longer == m_values.end()) return whole(random);
  return any_of(std::span(longer, m_values.end()), random) * m_factor - elapsed;
}

}  // namespace rlmdb::trees
