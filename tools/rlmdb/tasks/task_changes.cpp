// SPDX-License-Identifier: MIT
#include "tasks/task_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "frame/input_file.hpp"
#include "frame/option_values.hpp"
#include "rlmdb/error.hpp"
#include "tasks/run_options.hpp"

namespace rlmdb::cli {
namespace {

Error task_usage(const std::string& message,
                 const std::string& hint = "`rlmdb task -h` shows how it is used") {
  return Error(ErrorCode::usage, message, {}, hint);
}

/// Values of options, of which one may stand for standard input.
class Values {
 public:
  std::string read(const std::string& option, const std::string& value) {
    if (value != "-") {
      return value;
    }
    if (!m_taker.empty()) {
      throw task_usage(fmt::format("{} and {} cannot both read standard input", m_taker, option),
                       "give one of them its value in words");
    }
    m_taker = option;
    return read_all(InputFile("-"));
  }

 private:
  std::string m_taker;  ///< the option that has read standard input
};

void require_one(const char* left, const std::optional<std::string>& left_value, const char* right,
                 const std::optional<std::string>& right_value) {
  if (left_value.has_value() && right_value.has_value()) {
    throw task_usage(fmt::format("{} and {} exclude each other", left, right), "leave one of them out");
  }
}

/// A command that failed writes nothing into its pipe: that is no text.
std::string read_some(Values& values, const std::string& option, const std::string& given,
                      const std::string& hint) {
  std::string text = values.read(option, given);
  if (text.empty() && given == "-") {
    throw Error(ErrorCode::invalid_input, "standard input holds no " + option.substr(2), option,
                "nothing was changed; " + hint);
  }
  return text;
}

NewTask new_task(const TaskOptions& options, const std::vector<std::string>& words, Values& values) {
  const std::optional<std::string> word = words.empty() ? std::nullopt : std::optional(words.front());
  require_one("--prompt", options.prompt, "--prompt-json", options.prompt_json);
  require_one("PROMPT", word, "--prompt", options.prompt);
  require_one("PROMPT", word, "--prompt-json", options.prompt_json);
  constexpr const char* k_no_words = "an empty prompt is given with --prompt ''";
  if (word == "") throw task_usage("the prompt is empty", k_no_words);
  const std::optional<std::string> prompt = word.has_value() ? word : options.prompt;
  if (!prompt.has_value() && !options.prompt_json.has_value()) {
    throw task_usage("the prompt is missing", "rlmdb task add 'what is to be done'");
  }
  NewTask task = options.task;
  if (prompt.has_value()) {
    task.prompt = read_some(values, "--prompt", *prompt, k_no_words);
  } else {
    task.prompt = JsonText{values.read("--prompt-json", *options.prompt_json)};
  }
  for_each_field(k_new_task_fields, task, [&]<class Value>(const NewTaskField& field, Value& value) {
    if constexpr (std::is_same_v<Value, std::optional<JsonText>>) {
      if (value.has_value() && field.type == "JSON") value->text = values.read(option_of(field), value->text);
    }
  });
  return task;
}

CompleteTask completion(const TaskOptions& options, const std::vector<std::string>& words, Values& values) {
  const auto text = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.find_first_of(" \t\n") != std::string::npos;
  });
  if (text != words.end()) {
    throw task_usage(fmt::format("'{}' is no ID", *text),
                     "what came of it: rlmdb task complete ID --result TEXT");
  }
  require_one("--result", options.result, "--result-json", options.result_json);
  CompleteTask complete;
  if (options.result.has_value()) {
    complete.result =
        read_some(values, "--result", *options.result,
                  "a command that failed is told with `rlmdb task fail`, an empty result with --result ''");
  }
  if (options.result_json.has_value()) {
    complete.result = JsonText{values.read("--result-json", *options.result_json)};
  }
  complete.details = with_artifacts(options.details, options.artifacts);
  if (options.is_partial) {
    complete.details.status = "partial";
  }
  complete.cost = options.cost;
  return complete;
}

FailTask failure(const TaskOptions& options, Values& values) {
  if (!options.error.has_value()) {
    throw task_usage("--error is missing", "why it failed: rlmdb task fail ID --error TEXT");
  }
  return {read_some(values, "--error", *options.error, "an error without words is given with --error ''"),
          options.error_code, with_artifacts(options.details, options.artifacts), options.cost};
}

/// Takes the FIELD=JSON words from the end of `words`; the IDs stay.
SetMembers assignments(const TaskOptions& options, std::vector<std::string>& words) {
  std::size_t first = 0;
  while (first < words.size() && words[first].find('=') == std::string::npos) {
    ++first;
  }
  if (first == words.size() && !options.task.not_before.has_value()) {
    throw task_usage("task set needs FIELD=JSON after the IDs", "a text stands in quotes: agent='\"coder\"'");
  }
  SetMembers set;
  set.not_before = options.task.not_before;
  for (std::size_t index = first; index < words.size(); ++index) {
    const std::string& word = words[index];
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw task_usage(fmt::format("'{}' is no FIELD=JSON", word), "IDs stand before the first FIELD=JSON");
    }
    const std::string field = word.substr(0, equals);
    const auto is_field = [&](const auto& member) { return member.first == field; };
    if (std::any_of(set.members.begin(), set.members.end(), is_field)) {
      throw task_usage(fmt::format("'{}' is given twice", field), "give each FIELD once");
    }
    const std::string json = word.substr(equals + 1);
    if (field != "priority")
      require_no_bare_word(
          json, field,
          fmt::format("a text stands in quotes, and these in quotes of the shell: {}='\"{}\"'", field, json));
    set.members.emplace_back(field, JsonText{json});
  }
  words.resize(first);
  return set;
}

/// Takes what `task depend` is about from `words`; the IDs that depend stay.
ChangeDependencies dependencies(const TaskOptions& options, std::vector<std::string>& words) {
  const std::string what = words.front();
  words.erase(words.begin());
  if (what != "add" && what != "remove") {
    throw task_usage(fmt::format("'{}' is nothing that task depend can do", what),
                     "it has add, remove and list: rlmdb task depend add ID --on ID");
  }
  std::vector<std::string> on = options.on;
  if (on.empty()) {
    on.assign(words.begin() + 1, words.end());
    words.resize(1);
  }
  if (on.empty()) {
    throw task_usage(fmt::format("task depend {} needs what {} depends on", what, words.front()),
                     fmt::format("rlmdb task depend {} ID --on ID", what));
  }
  ChangeDependencies change;
  for (const std::string& id : on) {
    (what == "add" ? change.add : change.remove).push_back(TaskId{id});
  }
  return change;
}

/// Takes the text, which may be several words, from `words`; the ID stays.
AddNote note(const TaskOptions& options, std::vector<std::string>& words, Values& values) {
  const std::string text = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
  words.resize(1);
  return AddNote{values.read("TEXT", text), options.by};
}

TaskAction action_of(TaskVerb verb, const TaskOptions& options, std::vector<std::string>& words) {
  Values values;
  switch (verb) {
    case TaskVerb::add:
      return new_task(options, words, values);
    case TaskVerb::start:
      return StartTask{options.pid};
    case TaskVerb::complete:
      return completion(options, words, values);
    case TaskVerb::fail:
      return failure(options, values);
    case TaskVerb::cancel:
      return CancelTask{};
    case TaskVerb::retry:
      return RetryTask{};
    case TaskVerb::cost:
      return AddCost{options.cost};
    case TaskVerb::append:
      return AppendOutput{};
    case TaskVerb::set:
      return assignments(options, words);
    case TaskVerb::note:
      return note(options, words, values);
    case TaskVerb::depend:
      return dependencies(options, words);
    case TaskVerb::hold:
    case TaskVerb::remove:
      break;
  }
  throw Error(ErrorCode::internal, "a verb without an action");
}

std::vector<TaskId> ids_of(TaskVerb verb, const TaskOptions& options) {
  const std::vector<std::string> words = task_verbs().arguments(verb_of(verb), options.words);
  std::vector<TaskId> ids;
  std::transform(words.begin(), words.end(), std::back_inserter(ids),
                 [](const std::string& word) { return TaskId{word}; });
  return ids;
}

}  // namespace

HoldReport hold(Store& store, const TaskOptions& options) {
  const std::vector<TaskId> ids = ids_of(TaskVerb::hold, options);
  if (ids.empty() != options.holds_all) {
    throw task_usage(ids.empty() ? "task hold needs an ID, or --all" : "IDs and --all exclude each other",
                     "rlmdb task hold ID --lease 1m, then rlmdb task hold --all --lease 1m");
  }
  const HoldTasks how{options.lease, options.pid, precondition_of(options.change)};
  if (options.lets_go) return ids.empty() ? let_all_go(store) : let_go(store, ids, how.only_if);
  return ids.empty() ? extend_hold(store, how) : hold_tasks(store, ids, how);
}

RemoveRequest remove_request_of(const TaskOptions& options) {
  return {ids_of(TaskVerb::remove, options), {precondition_of(options.change), options.below, options.run}};
}

std::optional<BulkChange> bulk_change_of(TaskVerb verb, const TaskOptions& options) {
  if (verb != TaskVerb::retry && verb != TaskVerb::cancel) return std::nullopt;
  const std::vector<std::string> ids = task_verbs().arguments(verb_of(verb), options.words);
  const bool is_retry = verb == TaskVerb::retry;
  if (!options.task.tree.has_value() && !options.wants_failed) {
    if (ids.empty()) throw task_verbs().too_few(verb_of(verb));
    return std::nullopt;
  }
  if (!ids.empty()) {
    throw task_usage(fmt::format("{} and '{}' exclude each other",
                                 options.wants_failed ? "--failed" : "--tree", ids.front()),
                     "give the IDs, or what chooses the tasks");
  }
  BulkChange bulk;
  bulk.which.tree = options.task.tree;
  bulk.which.where = is_retry ? "state = 'failed'" : "state IN ('queued', 'running')";
  bulk.which.order = TaskOrder::oldest;
  if (is_retry) {
    bulk.action = RetryTask{};
  } else {
    bulk.action = CancelTask{};
  }
  bulk.only_if = precondition_of(options.change);
  return bulk;
}

std::vector<TaskChange> changes_of(TaskVerb verb, const TaskOptions& options) {
  std::vector<std::string> ids = task_verbs().arguments(verb_of(verb), options.words);
  const TaskAction action = action_of(verb, options, ids);
  if (verb == TaskVerb::add) {
    return {{TaskId{}, action, {}}};
  }
  // Of set, what looked like IDs may all have been FIELD=JSON.
  if (ids.empty()) {
    throw task_verbs().too_few(verb_of(verb));
  }
  std::vector<TaskChange> changes;
  for (const std::string& id : ids) {
    changes.push_back({TaskId{id}, action, precondition_of(options.change)});
  }
  return changes;
}

AppendRequest append_request_of(const TaskOptions& options) {
  const std::vector<std::string> words = task_verbs().arguments(verb_of(TaskVerb::append), options.words);
  AppendRequest request{{TaskId{words.front()}, AppendOutput{}, precondition_of(options.change)},
                        std::nullopt};
  if (words.size() > 1 && words.back() != "-") {
    request.text = words.back();
  }
  return request;
}

}  // namespace rlmdb::cli
