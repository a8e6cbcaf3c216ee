// SPDX-License-Identifier: MIT
#include "loops/loop_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <limits>

#include "frame/options_store.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of LoopVerb.
constexpr std::array<std::string_view, 23> k_loop_words{
    "list",    "show",    "iterations", "best",   "regressions", "recoveries", "levels",    "patterns",
    "compare", "report",  "export",     "start",  "record",      "regression", "reinforce", "recover",
    "pattern", "metrics", "pause",      "resume", "crash",       "abort",      "finish"};

constexpr const char* k_list_group = "Options of list";
constexpr const char* k_regressions_group = "Options of regressions";
constexpr const char* k_output_group = "Options of report and export";
constexpr const char* k_report_group = "Options of report";
constexpr const char* k_start_group = "Options of start";
constexpr const char* k_event_group = "Options of regression and recover";
constexpr const char* k_reinforce_group = "Options of reinforce";
constexpr const char* k_finish_group = "Options of finish";
constexpr const char* k_loop_change_group = "Options of verbs that change";
constexpr const char* k_version_group = "Options of verbs that change a loop that is there";
constexpr std::int64_t k_most_loops = std::numeric_limits<std::int64_t>::max();

std::string_view needed(LoopVerb verb) {
  switch (verb) {
    case LoopVerb::start:
      return "a TASK";
    case LoopVerb::compare:
      return "two IDs";
    case LoopVerb::reinforce:
      return "an ID and a LEVEL";
    default:
      return "an ID";
  }
}

void add_reading_options(CLI::App& app, LoopOptions& options) {
  add_switch(
      app, "--all", [&options] { options.shows_all = true; }, "ended, crashed and archived ones too")
      ->group(k_list_group);
  add_number(
      app, "--limit", 0, k_most_loops - 1, [&options](std::int64_t number) { options.limit = number; },
      "at most so many; 0: all; default " + std::to_string(options.limit))
      ->group(k_list_group);
  add_switch(
      app, "--open", [&options] { options.only_open = true; }, "only those that nothing has put right")
      ->group(k_regressions_group);
  add_text(app, "-o,--output", options.output, "FILE", "write FILE instead of standard output (-)")
      ->group(k_output_group);
  add_switch(
      app, "--html", [&options] { options.is_html = true; }, "one HTML page instead of Markdown")
      ->group(k_report_group);
}

void add_start_options(CLI::App& app, LoopOptions& options) {
  add_text(app, "--id", options.id, "ID", "its id; default ralph-, the task's words and 8 hex digits")
      ->group(k_start_group);
  add_text(app, "--completion", options.completion, "TEXT", "when it is done")->group(k_start_group);
  add_number(
      app, "--max-iterations", 1, k_most_loops,
      [&options](std::int64_t number) { options.max_iterations = number; }, "after which it ends")
      ->group(k_start_group);
  add_text(app, "--baseline", options.baseline, "JSON|-", "the project's metrics at its start")
      ->group(k_start_group);
  add_switch(
      app, "--force", [&options] { options.is_forced = true; }, "more than four active loops")
      ->group(k_start_group);
}

void add_change_options(CLI::App& app, LoopOptions& options) {
  add_text(app, "--event", options.event, "EVENT",
           "regression: set members of that one; recover: it was for it")
      ->group(k_event_group);
  add_text(app, "--reason", options.reason, "TEXT", "why; default 'Set by hand'")->group(k_reinforce_group);
  add_number(
      app, "--iteration", 1, k_most_loops, [&options](std::int64_t number) { options.iteration = number; },
      "in which; default the loop's")
      ->group(k_reinforce_group);
  add_choice(
      app, "--status", {"completed", "failed", "aborted"},
      [&options](std::size_t index) {
        constexpr std::array<const char*, 3> k_ends{"completed", "failed", "aborted"};
        options.status = k_ends.at(index);
      },
      "how it ended; default completed")
      ->group(k_finish_group);
  add_text(app, "--timestamp", options.timestamp, "TIME", "when, as 2026-02-02T21:15:00Z; default now")
      ->group(k_loop_change_group);
  add_number(
      app, "--if-version", 0, k_most_loops, [&options](std::int64_t number) { options.if_version = number; },
      "only if this is still the loop's version")
      ->group(k_version_group);
}

/// The one that belongs to this verb alone; "": none.
std::string own_group(LoopVerb verb) {
  switch (verb) {
    case LoopVerb::list:
      return k_list_group;
    case LoopVerb::regressions:
      return k_regressions_group;
    case LoopVerb::report:
      return k_report_group;
    case LoopVerb::start:
      return k_start_group;
    case LoopVerb::reinforce:
      return k_reinforce_group;
    case LoopVerb::finish:
      return k_finish_group;
    case LoopVerb::regression:
    case LoopVerb::recover:
      return k_event_group;
    default:
      return {};
  }
}

}  // namespace

std::string_view to_text(LoopVerb verb) noexcept {
  return k_loop_words[static_cast<std::size_t>(verb)];
}

LoopVerb loop_verb(const std::string& word) {
  return static_cast<LoopVerb>(find_verb("loop", word, k_loop_words));
}

bool changes_loop(LoopVerb verb) noexcept {
  return verb >= LoopVerb::start;
}

bool prints_rows(LoopVerb verb) noexcept {
  return verb <= LoopVerb::compare && verb != LoopVerb::show;
}

void add_loop_options(CLI::App& app, LoopOptions& options) {
  constexpr int k_most_words = 1 << 20;
  add_words(app, "VERB", options.words, 1, k_most_words, "one of those above, then what it needs");
  add_reading_options(app, options);
  add_start_options(app, options);
  add_change_options(app, options);
}

void require_options_of(LoopVerb verb, const CLI::App& app) {
  std::vector<std::string> taken{own_group(verb)};
  if (verb == LoopVerb::report || verb == LoopVerb::export_state) {
    taken.emplace_back(k_output_group);
  }
  if (changes_loop(verb)) {
    taken.emplace_back(k_loop_change_group);
  }
  if (changes_loop(verb) && verb != LoopVerb::start) {
    taken.emplace_back(k_version_group);
  }
  require_groups(app, "loop", to_text(verb), taken);
}

std::vector<std::string> words_of(LoopVerb verb, const LoopOptions& options, std::size_t least,
                                  std::size_t most) {
  return words_behind("loop", options.words, least, most, needed(verb));
}

}  // namespace rlmdb::cli
