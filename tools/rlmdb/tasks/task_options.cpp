// SPDX-License-Identifier: MIT
#include "tasks/task_options.hpp"

#include <fmt/format.h>

#include "frame/global_options.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"
#include "tasks/run_options.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_every_verb = "Options of every verb";

void add_options_of_nodes(Options& options, TaskOptions& task) {
  options.choice("--decomposition-strategy",
                 {k_decomposition_strategies.begin(), k_decomposition_strategies.end()},
                 task.decomposition_strategy, "how the node's children run");
  options.choice("--merge-strategy", {k_merge_strategies.begin(), k_merge_strategies.end()},
                 task.merge_strategy, "how the node merges their results");
  options.text("--context", task.context, "JSON",
               "an object: the node's slice of the context (context_reference)");
  options.text("--config", task.config, "JSON", "an object: how the node is to be run (execution_config)");
}

void add_options_of_add(Options& options, TaskOptions& task) {
  options.of({"add"});
  options.text("--prompt", task.prompt, "TEXT", "what is to be done; needed");
  options.text("--prompt-json", task.prompt_json, "JSON", "the prompt as any JSON value");
  options.text("--agent", task.agent, "AGENT", "who is to do it");
  options.text("--priority", task.priority, "N", "a number, higher first; default {}").initially("0");
  options.text("--parent", task.parent, "ID", "make it a tree node below this task");
  options.text("--tree", task.tree, "ID", "the tree it belongs to; without --parent its root");
  options.toggle("--new-tree", task.makes_tree, "make it the root of a new tree, whose id is made up");
  options.choice("--execution-mode", {k_execution_modes.begin(), k_execution_modes.end()},
                 task.execution_mode, "of a root: how its tree is executed");
  options.text("--session", task.session_id, "ID", "of a root: the session that its tree belongs to");
  options.text("--metadata", task.metadata, "JSON", "an object; default {}").initially("{}");
  add_options_of_nodes(options, task);
  options.texts("--depends-on", task.depends_on, "ID",
                "claimed only when this task is completed or cancelled; repeatable");
  options.number("--max-attempts", {1}, task.max_attempts, "lost attempts after which it fails; default {}")
      .initially("3");
  options
      .duration("--backoff", task.backoff,
                "wait after the first lost attempt, then doubled, never over 1h; default {}")
      .initially("1s");
}

void add_options_of_ends(Options& options, TaskOptions& task) {
  options.of({"start"});
  options.number("--pid", {1}, task.pid, "the process that runs it; default: none is known");
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

void add_task_options(Options& options, TaskOptions& task) {
  options.words(
      "VERB", task.words, 1, Options::k_most_words,
      "add, start, complete, fail, cancel, retry, cost, append, set or depend, then IDs; for append also the "
      "text (- or nothing: standard input), for set also FIELD=JSON, for depend first add, remove or list");
  add_options_of_add(options, task);
  add_options_of_ends(options, task);
  options.of({"depend"});
  options.texts("--on", task.on, "ID",
                "what the IDs depend on; repeatable. Without it the first ID depends on the others");
  options.section("Options of every verb but add", task_verbs().but({"add"}));
  add_conditions(options, task.change, "from any state, whoever has claimed it");
  options.section(std::string(k_every_verb), task_verbs().but({}));
  add_request_id(options, task.change.request_id);
  options.text("--ndjson", task.lines, "FILE", "one JSON object a line instead of IDs and options");
}

void require_lines_alone(const Options& options) {
  for (const Option& option : options.all()) {
    if (option.is_given && !option.verbs.empty() && option.section != k_every_verb) {
      throw Error(ErrorCode::usage, fmt::format("{} and --ndjson exclude each other", option.name()), {},
                  "each line says it for its own task; man page rlmdb-task(1) has the members");
    }
  }
}

}  // namespace rlmdb::cli
