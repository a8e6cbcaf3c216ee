// SPDX-License-Identifier: MIT
/// What a report says, in words, whatever it is written in: plain text of one line each, made visible, to be
/// escaped by the writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlmdb/report.hpp"

namespace rlmdb::cli {

/// How much a report lists; what is beyond is counted in it.
inline constexpr std::size_t k_most_report_nodes = 300;
inline constexpr std::int64_t k_deepest_report_level = 12;
inline constexpr std::size_t k_most_report_bars = 200;
inline constexpr std::size_t k_most_report_findings = 50;
inline constexpr std::size_t k_most_report_depths = 50;
inline constexpr std::size_t k_most_pictured_nodes = 100;
inline constexpr std::size_t k_most_error_bytes = 2'000;
inline constexpr std::size_t k_most_result_bytes = 4'000;
inline constexpr std::size_t k_prompt_columns = 160;

/// The whole prompt of the first root on one line, cut where it is very long.
[[nodiscard]] std::string root_prompt_of(const TreeReport& report);
/// "3 of 6 nodes completed (50 %), 1 failed, 1 running, 1 queued"
[[nodiscard]] std::string headline_of(const TreeReport& report);
/// Names and texts of the summary, in order: times, estimates, cost, budget, tokens, depth, limits; no budget
/// and no limits where the tree has none of its own.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> facts_of(const TreeReport& report);
/// "2026-02-09 10:01:00 UTC"; "-" for nothing.
[[nodiscard]] std::string moment_text(const std::optional<std::int64_t>& ms);
/// What stands behind a node in the list: state, duration, cost, tokens of agent: "completed · 1m 32s ·
/// $0.0650"
[[nodiscard]] std::string node_details(const TreeNode& node);
/// The agent and times of a node that failed or is open: "rlm-executor · started 2026-02-09 10:01:00 UTC".
[[nodiscard]] std::string node_story(const TreeReport& report, std::size_t node);
/// The beginning of a long text and how many bytes it leaves out (0: none).
struct Excerpt {
  std::string text;
  std::uint64_t left_out_bytes = 0;
};
[[nodiscard]] Excerpt excerpt_of(const std::string& text, std::size_t most_bytes);
/// Where the cut ends: "… 1.2 MB more: `rlmdb show task-0001` has all of it" without markup.
[[nodiscard]] std::string excerpt_note(const Excerpt& excerpt, const TreeNode& node);
/// "… and 950 more", "" for none.
[[nodiscard]] std::string more_text(std::uint64_t all, std::size_t listed, const char* what);
/// "850ms", "4.2s", "44s", "3m 45s"; negative as 0.
[[nodiscard]] std::string span_text(double ms);
[[nodiscard]] std::string cost_text(double cost_usd);
/// "unknown" where nothing is known.
[[nodiscard]] std::string known_tokens_text(const std::optional<std::int64_t>& tokens);
/// A token count, which may be anything a source held: "12,345", "-5".
[[nodiscard]] std::string tokens_text(std::int64_t tokens);

/// One bar of the timeline.
struct TimelineBar {
  std::size_t node = 0;  ///< index into Tree::nodes
  double begin = 0;      ///< 0 to 1 of the whole span
  double end = 0;        ///< not less than begin
  bool is_open = false;  ///< it runs, or nobody wrote down when it ended
};

/// Who ran when, by their starts. Failed and running nodes first, then the longest, where not all find room.
struct Timeline {
  std::vector<TimelineBar> bars;
  std::int64_t begin_ms = 0;
  std::int64_t span_ms = 0;
  std::uint64_t started = 0;  ///< nodes with a start, drawn or not
};
[[nodiscard]] Timeline timeline_of(const TreeReport& report, std::size_t most_bars);

}  // namespace rlmdb::cli
