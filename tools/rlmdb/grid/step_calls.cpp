// SPDX-License-Identifier: MIT
// What was typed as the step of a mission that it stands for.
#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/input_file.hpp"
#include "grid/grid_options.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

using Words = std::vector<std::string>;

std::string or_empty(const std::optional<std::string>& text) {
  return text.value_or(std::string());
}

std::optional<std::int64_t> to_number(const std::string& text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::int64_t number_of(const std::string& text, const std::string& what) {
  if (const auto number = to_number(text)) {
    return *number;
  }
  throw Error(ErrorCode::usage, "'" + text + "' is no " + what, text, "give a whole number");
}

/// `json` or, for "-", standard input.
std::string json_or_stdin(const std::string& json) {
  return json == "-" ? read_all(InputFile("-")) : json;
}

/// A number where it is written as one, so that `2` stays 2 and `02` is a text.
void add_number_or_text(JsonObject& object, std::string_view name, const std::optional<std::string>& value) {
  if (!value.has_value()) {
    return;
  }
  const auto number = to_number(*value);
  if (number.has_value() && std::to_string(*number) == *value) {
    object.add(name, *number);
  } else {
    object.add(name, *value);
  }
}

template <class Held>
void add_given(JsonObject& object, std::string_view name, const std::optional<Held>& value) {
  if (value.has_value()) {
    object.add(name, *value);
  }
}

std::string position_json(const GridOptions& options) {
  JsonObject position;
  add_given(position, "phase", options.phase);
  add_given(position, "phase_total", options.phases);
  add_given(position, "phase_name", options.phase_name);
  add_number_or_text(position, "block", options.block);
  add_given(position, "block_total", options.blocks);
  add_given(position, "wave", options.wave);
  add_given(position, "wave_total", options.waves);
  add_number_or_text(position, "thread", options.thread);
  add_given(position, "thread_total", options.threads);
  add_given(position, "thread_name", options.thread_name);
  return position.text();
}

/// What the options say, as an object to be merged into STATE.md.
std::string patch_json(const GridOptions& options) {
  JsonObject patch;
  add_given(patch, "status", options.status);
  const std::string position = position_json(options);
  if (position != "{}") {
    patch.add("position", JsonText{position});
  }
  add_given(patch, "progress_percent", options.progress);
  add_given(patch, "energy_remaining", options.energy);
  add_given(patch, "mode", options.mode);
  add_given(patch, "error", options.error);
  return patch.text();
}

GridStep position_step(const Words& words, const GridOptions& options) {
  const std::string patch = patch_json(options);
  if (words.empty() == (patch == "{}")) {
    throw Error(
        ErrorCode::usage,
        words.empty() ? "grid position needs something to set" : "JSON and options cannot both be given", {},
        "an object that is merged into STATE.md, or options as --wave "
        "2 --progress 40");
  }
  return GridStatePatch{words.empty() ? patch : json_or_stdin(words.front())};
}

GridStep wave_step(const Words& words, const GridOptions& options) {
  if (words.front() == "start" && words.size() == 2) {
    return GridWaveStart{number_of(words[1], "wave")};
  }
  if (words.front() == "complete" && words.size() == 1) {
    return GridWaveComplete{options.progress};
  }
  throw Error(ErrorCode::usage, "grid wave needs start N, or complete", words.front(),
              "rlmdb grid wave start 2; rlmdb grid wave complete --progress 40");
}

GridStep thread_step(const Words& words, const GridOptions& options) {
  GridThreadChange change;
  if (words.front() == "complete") {
    change.step = GridThreadStep::complete;
  } else if (words.front() == "partial") {
    change.step = GridThreadStep::partial;
  } else if (words.front() != "start") {
    throw Error(ErrorCode::usage, "'" + words.front() + "' is no step of a thread", words.front(),
                "start, complete or partial");
  }
  change.id = words[1];
  change.name = or_empty(options.thread_name);
  change.commit = or_empty(options.commit);
  change.files = options.files;
  change.partial_work_json = or_empty(options.partial_work);
  return change;
}

GridStep checkpoint_step(const Words& words, const GridOptions& options) {
  NewGridCheckpoint checkpoint;
  checkpoint.type = words.front();
  checkpoint.block = or_empty(options.block);
  checkpoint.wave = options.wave;
  if (options.thread.has_value()) {
    checkpoint.thread = number_of(*options.thread, "thread");
  }
  checkpoint.thread_name = or_empty(options.thread_name);
  checkpoint.details_json = or_empty(options.details);
  checkpoint.awaiting = or_empty(options.awaiting);
  checkpoint.expires = or_empty(options.expires);
  checkpoint.error = or_empty(options.error);
  checkpoint.completed_threads_json = or_empty(options.completed);
  checkpoint.current_thread_json = or_empty(options.current);
  checkpoint.pending_threads_json = or_empty(options.pending);
  checkpoint.warmth_json = or_empty(options.warmth);
  checkpoint.replaces_waiting = options.replaces_waiting;
  return checkpoint;
}

std::string text_of_file(const Words& words, const GridOptions& options) {
  if ((words.size() > 1) == options.text.has_value()) {
    throw Error(ErrorCode::usage, "grid write needs a PATH, -, or --text, and one of these", {},
                "rlmdb grid write " + words.front() + " --text TEXT");
  }
  return options.text.has_value() ? *options.text : read_all(InputFile(words[1]));
}

/// An empty STATE.md would end the mission: that is what an input which failed leaves.
GridStep file_step(const std::string& name, std::string text) {
  if (name == "STATE.md" && text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw Error(ErrorCode::invalid_input, "STATE.md would be empty", name,
                "nothing was changed; give what the mission's state is to be");
  }
  return GridFiles{{{name, std::move(text), false}}};
}

GridStep decision_step(const Words& words, const GridOptions& options) {
  NewGridDecision decision;
  decision.question = words.front();
  for (const std::string& option : options.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorCode::usage, "'" + option + "' is no KEY=TEXT", option,
                  "--offer vercel='Native support'");
    }
    decision.options.push_back({option.substr(0, equals), option.substr(equals + 1)});
  }
  if (!options.choice.has_value()) {
    throw Error(ErrorCode::usage, "grid decide needs what was chosen: --choice KEY", decision.question,
                "rlmdb grid decide 'Where to?' --offer vercel='Native support' --choice vercel");
  }
  decision.choice = *options.choice;
  decision.rationale = or_empty(options.rationale);
  decision.affects = or_empty(options.affects);
  return decision;
}

GridStep warmth_step(const Words& words, const GridOptions& options) {
  if (options.summary.has_value()) {
    if (words.size() > 1) {
      throw Error(ErrorCode::usage, "--summary and items cannot both be given", words[1], {});
    }
    return GridAggregate{*options.summary, or_empty(options.from)};
  }
  if (words.size() < 3) {
    throw grid_verbs().too_few(verb_of(GridVerb::warmth_add));
  }
  return GridWarmth{{words[1], {words.begin() + 2, words.end()}}, or_empty(options.from)};
}

GridStep scratch_step(const Words& words, const GridOptions& options) {
  if (options.is_archived != words.empty()) {
    throw Error(ErrorCode::usage, "grid scratch needs a NOTE, or --archive", {},
                "rlmdb grid scratch 'Header needs the toggle slot' --program "
                "executor-02 --block 02");
  }
  if (options.is_archived) {
    return GridScratchArchive{};
  }
  return NewScratchEntry{or_empty(options.program), or_empty(options.block), or_empty(options.thread), words};
}

GridStep block_step(const Words& words, const GridOptions& options) {
  GridBlockResult result = words.size() > 1 ? grid_block_result(json_or_stdin(words[1])) : GridBlockResult{};
  result.block = words.front();
  if (options.is_partial) {
    result.status = "partial";
  }
  result.phase = or_empty(options.directory_name);
  result.from = or_empty(options.from);
  return result;
}

}  // namespace

NewGrid new_grid(const GridOptions& options) {
  if (!options.cluster.has_value()) {
    throw Error(ErrorCode::usage, "grid init needs --cluster NAME", {}, "what the mission is called");
  }
  NewGrid grid;
  grid.cluster = *options.cluster;
  grid.session_id = or_empty(options.session);
  grid.mode = options.mode.value_or(grid.mode);
  grid.phase_name = or_empty(options.phase_name);
  grid.phase_total = options.phases.value_or(grid.phase_total);
  grid.block_total = options.blocks.value_or(grid.block_total);
  grid.wave_total = options.waves.value_or(grid.wave_total);
  grid.thread_total = options.threads;
  grid.energy = options.energy.value_or(grid.energy);
  return grid;
}

GridStep step_of(GridVerb verb, const GridOptions& options) {
  const Words words = words_of(verb, options);
  switch (verb) {
    case GridVerb::start:
      return GridResume{};
    case GridVerb::position:
      return position_step(words, options);
    case GridVerb::wave:
      return wave_step(words, options);
    case GridVerb::block:
      return block_step(words, options);
    case GridVerb::thread:
      return thread_step(words, options);
    case GridVerb::checkpoint:
      return checkpoint_step(words, options);
    case GridVerb::answer:
      return GridAnswer{words.front()};
    case GridVerb::decide:
      return decision_step(words, options);
    case GridVerb::blocker:
      return NewGridBlocker{or_empty(options.block), or_empty(options.thread), or_empty(options.type),
                            words.front(), or_empty(options.waiting_for)};
    case GridVerb::unblock:
      return GridBlockerResolved{number_of(words.front(), "number of a blocker"), words[1]};
    case GridVerb::warmth_add:
      return warmth_step(words, options);
    case GridVerb::scratch:
      return scratch_step(words, options);
    case GridVerb::pause:
      return GridPause{words.empty() ? std::string() : words.front()};
    case GridVerb::complete:
      return GridComplete{};
    case GridVerb::write:
      return file_step(words.front(), text_of_file(words, options));
    case GridVerb::fail:
      return GridFailure{words.front(), or_empty(options.current), or_empty(options.details)};
    default:
      break;
  }
  throw Error(ErrorCode::internal, "no step of a mission", std::string(verb_of(verb).name), {});
}

}  // namespace rlmdb::cli
