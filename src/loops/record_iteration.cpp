// SPDX-License-Identifier: MIT
// 1. The entry is checked, and what it leaves out is added: number, time, score, delta, artifacts, snapshot.
// 2. It is appended; iteration, metrics.total_iterations, the best and the level follow.
// 3. What of it is below the baseline is noted as a regression, a change of its own.
#include <array>
#include <utility>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/best_iteration.hpp"
#include "loops/failure_rules.hpp"
#include "loops/fall_rules.hpp"
#include "loops/loop_check.hpp"
#include "loops/loop_edit.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb {

namespace {

constexpr std::string_view k_where = "iteration";

[[noreturn]] void refuse(std::string_view member, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::invalid_input, std::string(k_where) + "/" + std::string(member) + " " + why,
              std::string(k_where) + "/" + std::string(member), "nothing was changed; " + hint);
}

/// nullopt: not all five parts are there.
std::optional<double> computed_score(std::string_view entry) {
  const std::string_view breakdown = json::find_member(entry, "quality_breakdown");
  std::array<double, loops::k_quality_parts.size()> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view raw = json::find_member(breakdown, loops::k_quality_parts.at(i).name);
    if (raw.empty()) return std::nullopt;
    parts.at(i) = loops::number_of(raw);
  }
  return loops::weighted_score(parts);
}

class Recording {
 public:
  Recording(loops::LoopEdit& edit, std::string entry) : m_edit(edit), m_entry(std::move(entry)) {}

  LoopChanged run() {
    m_recorded = m_edit.rows().scored(m_edit.head().id).size();
    m_scored = loops::standing(m_edit);
    complete_number();
    add_missing("timestamp", json::quoted(m_edit.at()));
    complete_score();
    complete_delta();
    add_missing("artifacts", "[]");
    const bool is_known_fall = get("regression_detected") == "true";
    const std::vector<LoopFall> falls = loops::falls_below(m_edit.get("baseline_metrics"), m_entry);
    if (!falls.empty()) m_entry = json::with_member(m_entry, "regression_detected", "true");
    mark_known();
    add_snapshot();
    m_edit.append(loops::LoopList::iteration_history, m_entry);
    const bool is_new_best = follow();
    const std::string stuck(is_stuck() ? loops::k_stuck_trigger : "");
    LoopChanged changed = m_edit.finish(EventKind::loop_recorded, stuck);
    changed.quality_score = m_score;
    changed.quality_delta = m_delta;
    changed.is_new_best = is_new_best;
    changed.stuck = stuck;
    changed.falls = falls;
    if (!is_known_fall && m_edit.get("detection_enabled") == "true") note_falls(changed);
    return changed;
  }

 private:
  [[nodiscard]] std::string_view get(std::string_view name) const { return json::find_member(m_entry, name); }
  void add_missing(std::string_view name, const std::string& raw) {
    if (get(name).empty()) m_entry = json::with_member(m_entry, name, raw);
  }

  void complete_number() {
    const auto recorded = m_edit.rows().last_recorded(m_edit.head().id);
    const auto gone_back = loops::gone_back_to(m_edit);
    const auto last = gone_back ? gone_back : recorded;
    const auto given = json::exact_int64(get("iteration"));
    if (given && last && *given <= *last)
      throw Error(ErrorCode::conflict,
                  "iteration " + std::to_string(*last) + " of " + m_edit.head().loop_id +
                      " is recorded already, and " + std::to_string(*given) + " is not after it",
                  "iteration/iteration", "nothing was changed; leave the number out for the next one");
    m_number = given.value_or(gone_back ? *gone_back + 1 : next_number());
    m_is_again = gone_back && m_number <= recorded.value_or(0);
    add_missing("iteration", std::to_string(m_number));
  }

  [[nodiscard]] std::int64_t next_number() {
    const std::int64_t newest = m_edit.number(loops::LoopFact::iteration).value_or(0);
    return std::max(newest, m_edit.rows().last_iteration(m_edit.head().id).value_or(0)) + 1;
  }

  void complete_score() {
    const auto computed = computed_score(m_entry);
    const std::string_view given = get("quality_score");
    if (given.empty() && !computed)
      refuse("quality_score", "is missing", "give it, or all five members of quality_breakdown");
    m_score = given.empty() ? *computed : loops::number_of(given);
    if (computed && !loops::agrees(m_score, *computed))
      refuse("quality_score",
             "is " + loops::number_text(m_score) + ", but quality_breakdown gives " +
                 loops::number_text(*computed),
             "30, 25, 25, 10 and 10 per cent of validation, completeness, correctness, readability and "
             "efficiency; leave one of the two out");
    add_missing("quality_score", loops::number_text(m_score));
  }

  void complete_delta() {
    m_delta = m_scored.empty() ? 0 : loops::difference(m_score, m_scored.back().score);
    const std::string_view given = get("quality_delta");
    if (!given.empty() && !loops::agrees(loops::number_of(given), m_delta))
      refuse("quality_delta",
             "is " + std::string(given) + ", but against the iteration before it is " +
                 loops::number_text(m_delta),
             "leave it out");
    add_missing("quality_delta", loops::number_text(m_delta));
  }

  /// A regression, or a recovery, may have been noted before its iteration was; of one that is recorded again
  /// after a restore what was noted is of the one before.
  void mark_known() {
    if (m_is_again) return;
    loops::LoopDetailRows& rows = m_edit.rows();
    const std::int64_t loop = m_edit.head().id;
    if (rows.has_regression_of(loop, m_number))
      m_entry = json::with_member(m_entry, "regression_detected", "true");
    if (rows.has_recovery_of(loop, m_number))
      m_entry = json::with_member(m_entry, "recovery_attempted", "true");
  }

  /// Each that no regression tells of yet: a change of the loop behind this one.
  void note_falls(LoopChanged& changed) {
    const std::optional<std::int64_t> of_this = m_is_again ? std::nullopt : std::optional(m_number);
    const std::string time = json::text_member(m_entry, "timestamp").value_or(m_edit.at());
    for (LoopFall& fall : changed.falls) {
      if (m_edit.rows().has_regression_like(m_edit.head().id, fall, of_this)) continue;
      const LoopChanged noted = loops::append_regression(m_edit, loops::regression_of(fall, m_number, time));
      fall.event_id = noted.entry_id;
      changed.version = noted.version;
      changed.reinforcement_level = noted.reinforcement_level;
      if (noted.escalation.empty()) continue;
      changed.escalation += (changed.escalation.empty() ? "" : "; ") + noted.escalation;
    }
  }

  /// The newest of those that no restore rolled back, this one first, up to the last that was recovered from.
  [[nodiscard]] bool is_stuck() {
    constexpr std::int64_t k_newest = 64;
    std::vector<std::string> entries;
    std::optional<std::int64_t> earliest;
    for (loops::NumberedEntry& entry : m_edit.rows().newest_entries(m_edit.head().id, k_newest)) {
      if (earliest && entry.iteration.value_or(0) >= *earliest) continue;
      if (entry.iteration && m_edit.rows().has_recovery_of(m_edit.head().id, *entry.iteration)) break;
      if (entry.iteration) earliest = entry.iteration;
      entries.push_back(std::move(entry.json));
    }
    return loops::is_stuck(entries);
  }

  /// Only where there is a file; that of one which was rolled back says nothing of this one.
  void add_snapshot() {
    const std::string place = loops::snapshot_path_of(m_edit.head(), m_number);
    if (!m_is_again && m_edit.rows().has_file(place)) add_missing("snapshot_path", json::quoted(place));
  }

  /// What of the loop follows from the entry; whether it is the best now.
  [[nodiscard]] bool follow() {
    m_edit.set(loops::LoopFact::iteration, std::to_string(m_number));
    count_iteration();
    const bool is_new_best = loops::keep_best(m_edit, with_this());
    if (const auto escalation = loops::escalation_after(m_edit.level(), m_number, deltas_since_change()))
      m_edit.escalate(*escalation, m_number, json::text_member(m_entry, "timestamp").value_or(m_edit.at()));
    return is_new_best;
  }

  [[nodiscard]] std::vector<loops::ScoredEntry> with_this() const {
    std::vector<loops::ScoredEntry> all = m_scored;
    all.push_back({m_number, m_score, json::text_member(m_entry, "snapshot_path"),
                   json::text_member(m_entry, "timestamp")});
    return all;
  }

  void count_iteration() {
    const std::string_view metrics = m_edit.get("metrics");
    if (!metrics.empty() && !metrics.starts_with('{')) return;
    const auto total = json::exact_int64(json::find_member(metrics, "total_iterations"));
    const std::int64_t before = total.value_or(static_cast<std::int64_t>(m_recorded));
    m_edit.set("metrics", json::with_member(metrics, "total_iterations", std::to_string(before + 1)));
  }

  [[nodiscard]] std::vector<double> deltas_since_change() {
    const std::int64_t since = m_edit.rows().last_level_change(m_edit.head().id).value_or(0);
    std::vector<double> deltas;
    for (std::size_t i = 1; i < m_scored.size(); ++i)
      if (m_scored[i].iteration.value_or(0) > since)
        deltas.push_back(loops::difference(m_scored[i].score, m_scored[i - 1].score));
    if (!m_scored.empty() && m_number > since) deltas.push_back(m_delta);
    return deltas;
  }

  loops::LoopEdit& m_edit;
  std::string m_entry;
  std::size_t m_recorded = 0;                ///< before it, all that have a score
  std::vector<loops::ScoredEntry> m_scored;  ///< of those the ones that no restore rolled back
  std::int64_t m_number = 0;
  bool m_is_again = false;  ///< one of that number was recorded, and rolled back
  double m_score = 0;
  double m_delta = 0;
};

}  // namespace

LoopChanged loops::append_iteration(LoopEdit& edit, const JsonText& iteration) {
  std::string entry = checked_entry(iteration, iteration_rules(), std::string(k_where));
  if (!is_working(edit.status())) refuse_status(edit, "an iteration is recorded only while it is running");
  return Recording(edit, std::move(entry)).run();
}

}  // namespace rlmdb
