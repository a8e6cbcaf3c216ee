// SPDX-License-Identifier: MIT
/// Loops for people, and as lines where nobody looks.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loops/loop_options.hpp"
#include "rlmdb/loop.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "76.5"; "" for nothing.
[[nodiscard]] std::string score_text(const std::optional<double>& score);

/// "7"; "" for nothing.
[[nodiscard]] std::string number_text(const std::optional<std::int64_t>& number);
/// "7/200"
[[nodiscard]] std::string iterations_text(const Loop& loop);
[[nodiscard]] std::optional<double> last_score(const Loop& loop);

/// What is to be said of a loop: name and value, in order.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> loop_facts(const LoopDetails& details);

/// The same of two.
struct ComparedFact {
  std::string name;
  std::string first;
  std::string second;
};
[[nodiscard]] std::vector<ComparedFact> compared_facts(const LoopDetails& first, const LoopDetails& second);
/// The scores of both by iteration, named "iteration 1".
[[nodiscard]] std::vector<ComparedFact> compared_scores(const LoopDetails& first, const LoopDetails& second);

[[nodiscard]] std::string text_loops(const std::vector<Loop>& loops, const Terminal& terminal);
[[nodiscard]] std::string text_loop(const LoopDetails& details, const Terminal& terminal);
/// Of the verbs iterations, best, regressions, recoveries, levels and patterns.
[[nodiscard]] std::string text_entries(LoopVerb verb, const LoopDetails& details, const Terminal& terminal);
/// How many of them there are.
[[nodiscard]] std::size_t count_entries(LoopVerb verb, const LoopDetails& details);
[[nodiscard]] std::string text_compared(const LoopDetails& first, const LoopDetails& second,
                                        const Terminal& terminal);
[[nodiscard]] std::string text_changed(LoopVerb verb, const LoopChanged& changed, const Terminal& terminal);
/// For standard error: what else has come of it; "": nothing.
[[nodiscard]] std::string text_consequences(const LoopChanged& changed);

[[nodiscard]] std::string json_loops(const std::vector<Loop>& loops);
[[nodiscard]] std::string json_loop(const LoopDetails& details);
[[nodiscard]] std::string json_entries(LoopVerb verb, const LoopDetails& details);
[[nodiscard]] std::string json_compared(const LoopDetails& first, const LoopDetails& second);
[[nodiscard]] std::string json_changed(const LoopChanged& changed);
/// In what a loop is written to a file.
inline constexpr std::array<std::string_view, 3> k_loop_formats{"markdown", "html", "loop"};
/// A report or document that was written to `file`; `format` is one of these.
[[nodiscard]] std::string json_written(const std::string& loop_id, const std::string& file,
                                       std::string_view format, std::size_t bytes);

[[nodiscard]] std::string markdown_loop_report(const LoopDetails& details);
[[nodiscard]] std::string html_loop_report(const LoopDetails& details);

}  // namespace rlmdb::cli
