// SPDX-License-Identifier: MIT
#include "frame/input_file.hpp"
#include "frame/option_values.hpp"
#include "loops/loop_options.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_json_hint = "give one JSON object, in quotes for the shell, or - for standard input";

/// What was typed; `-`: standard input to its end.
JsonText json_of(const std::string& typed) {
  if (typed != "-") {
    require_no_bare_word(typed, "JSON", k_json_hint);
    return {typed};
  }
  return {read_all(InputFile("-"))};
}

/// The word behind the id, else standard input.
JsonText json_word(const std::vector<std::string>& words) {
  return json_of(words.size() > 1 ? words[1] : "-");
}

/// `none` alone stands for none.
std::vector<AutoCheckpoint> auto_checkpoints(const std::vector<std::string>& words) {
  std::vector<AutoCheckpoint> all;
  if (words == std::vector<std::string>{"none"}) {
    return all;
  }
  for (const std::string& word : words) {
    const auto at = named<AutoCheckpoint>(word);
    if (!at.has_value()) {
      throw Error(
          ErrorCode::usage, "a loop takes no checkpoint by itself at '" + word + "'", {},
          "iteration_boundary, artifact_complete, phase_start, or none; what rlmdb does not see is said "
          "by `rlmdb checkpoint create --loop ID --trigger before_external_call`");
    }
    all.push_back(*at);
  }
  return all;
}

LoopChanged change_entry(Store& store, LoopVerb verb, const LoopOptions& options,
                         const LoopCondition& condition) {
  const std::vector<std::string> words = words_of(verb, options);
  const LoopId id{words.front()};
  if (verb == LoopVerb::pattern && options.iteration.has_value() && !options.pattern.has_value()) {
    throw Error(ErrorCode::usage, "--iteration says which --pattern is meant", {},
                "name the pattern, or put the iteration of a new one into its JSON");
  }
  const JsonText json = json_word(words);
  switch (verb) {
    case LoopVerb::record:
      return record_iteration(store, id, json, condition);
    case LoopVerb::regression:
      return options.event.has_value() ? update_regression(store, id, *options.event, json, condition)
                                       : add_regression(store, id, json, condition);
    case LoopVerb::recover:
      return add_recovery(store, id, json, options.event, condition);
    case LoopVerb::pattern:
      return options.pattern.has_value()
                 ? update_pattern(store, id, {*options.pattern, options.iteration}, json, condition)
                 : add_pattern(store, id, json, condition);
    case LoopVerb::baseline:
      return set_baseline(store, id, json, options.baseline_change, condition);
    default:
      return update_persistence_metrics(store, id, json, condition);
  }
}

LoopChanged change_status(Store& store, LoopVerb verb, const LoopOptions& options,
                          const LoopCondition& condition) {
  const LoopId id{words_of(verb, options).front()};
  switch (verb) {
    case LoopVerb::pause:
      return set_loop_status(store, id, "paused", condition);
    case LoopVerb::resume:
      return set_loop_status(store, id, "running", condition);
    case LoopVerb::crash:
      return set_loop_status(store, id, "crashed", condition);
    case LoopVerb::abort:
      return finish_loop(store, id, "aborted", condition);
    default:
      return finish_loop(store, id, options.status, condition);
  }
}

}  // namespace

NewLoop new_loop(const LoopOptions& options) {
  NewLoop loop;
  loop.task = words_of(LoopVerb::start, options).front();
  loop.loop_id = options.id;
  loop.completion_criteria = options.completion;
  loop.max_iterations = options.max_iterations;
  if (options.baseline.has_value()) {
    loop.baseline_metrics = json_of(*options.baseline);
  }
  loop.auto_checkpoints = auto_checkpoints(options.auto_checkpoints);
  loop.is_forced = options.is_forced;
  loop.timestamp = options.timestamp;
  return loop;
}

LoopChanged change_loop(Store& store, LoopVerb verb, const LoopOptions& options) {
  const LoopCondition condition{options.timestamp, options.if_version};
  if (verb == LoopVerb::reinforce) {
    const std::vector<std::string> words = words_of(verb, options);
    return reinforce_loop(store, {words[0]}, {words[1], options.reason, options.iteration}, condition);
  }
  if (verb == LoopVerb::phase) {
    const std::vector<std::string> words = words_of(verb, options);
    return start_phase(store, {words[0]}, words[1], condition);
  }
  if (verb == LoopVerb::automatic) {
    std::vector<std::string> words = words_of(verb, options);
    const LoopId id{words.front()};
    words.erase(words.begin());
    return set_auto_checkpoints(store, id, auto_checkpoints(words), condition);
  }
  return verb <= LoopVerb::baseline ? change_entry(store, verb, options, condition)
                                    : change_status(store, verb, options, condition);
}

}  // namespace rlmdb::cli
