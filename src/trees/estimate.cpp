// SPDX-License-Identifier: MIT
#include "trees/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "trees/draws.hpp"
#include "trees/schedule.hpp"
#include "trees/work_times.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_enough_samples = 5;    ///< durations that make a group worth its own average
constexpr std::size_t k_least = 3;             ///< durations without which nothing is known
constexpr std::size_t k_most_earlier = 1'000;  ///< the newest durations of earlier trees in a group
constexpr double k_hopeless = 10;              ///< a factor between what was seen and what was expected
constexpr double k_short_ms = 1'000;           ///< nothing is called too long below a few of it

/// How much longer the nodes of a tree took than the nodes alike of earlier trees.
class Pace {
 public:
  void add(double worked, const GroupSamples& earlier, const NodeGroups::Keys& keys) {
    for (const std::uint64_t key : keys) {
      const std::span<const double> values = earlier.of(key);
      if (values.size() < k_enough_samples) continue;
      const double expected = expect(key, values);
      m_nodes.push_back({worked, expected});
      m_all.worked += worked;
      m_all.expected += expected;
      return;
    }
  }
  /// nullopt without a node to compare.
  [[nodiscard]] std::optional<double> ratio() const {
    if (m_all.expected <= 0) return std::nullopt;
    return m_all.worked / m_all.expected;
  }
  /// nullopt: earlier trees say nothing about this one. Three nodes that took just as long are added, so that
  /// the first ones do not decide alone.
  [[nodiscard]] std::optional<double> factor() const {
    if (m_nodes.size() >= k_enough_samples && ratio() &&
        !(*ratio() < k_hopeless && *ratio() > 1 / k_hopeless))
      return std::nullopt;
    return factor_of(m_all, 1);
  }
  /// What it might be as well: of other such nodes, and three that took as long as in some earlier tree.
  [[nodiscard]] double any_factor(std::span<const double> paces, Draws::Random& random) const {
    Sum sum;
    for (std::size_t count = 0; count < m_nodes.size(); ++count) {
      const Sum& node = m_nodes[any_index(m_nodes.size(), random)];
      sum.worked += node.worked;
      sum.expected += node.expected;
    }
    return factor_of(sum, paces.empty() ? 1 : paces[any_index(paces.size(), random)]);
  }

 private:
  struct Sum {
    double worked = 0;
    double expected = 0;
  };

  [[nodiscard]] double factor_of(const Sum& sum, double usual_pace) const {
    if (m_all.expected <= 0) return usual_pace;
    const double usual = m_all.expected / static_cast<double>(m_nodes.size()) * static_cast<double>(k_least);
    return (sum.worked + usual * usual_pace) / (sum.expected + usual);
  }
  [[nodiscard]] double expect(std::uint64_t key, std::span<const double> values) {
    const auto [found, is_new] = m_expected.emplace(key, 0.0);
    if (is_new)
      found->second = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    return found->second;
  }

  std::vector<Sum> m_nodes;
  Sum m_all;
  std::unordered_map<std::uint64_t, double> m_expected;  ///< averages, each taken once
};

class Estimator {
 public:
  Estimator(std::span<const NodeRow> rows, const TreeShape& shape, TimeHistory& history, std::int64_t now_ms)
      : m_rows(rows),
        m_history(history),
        m_now_ms(now_ms),
        m_begins(work_begins(rows, shape)),
        m_schedule(rows, shape, now_ms),
        m_draws_of(rows.size(), k_no_node) {
    m_keys.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) m_keys.push_back(history.groups().keys_of(rows, shape, i));
    collect();
    m_estimate.parallelism = static_cast<std::int64_t>(places(rows, shape));
  }

  TimeEstimate take() {
    if (m_schedule.left().empty()) {
      if (std::string reason = why_nothing_goes_on(); !reason.empty()) return unknown(std::move(reason));
      m_estimate.p50_ms = m_estimate.p90_ms = 0;
      return m_estimate;
    }
    for (const std::size_t i : m_schedule.left()) {
      if (!choose_draws(i)) return unknown("fewer than 3 nodes have ended whose durations are known");
      if (elapsed_ms(i) > k_hopeless * std::max(k_short_ms, m_draws[m_draws_of[i]].longest()))
        return unknown(m_rows[i].task_id +
                       " has been running more than 10 times longer than any node like it");
    }
    play();
    return m_estimate;
  }

 private:
  /// Where none is left: "" once all are completed or cancelled.
  [[nodiscard]] std::string why_nothing_goes_on() const {
    const auto failed = std::count_if(m_rows.begin(), m_rows.end(),
                                      [](const NodeRow& row) { return row.state == TaskState::failed; });
    if (failed > 0) return fmt::format("nothing is queued or running, {} failed", failed);
    if (std::all_of(m_rows.begin(), m_rows.end(), is_finished)) return {};
    return "nothing is queued or running, and not all are in a state that rlmdb knows";
  }

  /// What was seen of this tree; before anything was, what is usual.
  [[nodiscard]] std::size_t places(std::span<const NodeRow> rows, const TreeShape& shape) const {
    const std::size_t seen =
        std::max(parallelism_seen(rows, shape, m_begins, m_now_ms), m_schedule.working());
    return m_own.size() >= k_least || !m_factor ? seen : std::max(seen, m_history.usual_parallelism());
  }

  void collect() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const std::optional<double> worked = worked_ms(m_rows[i], m_begins[i]);
      if (!worked) continue;
      m_own.add(m_keys[i], *worked);
      m_pace.add(*worked, m_history.samples(), m_keys[i]);
    }
    m_factor = m_pace.factor();
    m_estimate.samples = static_cast<std::int64_t>(m_own.size());
    m_estimate.earlier_samples = m_factor ? static_cast<std::int64_t>(m_history.samples().size()) : 0;
  }

  /// The narrowest group with enough durations: of this tree alone, else with those of earlier trees.
  [[nodiscard]] bool choose_draws(std::size_t i) {
    for (const std::uint64_t key : m_keys[i]) {
      const std::span<const double> own = m_own.of(key);
      const std::span<const double> earlier =
          m_factor && own.size() < k_enough_samples ? m_history.samples().of(key) : std::span<const double>{};
      const bool is_widest = key == m_keys[i].back();
      if (own.size() + earlier.size() < (is_widest ? k_least : k_enough_samples)) continue;
      const auto [found, is_new] = m_draws_by_key.emplace(key, m_draws.size());
      if (is_new) m_draws.emplace_back(std::vector(own.begin(), own.end()), scaled(earlier));
      m_draws_of[i] = found->second;
      return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<double> scaled(std::span<const double> earlier) const {
    std::vector<double> values;
    for (const double value : earlier.last(std::min(earlier.size(), k_most_earlier)))
      values.push_back(value * m_factor.value_or(1));
    return values;
  }

  /// 0 where the node has not begun to work, or waits for its children.
  [[nodiscard]] double elapsed_ms(std::size_t i) const {
    if (m_rows[i].state != TaskState::running || !m_begins[i] || !m_schedule.works_now(i)) return 0;
    return static_cast<double>(std::max<std::int64_t>(0, m_now_ms - *m_begins[i]));
  }

  void play() {
    constexpr std::size_t k_most_steps = 1'000'000;
    constexpr std::size_t k_most_plays = 201;
    constexpr std::size_t k_least_plays = 8;
    constexpr std::size_t k_steps_a_sample = 64;
    const std::size_t steps = m_schedule.size() + k_steps_a_sample * m_draws.size();
    const std::size_t plays = std::clamp(k_most_steps / steps, k_least_plays, k_most_plays);
    Draws::Random random;  // the standard's own seed: the same rows, the same estimate
    std::vector<double> elapsed(m_rows.size(), 0);
    for (const std::size_t i : m_schedule.left()) elapsed[i] = elapsed_ms(i);
    std::vector<double> times;
    for (std::size_t count = 0; count < plays; ++count) {
      const double factor = m_pace.any_factor(m_history.paces(), random) / m_factor.value_or(1);
      for (Draws& draws : m_draws) draws.begin_play(factor, random);
      times.push_back(m_schedule.play(static_cast<std::size_t>(m_estimate.parallelism), [&](std::size_t i) {
        const Draws& draws = m_draws[m_draws_of[i]];
        return elapsed[i] > 0 ? draws.rest_after(elapsed[i], random) : draws.whole(random);
      }));
    }
    std::sort(times.begin(), times.end());
    m_estimate.p50_ms = std::round(times[(times.size() - 1) / 2]);
    m_estimate.p90_ms = std::round(times[(times.size() * 9 + 9) / 10 - 1]);
  }

  TimeEstimate unknown(std::string reason) {
    m_estimate.reason = std::move(reason);
    return m_estimate;
  }

  std::span<const NodeRow> m_rows;
  TimeHistory& m_history;
  std::int64_t m_now_ms;
  std::vector<std::optional<std::int64_t>> m_begins;
  Schedule m_schedule;
  std::vector<NodeGroups::Keys> m_keys;
  GroupSamples m_own;
  Pace m_pace;
  std::optional<double> m_factor;  ///< for durations of earlier trees; nullopt: they are not used
  std::vector<Draws> m_draws;
  std::unordered_map<std::uint64_t, std::size_t> m_draws_by_key;
  std::vector<std::size_t> m_draws_of;  ///< by row
  TimeEstimate m_estimate;
};

}  // namespace

void TimeHistory::add(std::span<const NodeRow> rows, const TreeShape& shape) {
  const auto begins = work_begins(rows, shape);
  Pace pace;
  std::vector<std::pair<NodeGroups::Keys, double>> worked;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<double> time = worked_ms(rows[i], begins[i]);
    if (!time) continue;
    worked.emplace_back(m_groups.keys_of(rows, shape, i), *time);
    pace.add(*time, m_samples, worked.back().first);
  }
  for (const auto& [keys, time] : worked) m_samples.add(keys, time);
  if (const std::optional<double> ratio = pace.ratio()) m_paces.push_back(*ratio);
  const std::size_t parallelism = parallelism_seen(rows, shape, begins, 0);
  if (parallelism > 0) m_parallelism.push_back(parallelism);
}

std::size_t TimeHistory::usual_parallelism() const {
  if (m_parallelism.empty()) return 0;
  std::vector<std::size_t> sorted = m_parallelism;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

TimeEstimate estimate_time_left(std::span<const NodeRow> rows, const TreeShape& shape, TimeHistory& history,
                                std::int64_t now_ms) {
  return Estimator(rows, shape, history, now_ms).take();
}

}  // namespace rlmdb::trees
