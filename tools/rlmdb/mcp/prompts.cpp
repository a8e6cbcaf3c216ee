// SPDX-License-Identifier: MIT
#include "mcp/prompts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_most_lines = 10;

struct Prompt {
  std::string_view name;
  std::string_view title;
  std::string_view about;
  std::string (*text)(const Store&, const McpRights&, std::string_view owner);
};

std::optional<TreeId> only_tree(const McpRights& rights) {
  return rights.tree.has_value() ? std::optional(TreeId{*rights.tree}) : std::nullopt;
}

/// A text from data: on one line and in quotes, so that nothing in it reads as said by the person.
std::string quoted_line(std::string_view text) {
  constexpr std::size_t k_columns = 60;
  std::string quoted;
  append_json(quoted, cut_to_width(make_visible(text), k_columns));
  return quoted;
}

/// "2 resume, 1 retry": what happens to them, but for those to which nothing does.
std::string decisions_in(const std::vector<NodePlan>& nodes) {
  std::string text;
  for (const Decision decision : {Decision::resume, Decision::retry, Decision::ready, Decision::wait,
                                  Decision::refuse, Decision::give_up}) {
    const auto count = std::count_if(nodes.begin(), nodes.end(),
                                     [decision](const NodePlan& node) { return node.decision == decision; });
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_text(decision));
  }
  return text;
}

/// A line an item, and how many more there are.
template <class Items, class Line>
std::string lines_of(const Items& items, const Line& line) {
  std::string text;
  for (std::size_t place = 0; place < std::min(items.size(), k_most_lines); ++place) {
    text += "- " + line(items[place]) + "\n";
  }
  if (items.size() > k_most_lines) text += fmt::format("- and {} more\n", items.size() - k_most_lines);
  return text;
}

std::string line_of_plan(const TreePlan& plan) {
  std::string line = fmt::format("{}: {} of {} nodes are completed; {}", quoted_line(plan.tree_id.text),
                                 plan.done, plan.total, decisions_in(plan.nodes));
  if (!plan.findings.empty()) line += fmt::format("; {} findings about its shape", plan.findings.size());
  if (plan.spent_budget.has_value()) line += "; its budget is spent";
  return line;
}

std::string how_to_apply(const McpRights& rights) {
  if (rights.may_apply && !rights.only_reads) {
    return "2. Call `recover_apply`. It plans anew, does it in one transaction, and says what it did; a "
           "second call changes "
           "nothing.\n";
  }
  return "2. Applying the plan is not allowed here. Show the person what it says, and ask them to run `rlmdb "
         "recover` "
         "themselves.\n";
}

std::string recover_this_project(const Store& store, const McpRights& rights, std::string_view /*owner*/) {
  const RecoveryReport report = save_recovery_plan(store, only_tree(rights)).report;
  std::string text = "Go on with the work here that was interrupted.\n\n";
  if (report.trees.empty() && report.tasks.empty()) {
    return text +
           "No tree has work left, and no task outside trees runs: there is nothing to recover. Call "
           "`ready` to see what else can be worked on.\n";
  }
  text += "As of now the plan is, most urgent first:\n" + lines_of(report.trees, line_of_plan);
  if (!report.tasks.empty())
    text += fmt::format("- running tasks outside trees: {}\n", decisions_in(report.tasks));
  text +=
      "\n1. Call `recover_plan` and look at each node: what resumes has lost its process and starts from its "
      "checkpoint, what is refused belongs to somebody whose claim holds. Tell the person about what is "
      "given up, "
      "and about findings of trees, before you go on.\n";
  text += how_to_apply(rights);
  if (rights.only_reads) return text;
  return text +
         "3. Then take the tasks one by one: `claim` (with the tree), read its record, start from "
         "`resume_checkpoint_id` where there is one (`checkpoint_show` with the task), only merge the "
         "results of its "
         "children "
         "where `redecompose` is false, keep the lease with `heartbeat`, and end it with `task_complete` or "
         "`task_fail`. Stop when `claim` gives none.\n";
}

std::vector<TaskSummary> running_tasks(const Store& store, const McpRights& rights) {
  std::vector<TaskSummary> running = store.summary().running;
  std::erase_if(running, [&](const TaskSummary& task) {
    return rights.tree.has_value() && task.tree_id != TreeId{*rights.tree};
  });
  return running;
}

std::string line_of_task(const TaskSummary& task) {
  std::string line = quoted_line(task.id.text);
  if (task.priority.has_value()) line += fmt::format(", priority {}", *task.priority);
  if (task.agent.has_value()) line += fmt::format(", for {}", quoted_line(*task.agent));
  if (task.tree_id.has_value()) line += fmt::format(", of {}", quoted_line(task.tree_id->text));
  return line;
}

std::string what_should_i_do_next(const Store& store, const McpRights& rights, std::string_view owner) {
  ReadyFilter filter;
  filter.tree = only_tree(rights);
  const std::vector<TaskSummary> ready = store.ready(filter);
  const std::vector<TaskSummary> running = running_tasks(store, rights);
  std::vector<TaskSummary> own;
  std::copy_if(running.begin(), running.end(), std::back_inserter(own), [&](const TaskSummary& task) {
    return task.claim.has_value() && task.claim->owner == owner && !task.is_process_gone;
  });
  const auto gone = std::count_if(running.begin(), running.end(),
                                  [](const TaskSummary& task) { return task.is_process_gone; });
  std::string text = "Say what to do next here, and do it.\n\n";
  text += fmt::format("As of now {} tasks are ready, {} run", ready.size(), running.size());
  text += gone > 0 ? fmt::format(", {} of these with nobody at work.\n", gone) : ".\n";
  int step = 0;
  if (!own.empty() && !rights.only_reads) {
    text += fmt::format(
                "\n{}. Claimed as {}; end these first, if you have their tokens (`task_complete`, "
                "`task_fail`), or "
                "leave them to whoever has:\n",
                ++step, quoted_line(owner)) +
            lines_of(own, line_of_task);
  }
  if (gone > 0) {
    text += fmt::format(
        "\n{}. Work was interrupted: call `recover_plan`, or use the prompt recover-this-project.\n", ++step);
  }
  if (!ready.empty()) {
    text += fmt::format("\n{}. {}, best first:\n", ++step,
                        rights.only_reads ? "These can be worked on"
                                          : "Take the next with `claim`; these are ready") +
            lines_of(ready, line_of_task);
  } else if (gone == 0 && own.empty()) {
    text +=
        "\nNothing is ready. `ready` with `explain` says what each queued task waits for; `task_add` adds "
        "work.\n";
  }
  return text;
}

constexpr std::array<Prompt, 2> k_prompts = {{
    {"recover-this-project", "Recover this project",
     "go on with what was interrupted, from a plan of how things are now", recover_this_project},
    {"what-should-i-do-next", "What should I do next?",
     "what is ready, what runs and what waits for somebody", what_should_i_do_next},
}};

}  // namespace

std::string list_prompts() {
  return JsonObject()
      .add_array(
          "prompts", k_prompts,
          [](JsonObject& object, const Prompt& prompt) {
            object.add("name", prompt.name).add("title", prompt.title).add("description", prompt.about);
          })
      .text();
}

std::optional<std::string> get_prompt(std::string_view name, const Store& store, const McpRights& rights,
                                      std::string_view owner) {
  const auto prompt = std::find_if(k_prompts.begin(), k_prompts.end(),
                                   [name](const Prompt& one) { return one.name == name; });
  if (prompt == k_prompts.end()) return std::nullopt;
  const std::array<std::string, 1> texts = {prompt->text(store, rights, owner)};
  return JsonObject()
      .add("description", prompt->about)
      .add_array("messages", texts,
                 [](JsonObject& message, const std::string& text) {
                   message.add("role", "user")
                       .add_object("content", text, [](JsonObject& content, const std::string& said) {
                         content.add("type", "text").add("text", said);
                       });
                 })
      .text();
}

}  // namespace rlmdb::cli
