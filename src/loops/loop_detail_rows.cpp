// SPDX-License-Identifier: MIT
#include "loops/loop_detail_rows.hpp"

#include <algorithm>

#include "db/sql_text.hpp"
#include "loop_detail_rows.sql.hpp"
#include "loops/loop_facts.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::loops {

namespace {

/// The columns of a row, one after the other.
class Columns {
 public:
  explicit Columns(const db::Statement& row) : m_row(row) {}

  [[nodiscard]] std::string text() { return std::string(m_row.column_text(m_column++)); }
  [[nodiscard]] std::optional<std::string> maybe_text() {
    return records::read_optional_text(m_row, m_column++);
  }
  [[nodiscard]] std::int64_t number() { return m_row.column_int64(m_column++); }
  [[nodiscard]] std::optional<std::int64_t> maybe_number() { return m_row.column_optional_int64(m_column++); }
  [[nodiscard]] std::optional<double> maybe_real() { return m_row.column_optional_double(m_column++); }
  /// NULL is false.
  [[nodiscard]] bool flag() { return m_row.column_int64(m_column++) != 0; }
  [[nodiscard]] JsonText json() { return JsonText{text()}; }

 private:
  const db::Statement& m_row;
  int m_column = 0;
};

bool is_under_way(const Loop& loop, std::string_view state) {
  const auto status = find_loop_status(state);
  return !loop.is_archived && status && !is_ended(*status) && *status != LoopStatus::crashed;
}

std::optional<BestIteration> read_best(Columns& columns) {
  const auto iteration = columns.maybe_number();
  const auto score = columns.maybe_real();
  BestIteration best;
  best.snapshot_path = columns.maybe_text();
  best.updated_at = columns.maybe_text();
  best.selection_reason = columns.maybe_text();
  if (!iteration) return std::nullopt;
  best.iteration = *iteration;
  best.quality_score = score.value_or(0);
  return best;
}

ShownLoop read_loop(const db::Statement& row) {
  Columns columns(row);
  ShownLoop shown;
  shown.id = columns.number();
  Loop& loop = shown.loop;
  loop.loop_id = columns.text();
  loop.place = columns.text();
  loop.family = columns.text();
  loop.is_archived = columns.flag();
  loop.version = columns.number();
  loop.status = columns.maybe_text();
  const std::string state = columns.text();
  loop.task = columns.maybe_text();
  loop.completion_criteria = columns.maybe_text();
  if (loop.completion_criteria) loop.completion_criteria = in_one_line(*loop.completion_criteria);
  loop.iteration = columns.maybe_number();
  loop.max_iterations = columns.maybe_number();
  loop.started_at = columns.maybe_text();
  loop.last_updated = columns.maybe_text();
  loop.finished_at = columns.maybe_text();
  loop.best = read_best(columns);
  loop.reinforcement_level = columns.text();
  loop.recovery_attempts = columns.number();
  loop.detection_enabled = columns.flag();
  loop.open_regressions = columns.number();
  loop.is_active = is_under_way(loop, state);
  return shown;
}

LoopIteration read_iteration(const db::Statement& row) {
  Columns columns(row);
  LoopIteration one;
  one.iteration = columns.maybe_number();
  one.timestamp = columns.maybe_text();
  one.quality_score = columns.maybe_real();
  one.quality_delta = columns.maybe_real();
  one.snapshot_path = columns.maybe_text();
  one.test_count = columns.maybe_number();
  one.coverage_percentage = columns.maybe_real();
  one.typescript_errors = columns.maybe_number();
  one.lint_errors = columns.maybe_number();
  one.regression_detected = columns.flag();
  one.recovery_attempted = columns.flag();
  one.artifacts = columns.number();
  one.json = columns.json();
  return one;
}

LoopRegression read_regression(const db::Statement& row) {
  Columns columns(row);
  LoopRegression one;
  one.event_id = columns.maybe_text();
  one.timestamp = columns.maybe_text();
  one.iteration = columns.maybe_number();
  one.regression_type = columns.maybe_text();
  one.severity = columns.maybe_text();
  one.baseline_value = columns.maybe_text();
  one.current_value = columns.maybe_text();
  one.recovery_outcome = columns.maybe_text();
  one.human_decision = columns.maybe_text();
  one.is_open = columns.flag();
  one.json = columns.json();
  return one;
}

LoopReinforcement read_reinforcement(const db::Statement& row) {
  Columns columns(row);
  LoopReinforcement one;
  one.timestamp = columns.maybe_text();
  one.iteration = columns.maybe_number();
  one.from_level = columns.maybe_text();
  one.to_level = columns.maybe_text();
  one.reason = columns.maybe_text();
  one.json = columns.json();
  return one;
}

LoopRecovery read_recovery(const db::Statement& row) {
  Columns columns(row);
  LoopRecovery one;
  one.recovery_id = columns.maybe_text();
  one.timestamp = columns.maybe_text();
  one.iteration = columns.maybe_number();
  one.trigger = columns.maybe_text();
  one.root_cause = columns.maybe_text();
  one.confidence = columns.maybe_real();
  one.strategy = columns.maybe_text();
  one.outcome = columns.maybe_text();
  one.json = columns.json();
  return one;
}

LoopPattern read_pattern(const db::Statement& row) {
  Columns columns(row);
  LoopPattern one;
  one.pattern_id = columns.maybe_text();
  one.pattern_name = columns.maybe_text();
  one.iteration = columns.maybe_number();
  one.timestamp = columns.maybe_text();
  one.severity = columns.maybe_text();
  one.is_false_positive = columns.flag();
  one.json = columns.json();
  return one;
}

ScoredEntry read_scored(const db::Statement& row) {
  Columns columns(row);
  ScoredEntry entry;
  entry.iteration = columns.maybe_number();
  entry.score = columns.maybe_real().value_or(0);
  entry.snapshot_path = columns.maybe_text();
  entry.timestamp = columns.maybe_text();
  return entry;
}

ListEntry read_entry(const db::Statement& row) {
  return {row.column_int64(0), std::string(row.column_text(1))};
}

/// A maximum, which is NULL of nothing.
std::optional<std::int64_t> read_maximum(db::Statement& statement) {
  std::optional<std::int64_t> maximum;
  db::for_each_row(statement, [&](const db::Statement& row) { maximum = row.column_optional_int64(0); });
  return maximum;
}

template <class Read>
auto read_rows(db::Statement& statement, Read read) {
  std::vector<decltype(read(statement))> rows;
  db::for_each_row(statement, [&](const db::Statement& row) { rows.push_back(read(row)); });
  return rows;
}

}  // namespace

std::vector<ShownLoop> LoopDetailRows::all() {
  return read_rows(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_loops_shown")),
                   read_loop);
}

Loop LoopDetailRows::get(std::int64_t id) {
  auto shown = db::get_maybe(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_loop_shown")).bind_all(id),
      read_loop);
  return shown ? std::move(shown->loop) : Loop{};
}

std::vector<double> LoopDetailRows::newest_scores(std::int64_t id, std::int64_t most) {
  std::vector<double> scores = read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_newest_scores")).bind_all(id, most),
      [](const db::Statement& row) { return row.column_double(0); });
  std::reverse(scores.begin(), scores.end());
  return scores;
}

std::vector<LoopIteration> LoopDetailRows::iterations(std::int64_t id, std::string_view list) {
  return read_rows(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_iterations_shown"))
                       .bind_all(id, list),
                   read_iteration);
}

std::vector<LoopRegression> LoopDetailRows::regressions(std::int64_t id) {
  return read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_regressions_shown")).bind_all(id),
      read_regression);
}

std::vector<LoopReinforcement> LoopDetailRows::reinforcements(std::int64_t id) {
  return read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_reinforcements_shown")).bind_all(id),
      read_reinforcement);
}

std::vector<std::string> LoopDetailRows::steps(std::int64_t id, std::int64_t position) {
  return read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_steps_shown")).bind_all(id, position),
      [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::vector<LoopRecovery> LoopDetailRows::recoveries(std::int64_t id) {
  constexpr int k_position = 9;
  std::vector<std::int64_t> positions;
  std::vector<LoopRecovery> all = read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_recoveries_shown")).bind_all(id),
      [&](const db::Statement& row) {
        positions.push_back(row.column_int64(k_position));
        return read_recovery(row);
      });
  for (std::size_t i = 0; i < all.size(); ++i) all[i].steps = steps(id, positions[i]);
  return all;
}

std::vector<LoopPattern> LoopDetailRows::patterns(std::int64_t id) {
  return read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_patterns_shown")).bind_all(id),
      read_pattern);
}

std::vector<ScoredEntry> LoopDetailRows::scored(std::int64_t id) {
  return read_rows(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_scored")).bind_all(id),
                   read_scored);
}

std::vector<NumberedEntry> LoopDetailRows::newest_entries(std::int64_t id, std::int64_t most) {
  return read_rows(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_newest_entries")).bind_all(id, most),
      [](const db::Statement& row) {
        return NumberedEntry{row.column_optional_int64(0), std::string(row.column_text(1))};
      });
}

std::optional<std::int64_t> LoopDetailRows::last_iteration(std::int64_t id) {
  return read_maximum(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_last_iteration")).bind_all(id));
}

std::optional<std::int64_t> LoopDetailRows::last_recorded(std::int64_t id) {
  return read_maximum(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_last_recorded")).bind_all(id));
}

bool LoopDetailRows::has_file(std::string_view place) {
  return db::get_int64(
             m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "has_file")).bind_all(place)) != 0;
}

std::optional<ListEntry> LoopDetailRows::find_iteration(std::int64_t id, std::int64_t iteration) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_iteration_entry"))
                           .bind_all(id, iteration),
                       read_entry);
}

std::optional<ListEntry> LoopDetailRows::find_regression(std::int64_t id, std::string_view event_id) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_regression_entry"))
                           .bind_all(id, event_id),
                       read_entry);
}

bool LoopDetailRows::has_regression_of(std::int64_t id, std::int64_t iteration) {
  return db::get_int64(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "has_regression_of"))
                           .bind_all(id, iteration)) != 0;
}

bool LoopDetailRows::has_regression_like(std::int64_t id, const LoopFall& fall,
                                         const std::optional<std::int64_t>& iteration) {
  return db::get_int64(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "has_regression_like"))
                           .bind_all(id, fall.regression_type, iteration, fall.current)) != 0;
}

bool LoopDetailRows::has_recovery_of(std::int64_t id, std::int64_t iteration) {
  return db::get_int64(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "has_recovery_of"))
                           .bind_all(id, iteration)) != 0;
}

std::vector<ListEntry> LoopDetailRows::find_patterns(std::int64_t id, std::string_view pattern_id,
                                                     const std::optional<std::int64_t>& iteration) {
  return read_rows(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_pattern_entries"))
                       .bind_all(id, pattern_id, iteration),
                   read_entry);
}

std::optional<std::int64_t> LoopDetailRows::last_level_change(std::int64_t id) {
  return read_maximum(
      m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "select_last_level_change")).bind_all(id));
}

bool LoopDetailRows::has_level_reason(std::int64_t id, std::string_view reason) {
  return db::get_int64(m_connection.cached(db::sql_named(k_loop_detail_rows_sql, "has_level_reason"))
                           .bind_all(id, reason)) != 0;
}

}  // namespace rlmdb::loops
