// SPDX-License-Identifier: MIT
#include "variables/var_options.hpp"

#include "frame/global_options.hpp"

namespace rlmdb::cli {
namespace {

void add_options_of_get(Options& options, VarOptions& var) {
  options.of({"get"});
  options.toggle("--inherit", var.inherits, "where the task lacks it, that of the nearest task above");
  options.toggle("--stored", var.is_stored,
                 "the value as it is stored; otherwise one in a file (file:PATH) is read from there");
  options.toggle("--count", var.is_counted,
                 "count this read in the variable's access_count, which is a change");
}

void add_options_of_set(Options& options, VarOptions& var) {
  options.of({"set"});
  options.choice("--type", {k_variable_types.begin(), k_variable_types.end()}, var.type,
                 "its type; default: the one it has where that fits, else that of the value");
  options.text("--description", var.description, "TEXT", "what it holds");
  options.text("--source", var.source, "TEXT", "where it comes from: a task, a node, a file");
  options.text("--ttl", var.ttl, "DURATION", "it expires that long from now on, in whole seconds; 0: never");
  options.toggle("--read-only", var.is_read_only, "refuse later changes of it");
  options.toggle("--writable", var.is_writable, "take --read-only away (with --force)");
  options.toggle("--spill-to-file", var.spills,
                 "copy the value to a file where legacy tools look for it, now and at later sets");
  options.toggle("--complete", var.completes,
                 "only for Final: also complete the task with this value as its result");
  options.toggle(
      "--propagate", var.propagates,
      "with --complete: then the nodes above whose children are all done, where no model is needed to merge");
}

}  // namespace

void add_var_options(Options& options, VarOptions& var) {
  options.words("VERB", var.words, 1, Options::k_most_words,
                "set, get, list, dump, delete, rename, history, states, status or drop, then NAMEs; for set "
                "also the value "
                "in JSON (- or nothing: standard input)");
  options.section("Options of all verbs but states", var_verbs().but({"states"}));
  options.text("--task", var.owner.task, "ID", "of the task");
  options.text("--tree", var.owner.tree, "ID", "of the tree, besides those of its nodes");
  add_owner_options(options, var.owner);
  options.of({"set", "get"});
  options.toggle("--text", var.is_text, "the value is a text: bare, without JSON's quotes")
      .only_as_program_for("a value is JSON");
  add_options_of_get(options, var);
  options.of({"dump"});
  options.toggle("--resolve", var.resolves, "of a value in a file (file:PATH) what the file says");
  options.of({"set", "get", "delete", "rename", "dump"});
  options.text("--root", var.root, "DIR",
               "the project that file:PATH starts from (default: that of the database)");
  options.of({"get", "list", "dump"});
  options.text("--at", var.at, "SEQ|TIME", "as it was after an event, or at a time");
  add_options_of_set(options, var);
  options.of({"set", "delete", "rename", "status"});
  options.text("--reason", var.reason, "TEXT", "why; kept in the history");
  add_conditions(options, var.change, "past --read-only, the prompt's lock and 1,000 variables");
  add_request_id(options, var.change.request_id);
  options.of({"drop"});
  options.toggle("--yes", var.is_sure, "remove the document that drop otherwise shows");
}

}  // namespace rlmdb::cli
