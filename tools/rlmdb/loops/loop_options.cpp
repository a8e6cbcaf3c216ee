// SPDX-License-Identifier: MIT
#include "loops/loop_options.hpp"

#include <array>
#include <limits>

#include "frame/times.hpp"

namespace rlmdb::cli {
namespace {

constexpr Verb rows_of_one(std::string_view name, std::string_view summary) {
  return {.name = name,
          .arguments = "ID",
          .summary = summary,
          .least = 1,
          .most = 1,
          .needs = "an ID",
          .prints_rows = true};
}

constexpr Verb document_of_one(std::string_view name, std::string_view summary) {
  return {.name = name, .arguments = "ID", .summary = summary, .least = 1, .most = 1, .needs = "an ID"};
}

constexpr Verb written_of_one(std::string_view name, std::string_view summary) {
  Verb verb = document_of_one(name, summary);
  verb.may_write = true;
  return verb;
}

constexpr Verb change_of_one(std::string_view name, std::string_view summary) {
  return {.name = name,
          .arguments = "ID",
          .summary = summary,
          .least = 1,
          .most = 1,
          .needs = "an ID",
          .changes = true};
}

constexpr Verb change_by_json(std::string_view name, std::string_view summary) {
  return {.name = name,
          .arguments = "ID [JSON|-]",
          .summary = summary,
          .least = 1,
          .most = 2,
          .needs = "an ID",
          .changes = true};
}

constexpr std::array<Verb, 26> k_loop_verbs{{
    {.name = "list",
     .arguments = {},
     .summary = "the active loops; with --all every one",
     .prints_rows = true},
    document_of_one("show", "what is known of it"),
    rows_of_one("iterations", "its iterations with their scores"),
    rows_of_one("best", "the best one, which need not be the last"),
    rows_of_one("regressions", "what got worse, and what became of it"),
    rows_of_one("recoveries", "the attempts to put that right"),
    rows_of_one("levels", "changes of its reinforcement level"),
    rows_of_one("patterns", "patterns that were detected"),
    {.name = "compare",
     .arguments = "ID ID",
     .summary = "two side by side",
     .least = 2,
     .most = 2,
     .needs = "two IDs",
     .prints_rows = true},
    written_of_one("report", "all of it, for people; --html with a chart"),
    written_of_one("export", "its state document"),
    {.name = "start",
     .arguments = "TASK",
     .summary = "a new one; prints its id",
     .least = 1,
     .most = 1,
     .needs = "a TASK",
     .changes = true},
    change_by_json("record", "append an iteration; score, delta, best and level follow"),
    change_by_json("regression", "append a regression; with --event set members of one"),
    {.name = "reinforce",
     .arguments = "ID LEVEL",
     .summary = "OFF, MINIMAL, STANDARD, AGGRESSIVE or ADAPTIVE",
     .least = 2,
     .most = 2,
     .needs = "an ID and a LEVEL",
     .changes = true},
    change_by_json("recover", "append a recovery attempt"),
    change_by_json("pattern", "append a pattern; with --pattern set members of one"),
    change_by_json("metrics", "set members of persistence_metrics"),
    change_by_json("baseline", "the project's metrics at its start, given later"),
    {.name = "phase",
     .arguments = "ID PHASE",
     .summary = "begin a phase",
     .least = 2,
     .most = 2,
     .needs = "an ID and a PHASE",
     .changes = true},
    {.name = "auto",
     .arguments = "ID AT...",
     .summary = "take checkpoints by itself, at iteration_boundary, artifact_complete and phase_start; "
                "none: no more",
     .least = 2,
     .most = 1 + k_words_of<AutoCheckpoint>.size(),
     .needs = "an ID and iteration_boundary, artifact_complete, phase_start or none",
     .changes = true},
    change_of_one("pause", "its status: paused"),
    change_of_one("resume", "its status: running"),
    change_of_one("crash", "its status: crashed"),
    change_of_one("abort", "its status: aborted"),
    change_of_one("finish", "end it, as completed or by --status"),
}};
constexpr Verbs k_verbs_of_loop{"loop", k_loop_verbs};

void add_reading_options(Options& options, LoopOptions& loop) {
  options.of({"list"});
  options.toggle("--all", loop.shows_all, "ended, crashed and archived ones too");
  options.number("--limit", {0, std::numeric_limits<std::int64_t>::max() - 1}, loop.limit,
                 "at most so many; 0: all; default {}");
  options.of({"regressions"});
  options.toggle("--open", loop.only_open, "only those that nothing has put right");
  options.of({"report", "export"});
  options.text("-o,--output", loop.output, "FILE", "write FILE instead of standard output (-)");
  options.of({"report"});
  options.toggle("--html", loop.is_html, "one HTML page instead of Markdown");
}

void add_start_options(Options& options, LoopOptions& loop) {
  options.of({"start"});
  options.text("--id", loop.id, "ID", "its id; default ralph-, the task's words and 8 hex digits");
  options.text("--completion", loop.completion, "TEXT", "when it is done");
  options.number("--max-iterations", {1}, loop.max_iterations, "after which it ends");
  options.text("--baseline", loop.baseline, "JSON|-", "the project's metrics at its start");
  options
      .texts("--auto", loop.auto_checkpoints, "AT",
             "take a checkpoint at each iteration_boundary, artifact_complete or phase_start")
      .offers(k_words_of<AutoCheckpoint>);
  options.toggle("--force", loop.is_forced, "more than four active loops");
}

void add_change_options(Options& options, LoopOptions& loop) {
  options.of({"regression", "recover"});
  options.text("--event", loop.event, "EVENT", "regression: set members of that one; recover: it was for it");
  options.of({"pattern"});
  options.text("--pattern", loop.pattern, "PATTERN", "set members of that one, as false_positive");
  options.of({"baseline"});
  options.toggle("--replace", loop.baseline_change, BaselineChange::replace,
                 "another takes the place of the one that is there");
  options.of({"reinforce"});
  options.text("--reason", loop.reason, "TEXT", "why; default 'Set by hand'");
  options.of({"pattern", "reinforce"});
  options.number("--iteration", {1}, loop.iteration,
                 "pattern: that of this one; reinforce: in which, default the loop's");
  options.of({"finish"});
  options.choice<std::string>("--status",
                              {{"completed", "completed"}, {"failed", "failed"}, {"aborted", "aborted"}},
                              loop.status, "how it ended; default {}");
  options.section("Options of verbs that change", k_verbs_of_loop.that_change());
  options.text(
      "--timestamp", [&loop](const std::string& text) { loop.timestamp = kept_time("--timestamp", text); },
      "TIME", "when, as 2026-02-02T21:15:00Z; default now");
  std::vector<std::string_view> of_one_that_is_there = k_verbs_of_loop.that_change();
  std::erase(of_one_that_is_there, "start");
  options.section("Options of verbs that change a loop that is there", of_one_that_is_there);
  options.number("--if-version", {}, loop.if_version, "only if this is still the loop's version");
}

}  // namespace

const Verbs& loop_verbs() noexcept {
  return k_verbs_of_loop;
}

void add_loop_options(Options& options, LoopOptions& loop) {
  options.words("VERB", loop.words, 1, Options::k_most_words, "one of those above, then what it needs");
  add_reading_options(options, loop);
  add_start_options(options, loop);
  add_change_options(options, loop);
}

std::vector<std::string> words_of(LoopVerb verb, const LoopOptions& options) {
  return k_verbs_of_loop.arguments(verb_of(verb), options.words);
}

}  // namespace rlmdb::cli
