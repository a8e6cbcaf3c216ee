// SPDX-License-Identifier: MIT
#include "command_recover.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_trees.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"

namespace rlmdb::cli {
namespace {

/// Plans of all trees come without prompts; a picture wants them.
void add_prompts(TreePlan& plan, const Store& store) {
  Tree tree = load_tree(store, plan.tree_id);
  std::unordered_map<std::string_view, std::string*> prompts;
  for (TreeNode& node : tree.nodes) {
    prompts.emplace(node.task_id, &node.prompt);
  }
  for (NodePlan& node : plan.nodes) {
    if (const auto prompt = prompts.find(node.task_id); prompt != prompts.end()) {
      node.prompt = *prompt->second;
    }
  }
}

class RecoverCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "recover",
        "queue what a crash interrupted again",
        "[--tree [ID]] [options]",
        "Decides for every node of every unfinished tree: completed and cancelled nodes\n"
        "are skipped, what was running and has lost its process resumes from its last\n"
        "checkpoint, what failed is retried, what is queued is ready or waits. Nodes\n"
        "that resume or are retried become queued, all in one transaction; results and\n"
        "output stay. A node whose process lives, or may live, is refused. A second run\n"
        "changes nothing. No process is ever signalled. Exit 3 when a node is refused or\n"
        "a tree is damaged.",
        {"# what would happen, drawn as trees", "rlmdb recover --tree --dry-run", "# one tree",
         "rlmdb recover --tree tree-12345678"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    add_optional_text(
        app, "--tree",
        [this](std::optional<std::string> id) {
          m_look = RecoveryLook::picture;
          m_tree = std::move(id);
        },
        "ID", "draw each plan as a tree; only the tree ID where the next word is one");
    add_switch(
        app, "--dry-run", [this] { m_run = RecoverRun::dry_run; }, "plan and print, change nothing");
  }

  ExitCode run(Context& context) override {
    const bool applies = m_run == RecoverRun::apply;
    if (applies) {
      context.out.require_writable();
    }
    Store store = open_database(context, applies ? Access::read_write : Access::read_only);
    const std::optional<TreeId> tree = m_tree.has_value() ? std::optional(TreeId{*m_tree}) : std::nullopt;
    RecoveryReport report = recover(store, tree, m_run);
    if (applies) {
      context.out.set_failure_hint("the recovery itself is done; only this report could not be written");
    }
    if (context.wants_json()) {
      context.out.write(json_success("recover", json_recovery(report)));
    } else {
      print(report, store, context);
    }
    return refused_nodes(report) + tree_findings(report) > 0 ? ExitCode::findings : ExitCode::done;
  }

 private:
  void print(RecoveryReport& report, const Store& store, Context& context) const {
    for (TreePlan& plan : report.trees) {
      if (m_look == RecoveryLook::picture && !m_tree.has_value()) {
        add_prompts(plan, store);
      }
      context.out.write(text_recovery(plan, m_look, context.terminal) + "\n");
    }
    context.out.write(report.trees.empty() ? "no tree has work left\n"
                                           : text_recovery_outcome(report, context.terminal));
  }

  RecoveryLook m_look = RecoveryLook::lines;
  std::optional<std::string> m_tree;
  RecoverRun m_run = RecoverRun::apply;
};

}  // namespace

CommandPtr make_recover_command() {
  return std::make_unique<RecoverCommand>();
}

}  // namespace rlmdb::cli
