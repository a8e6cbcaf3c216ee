// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace rlmdb::trees {

/// An index below `size`. The standard's distributions are another sequence in each library; this is the same
/// in all.
[[nodiscard]] inline std::size_t any_index(std::size_t size, std::mt19937_64& random) {
  return static_cast<std::size_t>(random() % size);
}

/// Durations of nodes that are alike, to draw from. The values of a draw come from a sample of the values
/// that is drawn anew for each play: few values say less about the average than many, and plays then differ
/// more.
class Draws {
 public:
  using Random = std::mt19937_64;

  /// `scaled` are estimates themselves: each play may take another factor for them, and all then are scaled.
  Draws(std::vector<double> values, const std::vector<double>& scaled);

  [[nodiscard]] double longest() const noexcept { return m_values.back(); }
  /// Draws the sample of the next play, in which scaled values are `factor` times what they were given as.
  void begin_play(double factor, Random& random);
  [[nodiscard]] double whole(Random& random) const;
  /// What is left of one that has taken `elapsed` already: from the values that took longer. Where none did,
  /// that it goes on is all that is known, and a whole one is drawn.
  [[nodiscard]] double rest_after(double elapsed, Random& random) const;

 private:
  std::vector<double> m_values;  ///< ascending
  std::vector<double> m_sample;  ///< of this play
  bool m_is_scaled;
  double m_factor = 1;  ///< of this play
};

}  // namespace rlmdb::trees
