// SPDX-License-Identifier: MIT
#include "grid/grid_options.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::cli {
namespace {

constexpr Verb reads(std::string_view name, std::size_t most = 0, bool prints_rows = false) {
  return {.name = name, .most = most, .prints_rows = prints_rows};
}

constexpr Verb changes(std::string_view name, std::size_t least, std::size_t most,
                       std::string_view needs = {}) {
  return {.name = name, .least = least, .most = most, .needs = needs, .changes = true};
}

constexpr std::array<Verb, 28> k_grid_verbs{{
    reads("list", 0, true),
    reads("show", 1),
    reads("status", 1),
    reads("resume", 1),
    reads("validate", 1),
    reads("history", 0, true),
    {.name = "diff", .least = 1, .most = 2, .needs = "a MOMENT", .prints_rows = true},
    {.name = "search", .least = 1, .most = 1, .needs = "a TEXT", .prints_rows = true},
    reads("warmth", Verb::k_any, true),
    changes("init", 0, 1),
    changes("start", 0, 0),
    changes("position", 0, 1),
    changes("wave", 1, 2, "start N, or complete"),
    changes("block", 1, 2, "a BLOCK"),
    changes("thread", 2, 2, "start, complete or partial, and an ID"),
    changes("checkpoint", 1, 1, "a TYPE"),
    changes("answer", 1, 1, "a RESPONSE"),
    changes("decide", 1, 1, "a QUESTION"),
    changes("blocker", 1, 1, "a DESCRIPTION"),
    changes("unblock", 2, 2, "a NUMBER and a RESOLUTION"),
    changes("warmth add", 1, Verb::k_any, "add, a CATEGORY and an ITEM"),
    changes("scratch", 0, Verb::k_any),
    changes("pause", 0, 1),
    changes("complete", 0, 0),
    changes("fail", 1, 1, "an ERROR"),
    changes("write", 2, 2, "a FILE of the mission, and a file or -"),
    changes("restore", 1, Verb::k_any, "a MOMENT"),
    changes("write-through", 1, 1, "on or off"),
}};
constexpr Verbs k_verbs_of_grid{"grid", k_grid_verbs};

void add_reading_options(Options& options, GridOptions& grid) {
  options.text("--grid", grid.grid, "NAME",
               "the mission: its place (.grid) or cluster; default the only one");
  options.of({"show"});
  options.text("--at", grid.at, "MOMENT", "as it was then: an event's number or a UTC time");
  options.of({"resume"});
  options.text("--option", grid.option, "NAME", "do it: one of those that resume offers");
  options.text("--plan", grid.plan, "FILE", "write what can be done to FILE (-: standard output)");
  options.text("--apply", grid.apply, "FILE", "do what the plan in FILE (-: standard input) says");
  options.text("--feedback", grid.feedback, "TEXT", "what the user says to it, for the next session");
  options.text("--most", grid.most, "SIZE",
               "the prompt has at most so many bytes (20000, 20k, 1M): what is oldest is left out");
  options.of({"resume", "status", "validate"});
  options.text("--root", grid.root, "DIR", "where the claimed files and commits are; default the project");
}

void add_position_options(Options& options, GridOptions& grid) {
  options.of({"init"});
  options.text("--cluster", grid.cluster, "NAME", "what the mission is called");
  options.text("--session", grid.session, "ID", "of its session; default the time and the cluster");
  options.toggle("--write-through", grid.is_written_through,
                 "write each change to the files at once, in DIR/.grid");
  options.of({"init", "position"});
  options.choice("--mode", {"autopilot", "guided", "hands_on"}, grid.mode, "how much the user decides");
  options.number("--phases", {1}, grid.phases, "how many phases there are");
  options.text("--phase-name", grid.phase_name, "TEXT", "name of the phase");
  options.number("--blocks", {1}, grid.blocks, "how many blocks the phase has");
  options.number("--waves", {1}, grid.waves, "how many waves there are");
  options.number("--threads", {1}, grid.threads, "how many threads the block has");
  options.number("--energy", {0}, grid.energy, "what is left of the budget");
  options.of({"position"});
  options.number("--phase", {1}, grid.phase, "the phase it is at");
  options.choice("--status", {"active", "checkpoint", "interrupted", "completed", "failed"}, grid.status,
                 "what it does");
  options.of({"position", "wave"});
  options.number("--progress", {0, 100}, grid.progress, "per cent that are done");
  options.of({"position", "checkpoint"});
  options.number("--wave", {1}, grid.wave, "the wave it is at");
  options.of({"position", "checkpoint", "thread"});
  options.text("--thread-name", grid.thread_name, "TEXT", "name of the thread");
  options.of({"position", "checkpoint", "blocker", "scratch"});
  options.text("--block", grid.block, "BLOCK", "the block it is about");
  options.text("--thread", grid.thread, "THREAD", "the thread it is about");
}

void add_work_options(Options& options, GridOptions& grid) {
  options.of({"block"});
  options.toggle("--partial", grid.is_partial, "only a part of it is done");
  options.text("--directory", grid.directory_name, "NAME",
               "of phases/NN-NAME; default as it is there, or the phase's");
  options.of({"resume", "block", "warmth add"});
  options.text("--from", grid.from, "WHAT",
               "of resume the BLOCK to go on at; else the program that learned it");
  options.of({"thread"});
  options.text("--commit", grid.commit, "HASH", "of its work");
  options.texts("--file", grid.files, "PATH", "that it made or changed");
  options.text("--partial-work", grid.partial_work, "JSON", "files_created, files_modified, last_action");
  options.of({"checkpoint"});
  options.text("--awaiting", grid.awaiting, "TEXT", "what the user has to do");
  options.text("--expires", grid.expires, "TIME", "until when it holds");
  options.text("--completed", grid.completed, "JSON", "the threads that are done; default as before");
  options.text("--pending", grid.pending, "JSON", "the threads that are to come");
  options.text("--warmth", grid.warmth, "JSON", "lists of what was learned, by category");
  options.toggle("--replace", grid.replaces_waiting, "take the place of one that nobody has answered");
  options.of({"checkpoint", "position"});
  options.text("--error", grid.error, "TEXT", "what went wrong");
  options.of({"checkpoint", "fail"});
  options.text("--details", grid.details, "JSON", "what goes with its type");
  options.text("--current", grid.current, "JSON", "the thread that was being worked on");
}

void add_knowledge_options(Options& options, GridOptions& grid) {
  options.of({"decide"});
  options.texts("--offer", grid.options, "KEY=TEXT", "what was offered");
  options.text("--choice", grid.choice, "KEY", "what was taken");
  options.text("--rationale", grid.rationale, "TEXT", "why");
  options.text("--affects", grid.affects, "TEXT", "which blocks");
  options.of({"blocker"});
  options.text("--type", grid.type, "TYPE", "human_action_required, dependency_missing…");
  options.text("--waiting-for", grid.waiting_for, "TEXT", "who has to do what");
  options.of({"warmth add"});
  options.text("--summary", grid.summary, "FILE", "take all that this summary has learned, and no ITEM");
  options.of({"scratch"});
  options.text("--program", grid.program, "NAME", "who writes it");
  options.toggle("--archive", grid.is_archived, "move all entries to SCRATCHPAD_ARCHIVE.md");
}

}  // namespace

const Verbs& grid_verbs() noexcept {
  return k_verbs_of_grid;
}

void add_grid_options(Options& options, GridOptions& grid) {
  options.words("VERB", grid.words, 1, Options::k_most_words, "one of those above, then what it needs");
  add_reading_options(options, grid);
  add_position_options(options, grid);
  add_work_options(options, grid);
  add_knowledge_options(options, grid);
  std::vector<std::string_view> that_change = k_verbs_of_grid.that_change();
  that_change.emplace_back("resume");
  options.section("Options of verbs that change", that_change);
  options.toggle("--dry-run", grid.is_dry_run, "plan and print, change nothing");
  options.number("--if-version", {}, grid.if_version, "only if this is still the mission's version");
  that_change.emplace_back("status");
  that_change.emplace_back("validate");
  options.section("Options of verbs that change, status and validate", that_change);
  options.text("--timestamp", grid.timestamp, "TIME", "when, as 2026-01-23T15:45:00Z; default now");
}

GridVerb grid_verb(const GridOptions& options) {
  const auto verb = static_cast<GridVerb>(k_verbs_of_grid.find(options.words));
  const bool adds = verb == GridVerb::warmth && options.words.size() > 1 && options.words[1] == "add";
  return adds ? GridVerb::warmth_add : verb;
}

std::vector<std::string> words_of(GridVerb verb, const GridOptions& options) {
  return k_verbs_of_grid.arguments(verb_of(verb), options.words);
}

std::size_t most_bytes_of(const GridOptions& options) {
  if (!options.most) return k_whole_prompt;
  std::string_view text = *options.most;
  std::size_t unit = 1;
  constexpr std::size_t k_thousand = 1000;
  if (text.ends_with('B') || text.ends_with('b')) text.remove_suffix(1);
  if (text.ends_with('k') || text.ends_with('K')) unit = k_thousand;
  if (text.ends_with('M') || text.ends_with('m')) unit = k_thousand * k_thousand;
  if (unit > 1) text.remove_suffix(1);
  std::uint32_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || number == 0)
    throw Error(ErrorCode::usage, "--most takes a number of bytes", *options.most, "20000, 20k or 1M");
  return number * unit;
}

GridCondition condition_of(const GridOptions& options) {
  GridCondition condition;
  condition.if_version = options.if_version;
  condition.timestamp = options.timestamp;
  condition.run = options.is_dry_run ? Run::dry_run : Run::apply;
  return condition;
}

}  // namespace rlmdb::cli
