// SPDX-License-Identifier: MIT
#include "grid/grid_options.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "frame/times.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view word_of(std::string_view call) {
  return call.substr(0, call.find(' '));
}

constexpr std::string_view arguments_of(std::string_view call) {
  const std::size_t word = word_of(call).size();
  return word == call.size() ? std::string_view() : call.substr(word + 1);
}

constexpr Verb rows(std::string_view call, std::string_view summary, std::size_t least = 0,
                    std::size_t most = 0, std::string_view needs = {}) {
  return {.name = word_of(call),
          .arguments = arguments_of(call),
          .summary = summary,
          .least = least,
          .most = most,
          .needs = needs,
          .prints_rows = true};
}

/// Of one mission, or of one of its files.
constexpr Verb reads(std::string_view call, std::string_view summary) {
  return {.name = word_of(call), .arguments = arguments_of(call), .summary = summary, .most = 1};
}

/// With some of its options, or of its words.
constexpr Verb may_write(Verb verb) {
  verb.may_write = true;
  return verb;
}

constexpr Verb changes(std::string_view call, std::string_view summary, std::size_t least, std::size_t most,
                       std::string_view needs = {}) {
  return {.name = word_of(call),
          .arguments = arguments_of(call),
          .summary = summary,
          .least = least,
          .most = most,
          .needs = needs,
          .changes = true};
}

constexpr std::array<Verb, 28> k_grid_verbs{{
    rows("list", "all missions, and what they come to"),
    reads("show [FILE]", "one and its files, or a file's text"),
    reads("status [NAME]", "where it stands, what comes next, what is open"),
    may_write(reads("resume [NAME]", "all that a new session needs, as a prompt")),
    reads("validate [NAME]", "commits, files, checkpoint, plans and position"),
    rows("history", "what happened to it"),
    rows("diff MOMENT [MOMENT]", "what changed between two, or from one to now", 1, 2, "a MOMENT"),
    rows("search TEXT", "lines of files; without --grid of all missions", 1, 1, "a TEXT"),
    may_write(rows("warmth", "what was learned", 0, Verb::k_any)),
    changes("init [DIR] --cluster NAME", "a new mission", 0, 1),
    changes("start", "a session works on it: active", 0, 0),
    changes("pause [REASON]", "a session ends: interrupted", 0, 1),
    changes("complete", "nothing is left to do", 0, 0),
    changes("fail ERROR", "it failed, with a checkpoint that says so", 1, 1, "an ERROR"),
    changes("position [JSON|-]", "set members of STATE.md", 0, 1),
    changes("wave start|complete [N]", "wave N begins; or the next wave", 1, 2, "start N, or complete"),
    changes("block BLOCK [JSON|-]", "it is done: summary, lessons, the next block", 1, 2, "a BLOCK"),
    changes("thread start|complete|partial ID", "a thread of the block", 2, 2,
            "start, complete or partial, and an ID"),
    changes("checkpoint TYPE", "human_verify, human_action, decision, session_death or failure", 1, 1,
            "a TYPE"),
    changes("answer RESPONSE", "what the user says to the checkpoint", 1, 1, "a RESPONSE"),
    changes("decide QUESTION", "a decision of the user", 1, 1, "a QUESTION"),
    changes("blocker DESCRIPTION", "something stands in the way", 1, 1, "a DESCRIPTION"),
    changes("unblock NUMBER RESOLUTION", "no more", 2, 2, "a NUMBER and a RESOLUTION"),
    {.name = "warmth add",
     .arguments = "add CATEGORY ITEM...",
     .summary = "what is not there yet",
     .least = 1,
     .most = Verb::k_any,
     .needs = "add, a CATEGORY and an ITEM",
     .changes = true},
    changes("scratch NOTE...", "an entry of the scratchpad, a session's heartbeat", 0, Verb::k_any),
    changes("write FILE [PATH|-]", "a file of it as it is to be: a plan, notes", 1, 2,
            "a FILE of the mission, and a file, - or --text"),
    changes("restore MOMENT [FILE...]", "files as they were then; what was stays a moment", 1, Verb::k_any,
            "a MOMENT"),
    changes("write-through on|off", "whether each change goes to the files at once", 1, 1, "on or off"),
}};
constexpr Verbs k_verbs_of_grid{"grid", k_grid_verbs};

void add_reading_options(Options& options, GridOptions& grid) {
  options.text("--grid", grid.grid, "NAME",
               "the mission: its place (.grid) or cluster; default the only one");
  options.of({"show"});
  options.text("--at", grid.at, "MOMENT", "as it was then: an event's number or a TIME");
  options.of({"resume"});
  options.text("--option", grid.option, "NAME", "do it: one of those that resume offers");
  options.text("--plan", grid.plan, "FILE", "write what can be done to FILE (-: standard output)");
  options.text("--apply", grid.apply, "FILE", "do what the plan in FILE (-: standard input) says");
  options.text("--feedback", grid.feedback, "TEXT", "what the user says to it, for the next session");
  options.text("--most", grid.most, "SIZE",
               "the prompt has at most so many bytes (20000, 20k, 1M): what is oldest is left out");
  options.of({"write"});
  options.text("--text", grid.text, "TEXT", "what FILE is to say, instead of a PATH");
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
  options.text(
      "--expires",
      [&grid](const std::string& text) { grid.expires = kept_time("--expires", text, Length::from_now); },
      "TIME", "until when it holds; 2h: from now on");
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
  // That says how changes are written, and changes nothing of the mission itself.
  std::erase(that_change, "write-through");
  that_change.emplace_back("resume");
  options.section("Options of verbs that change a mission", that_change);
  options.toggle("--dry-run", grid.is_dry_run, "plan and print, change nothing");
  options.number("--if-version", {}, grid.if_version, "only if this is still the mission's version");
  that_change.emplace_back("status");
  that_change.emplace_back("validate");
  options.section("Options of verbs that change a mission, status and validate", that_change);
  options.text(
      "--timestamp", [&grid](const std::string& text) { grid.timestamp = kept_time("--timestamp", text); },
      "TIME", "when, as 2026-01-23T15:45:00Z; default now");
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
