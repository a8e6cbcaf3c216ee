// SPDX-License-Identifier: MIT
#include "tasks/task_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "frame/global_options.hpp"
#include "frame/methods.hpp"
#include "frame/times.hpp"
#include "rlmdb/error.hpp"
#include "tasks/run_options.hpp"

namespace rlmdb::cli {
namespace {

// Fields of a new task that other verbs have too.
constexpr std::string_view k_tree = "tree";
constexpr std::string_view k_not_before = "not_before";

Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::optional<std::string>& text) {
  const std::string help(field.meaning);
  return field.words.empty() ? options.text(name, text, std::string(field.type), help)
                             : options.choice(name, {field.words.begin(), field.words.end()}, text, help);
}

/// A text of its own kind: an id, JSON.
template <class Text>
Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::optional<Text>& value) {
  const auto take = [&value](const std::string& text) { value = Text{text}; };
  return options.text(name, take, std::string(field.type), std::string(field.meaning));
}

Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::vector<TaskId>& ids) {
  const auto take = [&ids](const Words& given) {
    std::transform(given.begin(), given.end(), std::back_inserter(ids),
                   [](const std::string& id) { return TaskId{id}; });
  };
  return options.add(Option::Kind::texts, name, std::string(field.type), std::string(field.meaning), take);
}

Option& add_field(Options& options, const std::string& name, const NewTaskField& field, bool& is_on) {
  return options.toggle(name, is_on, std::string(field.meaning));
}

Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::optional<std::int64_t>& count) {
  return options.number(name, {1}, count, std::string(field.meaning));
}

Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::optional<std::chrono::milliseconds>& duration) {
  return options.duration(name, duration, std::string(field.meaning));
}

Option& add_field(Options& options, const std::string& name, const NewTaskField& field,
                  std::optional<EarliestStart>& start) {
  const auto take = [name, &start](const std::string& text) { start = earliest_start(name, text); };
  return options.text(name, take, std::string(field.type), std::string(field.meaning));
}

void add_options_of_add(Options& options, TaskOptions& task) {
  options.of({"add"});
  options.text("--prompt", task.prompt, "TEXT", "what is to be done; needed");
  options.text("--prompt-json", task.prompt_json, "JSON", "the prompt as any JSON value");
  for_each_field(k_new_task_fields, task.task, [&](const NewTaskField& field, auto& value) {
    if (field.name == k_tree) return;
    if (field.name == k_not_before) options.of({"add", "set"});
    Option& option = add_field(options, option_of(field), field, value);
    if (!field.otherwise.empty()) option.initially(std::string(field.otherwise));
  });
}

void add_options_of_ends(Options& options, TaskOptions& task) {
  options.of({"start", "hold"});
  options.number("--pid", {1}, task.pid,
                 "the process that runs it, default: none is known; of hold one whose end ends the hold");
  options.of({"hold"});
  options.toggle("--all", task.holds_all, "all that the owner holds already: extends their lease");
  options.duration("--lease", task.lease, "how long from now the owner's tasks stay his; default {}");
  options.toggle("--release", task.lets_go, "let them go: anybody may claim them");
  options.of({"complete"});
  options.text("--result", task.result, "TEXT", "what came of it; default: result stays as it is");
  options.text("--result-json", task.result_json, "JSON", "the result as any JSON value");
  options.of({"fail"});
  options.text("--error", task.error, "TEXT", "why it failed; needed");
  options.text("--code", task.error_code, "CODE",
               "of the error; with it and the time it stands in the result");
  options.of({"complete"});
  options.toggle("--partial", task.is_partial, "the result's status is partial, not success");
  options.of({"complete", "fail"});
  add_detail_options(options, task.details, task.artifacts);
  options.of({"complete", "fail", "cost"});
  add_cost_options(options, task.cost);
}

}  // namespace

std::string option_of(const NewTaskField& field) {
  return option_of_field(field.option.empty() ? member_of(field) : field.option);
}

void add_task_options(Options& options, TaskOptions& task) {
  options.words("VERB", task.words, 1, Options::k_most_words,
                "add, start, complete, fail, cancel, retry, cost, append, set, note, depend, hold or remove, "
                "then IDs; for "
                "append and note also the text (-, of append or nothing: standard input), for set also "
                "FIELD=JSON, for depend first add, "
                "remove "
                "or list");
  add_options_of_add(options, task);
  add_options_of_ends(options, task);
  options.of({"note"});
  options.text("--by", task.by, "NAME", "who says so; default: nobody is named");
  options.of({"depend"});
  options.texts("--on", task.on, "ID",
                "what the IDs depend on; repeatable. Without it the first ID depends on the others");
  options.of({"add", "cancel", "retry"});
  options.text(
      "--tree", [&task](const std::string& id) { task.task.tree = TreeId{id}; }, "ID",
      "of add the tree it belongs to, without --parent its root; else all tasks of that tree, no IDs");
  options.of({"retry"});
  options.toggle("--failed", task.wants_failed,
                 "all tasks that failed, with --tree those of that tree; no IDs");
  options.of({"remove"});
  options.toggle("--recursive", task.below, TasksBelow::go, "also the tasks below it, children and theirs");
  options.of({"cancel", "retry", "remove"});
  options.toggle("--dry-run", task.run, Run::dry_run, "say what would become of which tasks, change nothing");
  options.section("Options of every verb but add", task_verbs().but({"add"}));
  add_conditions(options, task.change, "from any state, whoever has claimed it");
  options.section("Options of every verb", task_verbs().but({}));
  add_request_id(options, task.change.request_id);
  options.section("Options of every verb but depend, hold and remove",
                  task_verbs().but({"depend", "hold", "remove"}));
  options.text("--ndjson", task.lines, "FILE", "one JSON object a line instead of IDs and options")
      .instead_of_words();
  options
      .text("--tasks", task.list, std::string(k_objects_type),
            "the same as one JSON list: [{\"prompt\": \"one\"}, {\"prompt\": \"two\"}]; -: standard input")
      .instead_of_words();
}

void require_objects_alone(const Options& options) {
  const std::string_view objects = options.find("--tasks")->is_given ? "--tasks" : "--ndjson";
  for (const Option& option : options.all()) {
    const bool says_more = option.is_given && !option.verbs.empty() && option.name() != objects;
    if (says_more && option.name() != "--request-id") {
      throw Error(ErrorCode::usage, fmt::format("{} and {} exclude each other", option.name(), objects), {},
                  "each object says it for its own task; man page rlmdb-task(1) has the members");
    }
  }
}

}  // namespace rlmdb::cli
