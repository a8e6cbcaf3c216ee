// SPDX-License-Identifier: MIT
#include "tasks/task_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <limits>

#include "frame/options_store.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_any_group = "Options of every verb";
constexpr const char* k_change_group = "Options of every verb but add";
constexpr std::int64_t k_most_number = std::numeric_limits<std::int64_t>::max();

std::string group_of(TaskVerb verb) {
  return std::string(k_verb_group).append(to_text(verb));
}

template <class Value>
auto into(std::optional<Value>& target) {
  return [&target](Value value) { target = value; };
}

void add_words_of(CLI::App& app, TaskOptions& options) {
  constexpr int k_most_words = 1 << 20;
  add_words(app, "VERB", options.words, 1, k_most_words,
            "add, start, complete, fail, cancel, retry, append or set, then IDs; for append also the text (- "
            "or nothing: standard input), for set also FIELD=JSON");
}

template <std::size_t N>
std::vector<std::string> words_of(const std::array<std::string_view, N>& words) {
  return {words.begin(), words.end()};
}

/// An option that takes one of `words`, as it is written.
void add_word(CLI::App& app, const std::string& name, const std::vector<std::string>& words,
              std::optional<std::string>& value, const std::string& description, const std::string& group) {
  add_choice(
      app, name, words, [&value, words](std::size_t index) { value = words[index]; }, description)
      ->group(group);
}

void add_options_of_nodes(CLI::App& app, TaskOptions& options, const std::string& group) {
  add_word(app, "--decomposition-strategy", words_of(k_decomposition_strategies),
           options.decomposition_strategy, "how the node's children run", group);
  add_word(app, "--merge-strategy", words_of(k_merge_strategies), options.merge_strategy,
           "how the node merges their results", group);
  add_text(app, "--context", options.context, "JSON",
           "an object: the node's slice of the context (context_reference)")
      ->group(group);
  add_text(app, "--config", options.config, "JSON", "an object: how the node is to be run (execution_config)")
      ->group(group);
}

void add_options_of_add(CLI::App& app, TaskOptions& options) {
  const std::string group = group_of(TaskVerb::add);
  add_text(app, "--prompt", options.prompt, "TEXT", "what is to be done; needed")->group(group);
  add_text(app, "--prompt-json", options.prompt_json, "JSON", "the prompt as any JSON value")->group(group);
  add_text(app, "--agent", options.agent, "AGENT", "who is to do it")->group(group);
  add_text(app, "--priority", options.priority, "N", "a number, higher first; default 0")->group(group);
  add_text(app, "--parent", options.parent, "ID", "make it a tree node below this task")->group(group);
  add_text(app, "--tree", options.tree, "ID", "the tree it belongs to; without --parent its root")
      ->group(group);
  add_text(app, "--metadata", options.metadata, "JSON", "an object; default {}")->group(group);
  add_options_of_nodes(app, options, group);
  add_texts(app, "--depends-on", options.depends_on, "ID",
            "claimed only when this task is completed or cancelled; repeatable")
      ->group(group);
  add_number(app, "--max-attempts", 1, k_most_number, into(options.max_attempts),
             "lost attempts after which it fails; default 3")
      ->group(group);
  add_duration(app, "--backoff", into(options.backoff),
               "wait after the first lost attempt, then doubled, never over 1h; default 1s")
      ->group(group);
}

void add_options_of_ends(CLI::App& app, TaskOptions& options) {
  add_number(app, "--pid", 1, k_most_number, into(options.pid),
             "the process that runs it; default: none is known")
      ->group(group_of(TaskVerb::start));
  const std::string complete = group_of(TaskVerb::complete);
  add_text(app, "--result", options.result, "TEXT", "what came of it; default: result stays as it is")
      ->group(complete);
  add_text(app, "--result-json", options.result_json, "JSON", "the result as any JSON value")
      ->group(complete);
  add_text(app, "--error", options.error, "TEXT", "why it failed; needed")->group(group_of(TaskVerb::fail));
}

}  // namespace

void add_task_options(CLI::App& app, TaskOptions& options) {
  add_words_of(app, options);
  add_options_of_add(app, options);
  add_options_of_ends(app, options);
  add_conditions(app, options.change, "from any state, whoever has claimed it", k_change_group);
  add_request_id(app, options.change, k_any_group);
  add_text(app, "--ndjson", options.lines, "FILE", "one JSON object a line instead of IDs and options")
      ->group(k_any_group);
}

void require_options_of(TaskVerb verb, const CLI::App& app) {
  std::vector<std::string> taken{group_of(verb), k_any_group};
  if (verb != TaskVerb::add) {
    taken.emplace_back(k_change_group);
  }
  require_groups(app, "task", to_text(verb), taken);
  if (app.get_option("--ndjson")->count() == 0) {
    return;
  }
  for (const CLI::Option* option : app.get_options()) {
    const std::string& group = option->get_group();
    if (option->count() > 0 && group.starts_with(k_verb_group) && group != k_any_group) {
      throw Error(ErrorCode::usage, fmt::format("{} and --ndjson exclude each other", option->get_name()), {},
                  "each line says it for its own task; man page rlmdb-task(1) has the members");
    }
  }
}

}  // namespace rlmdb::cli
