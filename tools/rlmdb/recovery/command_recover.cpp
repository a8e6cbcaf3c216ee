// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "format/rest_of_list.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "recovery/print_saved_recovery.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "terminal/visible_text.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

/// Plans of all trees come without prompts; a picture wants them.
void add_prompts(TreePlan& plan, const Store& store) {
  Tree tree = load_tree(store, plan.tree_id);
  std::unordered_map<std::string, std::string*> prompts;
  for (TreeNode& node : tree.nodes) {
    prompts.emplace(id_text(node.task_id), &node.prompt);
  }
  for (NodePlan& node : plan.nodes) {
    if (const auto prompt = prompts.find(id_text(node.task_id)); prompt != prompts.end()) {
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
        "[ID] [options]",
        "Decides for every node of every unfinished tree: completed and cancelled nodes\n"
        "are skipped, what was running and has lost its process resumes from its last\n"
        "checkpoint, what failed is retried, what is queued is ready or waits. Nodes\n"
        "that resume or are retried become queued, all in one transaction; results and\n"
        "output stay. What is claimed is its owner's until the lease ends and is refused,\n"
        "as is a legacy record whose process lives; one that has used up its attempts is\n"
        "given up. Running tasks outside trees are looked at too. A second run changes\n"
        "nothing. No process is ever signalled. Exit 3 when a node is given up, or when a\n"
        "tree is damaged. --plan writes the plan down and changes nothing, --apply does\n"
        "exactly what a written plan says, or nothing (exit 7) where a row that the plan\n"
        "relies on has changed since.",
        {"# what would happen, drawn as trees", "rlmdb recover --tree --dry-run", "# one tree",
         "rlmdb recover --tree tree-12345678", "# look first, then do just that",
         "rlmdb recover --plan plan.json", "rlmdb recover --apply plan.json"},
        {{3,
          "a node was given up, or a tree is damaged; the rest is done. That somebody works on a node is no "
          "reason"},
         {4, "there is no such database or tree; the hint names trees with work left"},
         {6, "the file of --apply is no plan, was changed, or is for another database"},
         {7,
          "a row that the plan of --apply relies on has changed, or the FILE of --plan may not be "
          "overwritten: see rlmdb-export(1)"}},
        {"progress", "tree", "explain"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "only this tree");
    options.optional_text(
        "--tree",
        [this](std::optional<std::string> id) {
          m_look = RecoveryLook::picture;
          m_tree = std::move(id);
        },
        "ID", "draw each plan as a tree; only the tree ID where the next word is one");
    options.toggle("--dry-run", m_run, RecoverRun::dry_run, "plan and print, change nothing");
    options.toggle("--retry-failed", m_attempts, Attempts::unlimited,
                   "also try again what has used up its attempts");
    options.toggle("--force", m_force, Force::yes,
                   "also take what is claimed under a lease that has not ended");
    options.text("--plan", m_plan_file, "FILE",
                 "write the plan to FILE (-: standard output), change nothing");
    options.text("--apply", m_apply_file, "FILE", "do what the plan in FILE (-: standard input) says");
  }

  [[nodiscard]] bool has_long_lists() const override { return true; }

  [[nodiscard]] bool wants_pager() const override { return m_run == RecoverRun::dry_run; }

  [[nodiscard]] Answers answers() const override {
    return {
        "What happens to every node of every unfinished tree, most urgent tree first, and to the running "
        "tasks outside trees.",
        {{"recover", "Without --plan and --apply.", shape_of([] { return json_recovery({}); })},
         {"plan", "With --plan.", shape_of([] { return json_saved_recovery({}, {}); })},
         {"apply", "With --apply.", shape_of([] { return json_applied_recovery({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    if (!m_ids.empty()) {
      if (m_tree.has_value() && *m_tree != m_ids.front()) {
        throw Error(ErrorCode::usage, fmt::format("'{}' and --tree {} are two trees", m_ids.front(), *m_tree),
                    {}, "recover one of them, or all without an ID");
      }
      m_tree = m_ids.front();
    }
    require_one_way(context);
    if (m_plan_file.has_value()) {
      return save(context);
    }
    return m_apply_file.has_value() ? apply(context) : recover_now(context);
  }

 private:
  void require_one_way(const Context& context) const {
    const bool is_dry = m_run == RecoverRun::dry_run;
    if (int{is_dry} + int{m_plan_file.has_value()} + int{m_apply_file.has_value()} > 1) {
      throw Error(ErrorCode::usage, "--dry-run, --plan and --apply exclude each other", {},
                  "--dry-run prints a plan, --plan FILE writes it down, --apply FILE does what it says");
    }
    for (const std::optional<std::string>& file : {m_plan_file, m_apply_file}) {
      if (file.has_value() && file->empty()) {
        throw Error(ErrorCode::usage, "an empty path names no file", {}, "give it a path, or - for a pipe");
      }
    }
    if (m_apply_file.has_value() && m_attempts == Attempts::unlimited) {
      throw Error(ErrorCode::usage,
                  "the plan says what is retried, so --retry-failed makes no sense with --apply", {},
                  "give it together with --plan");
    }
    if (m_apply_file.has_value() && m_force == Force::yes) {
      throw Error(ErrorCode::usage, "the plan says what is taken, so --force makes no sense with --apply", {},
                  "give it together with --plan");
    }
    if (m_apply_file.has_value() && m_tree.has_value()) {
      throw Error(ErrorCode::usage, "the plan says which trees it is for, so --apply takes no ID", {},
                  "leave the ID out; --tree alone draws the plan");
    }
    if (m_plan_file == "-" && context.wants_json()) {
      throw Error(ErrorCode::usage, "with --json standard output would hold two documents", {},
                  "give the plan a file with --plan FILE, or leave --json out");
    }
  }

  [[nodiscard]] std::optional<TreeId> only_tree() const { return optional_as<TreeId>(m_tree); }

  static ExitCode exit_code_of(const RecoveryReport& report) {
    const std::size_t for_a_person =
        planned_nodes(report, [](const NodePlan& node) { return node.decision == Decision::give_up; });
    return for_a_person + tree_findings(report) > 0 ? ExitCode::findings : ExitCode::done;
  }

  ExitCode recover_now(Context& context) const {
    const bool applies = m_run == RecoverRun::apply;
    if (applies) {
      context.out.require_writable();
    }
    Store& store = open_database(context, applies ? Access::read_write : Access::read_only);
    RecoveryReport report = recover(store, only_tree(), m_run, m_attempts, m_force);
    if (applies) {
      context.out.set_failure_hint("the recovery itself is done; only this report could not be written");
    }
    if (context.wants_json()) {
      write_success(context.out, "recover", json_recovery(report));
    } else {
      print(report, store, context);
      context.out.write(outcome(report, context));
    }
    return exit_code_of(report);
  }

  ExitCode save(Context& context) const {
    const Store& store = open_database(context, Access::read_only);
    const bool to_stdout = m_plan_file == "-";
    SavedRecovery saved = to_stdout
                              ? save_recovery_plan(store, only_tree(), m_attempts, m_force)
                              : save_recovery_plan(store, only_tree(), *m_plan_file, m_attempts, m_force);
    if (to_stdout) {
      context.show_as(TerminalForm::json);
      context.out.write(saved.text);
      return exit_code_of(saved.report);
    }
    context.out.set_failure_hint("the plan itself is written");
    if (context.wants_json()) {
      write_success(context.out, "recover", json_saved_recovery(saved.report, *m_plan_file));
    } else {
      print(saved.report, store, context);
      context.out.write(outcome(saved.report, context));
      context.out.flush();
      context.talk("the plan is in " + make_visible(*m_plan_file) + "\n");
    }
    return exit_code_of(saved.report);
  }

  ExitCode apply(Context& context) const {
    context.out.require_writable();
    const InputFile file(*m_apply_file);
    const std::string text = read_all(file);
    Store& store = open_database(context, Access::read_write);
    AppliedRecovery applied = apply_recovery_plan(store, text, file.name());
    context.out.set_failure_hint("the recovery itself is done; only this report could not be written");
    if (context.wants_json()) {
      write_success(context.out, "recover", json_applied_recovery(applied, *m_apply_file));
    } else if (applied.applied_before.has_value()) {
      context.out.write("this plan was applied at " + *applied.applied_before + "; nothing was changed\n");
    } else {
      print(applied.report, store, context);
      context.out.write(outcome(applied.report, context));
    }
    return exit_code_of(applied.report);
  }

  static std::string outcome(const RecoveryReport& report, const Context& context) {
    return report.trees.empty() && report.tasks.empty()
               ? "no tree has work left\n"
               : wrapped(text_recovery_outcome(report, context.terminal), context.terminal);
  }

  void print(RecoveryReport& report, const Store& store, Context& context) const {
    std::string text;
    for (TreePlan& plan : report.trees) {
      if (m_look == RecoveryLook::picture && !m_tree.has_value()) {
        add_prompts(plan, store);
      }
      text += text_recovery(plan, m_look, context.terminal) + "\n";
    }
    if (!report.tasks.empty()) {
      text += text_recovery_outside(report.tasks, context.terminal) + "\n";
    }
    context.out.write(first_lines(wrapped(text, context.terminal), context.terminal));
  }

  RecoveryLook m_look = RecoveryLook::lines;
  std::vector<std::string> m_ids;
  std::optional<std::string> m_tree;
  RecoverRun m_run = RecoverRun::apply;
  Attempts m_attempts = Attempts::limited;
  Force m_force = Force::no;
  std::optional<std::string> m_plan_file;
  std::optional<std::string> m_apply_file;
};

}  // namespace

CommandPtr make_recover_command() {
  return std::make_unique<RecoverCommand>();
}

}  // namespace rlmdb::cli
