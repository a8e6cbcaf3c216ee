// SPDX-License-Identifier: MIT
#include "variables/var_options.hpp"

#include <CLI/CLI.hpp>

#include "frame/options_store.hpp"
#include "frame/verbs.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_all_verbs_group = "Options of all verbs but states";
constexpr const char* k_text_group = "Options of set and get";
constexpr const char* k_get_group = "Options of get";
constexpr const char* k_read_group = "Options of get and list";
constexpr const char* k_set_group = "Options of set";
constexpr const char* k_drop_group = "Options of drop";
constexpr const char* k_changing_verbs_group = "Options of set, delete and rename";

void add_options_of_set(CLI::App& app, VarOptions& options) {
  static const std::vector<std::string> k_types{"text", "number", "boolean",   "null",
                                                "json", "array",  "file_path", "file_content"};
  add_choice(
      app, "--type", k_types, [&options](std::size_t index) { options.type = k_types[index]; },
      "its type; default: the one it has where that fits, else that of the value")
      ->group(k_set_group);
  add_text(app, "--description", options.description, "TEXT", "what it holds")->group(k_set_group);
  add_text(app, "--source", options.source, "TEXT", "where it comes from: a task, a node, a file")
      ->group(k_set_group);
  add_text(app, "--ttl", options.ttl, "DURATION",
           "it expires that long from now on, in whole seconds; 0: never")
      ->group(k_set_group);
  add_switch(
      app, "--read-only", [&options] { options.is_read_only = true; }, "refuse later changes of it")
      ->group(k_set_group);
  add_switch(
      app, "--writable", [&options] { options.is_writable = true; }, "take --read-only away (with --force)")
      ->group(k_set_group);
  add_switch(
      app, "--spill-to-file", [&options] { options.spills = true; },
      "write the value to a file where legacy tools look for it; the variable names it")
      ->group(k_set_group);
  add_switch(
      app, "--complete", [&options] { options.completes = true; },
      "only for Final: also complete the task with this value as its result")
      ->group(k_set_group);
  add_switch(
      app, "--propagate", [&options] { options.propagates = true; },
      "with --complete: then the nodes above whose children are all done, where no model is needed to merge")
      ->group(k_set_group);
}

}  // namespace

void add_var_options(CLI::App& app, VarOptions& options) {
  constexpr int k_most_words = 1 << 20;
  add_words(app, "VERB", options.words, 1, k_most_words,
            "set, get, list, delete, rename, history, states or drop, then NAMEs; for set also the value in "
            "JSON (- "
            "or nothing: standard input)");
  add_owner_options(app, options.owner, k_all_verbs_group);
  add_switch(
      app, "--text", [&options] { options.is_text = true; },
      "the value is a text: bare, without JSON's quotes")
      ->group(k_text_group);
  add_switch(
      app, "--inherit", [&options] { options.inherits = true; },
      "where the task lacks it, that of the nearest task above")
      ->group(k_get_group);
  add_switch(
      app, "--stored", [&options] { options.is_stored = true; },
      "the value as it is stored; otherwise one in a file (file:PATH) is read from there")
      ->group(k_get_group);
  add_switch(
      app, "--count", [&options] { options.is_counted = true; },
      "count this read in the variable's access_count, which is a change")
      ->group(k_get_group);
  add_text(app, "--root", options.root, "DIR",
           "the project that file:PATH starts from (default: that of the database)")
      ->group(k_text_group);
  add_text(app, "--at", options.at, "SEQ|TIME", "as it was after an event, or at a time in UTC")
      ->group(k_read_group);
  add_options_of_set(app, options);
  add_text(app, "--reason", options.reason, "TEXT", "why; kept in the history")
      ->group(k_changing_verbs_group);
  add_conditions(app, options.change, "past --read-only, the prompt's lock and 1,000 variables",
                 k_changing_verbs_group);
  add_request_id(app, options.change, k_changing_verbs_group);
  add_switch(
      app, "--yes", [&options] { options.is_sure = true; }, "remove the document that drop otherwise shows")
      ->group(k_drop_group);
}

void require_options_of(VarVerb verb, const CLI::App& app) {
  std::vector<std::string> taken;
  if (verb != VarVerb::states) {
    taken.emplace_back(k_all_verbs_group);
  }
  if (is_change(verb)) {
    taken.emplace_back(k_changing_verbs_group);
  }
  if (verb == VarVerb::set || verb == VarVerb::get) {
    taken.emplace_back(k_text_group);
    taken.emplace_back(verb == VarVerb::set ? k_set_group : k_get_group);
  }
  if (verb == VarVerb::drop) {
    taken.emplace_back(k_drop_group);
  }
  if (verb == VarVerb::get || verb == VarVerb::list) {
    taken.emplace_back(k_read_group);
  }
  require_groups(app, "var", to_text(verb), taken);
}

}  // namespace rlmdb::cli
