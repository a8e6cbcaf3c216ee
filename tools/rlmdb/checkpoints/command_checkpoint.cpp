// SPDX-License-Identifier: MIT
#include <algorithm>

#include "checkpoints/checkpoint_options.hpp"
#include "checkpoints/print_checkpoints.hpp"
#include "checkpoints/print_workflows.hpp"
#include "checkpoints/workflow_verbs.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/warnings.hpp"
#include "frame/worker_task.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_now = "now";

template <class Report>
Shape shape_of_report() {
  return shape_of([] { return json_of(Report{}); });
}

class CheckpointCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "checkpoint",
        "keep states, compare them and go back to them",
        "VERB [NAME|ID...|JSON] [OWNER] [options]",
        "OWNER is a task, a whole tree, or a state document. What has not changed since\n"
        "an earlier checkpoint is not kept twice. Nothing is removed but by prune, unless\n"
        "`rlmdb retention set checkpoints=N` asked for it.\n\n"
        "Of a workflow or a loop the whole state is kept.",
        {"id=$(rlmdb checkpoint create after_retrieval --task task-0001)", "rlmdb checkpoint diff \"$id\"",
         "rlmdb checkpoint rollback \"$id\"", "# every node of a tree at once",
         "rlmdb checkpoint create before_merge --tree tree-12345678 --pin",
         "rlmdb checkpoint prune --tree tree-12345678 --keep 3 --dry-run",
         "# before something risky, and back to the last good state",
         "rlmdb checkpoint create --loop ralph-fix-tests-a1b2c3d4 --trigger pre_risky_op",
         "rlmdb checkpoint restore --smart --loop ralph-fix-tests-a1b2c3d4"},
        {{3,
          "set back, but nodes of the checkpoint are gone since; a restore that a step ended, or that found "
          "no checkpoint: nothing was changed; a checkpoint shown is damaged"},
         {4,
          "there is no such database, task, tree, state document or checkpoint; or the checkpoint was "
          "pruned, or is only named by a list"},
         {6, "a name is no UTF-8 text, or a record not as its schema has it; nothing was changed"},
         {7,
          "a version or token does not allow it, a variable is read-only, several owners have one of that "
          "ID, or the new tree exists; nothing was changed"}},
        {"var", "recover", "show", "events", "explain"},
        checkpoint_verbs()};
    return k_text;
  }

  void setup(Options& options) override { add_checkpoint_options(options, m_options); }
  [[nodiscard]] const Verb* verb() const override {
    const Verb& verb = verb_of(m_options);
    require_one_kind_of_owner(m_options);
    return &verb;
  }

  [[nodiscard]] Answers answers() const override {
    return {"Checkpoints of variables; with --workflow, --loop or --workflows those of whole states.",
            {{"create", "The new checkpoint.", shape_of_report<CheckpointCreated>()},
             {"list", "Of list, pin and unpin.", shape_of_report<std::vector<Checkpoint>>()},
             {"show", "One with what it holds.", shape_of_report<CheckpointContent>()},
             {"diff", "The variables that differ, and where.", shape_of_report<CheckpointDifference>()},
             {"rollback", "What was set back.", shape_of_report<RollbackReport>()},
             {"fork", "The new tree.", shape_of_report<ForkReport>()},
             {"prune", "What goes and what stays.", shape_of_report<PruneReport>()},
             {"workflow_create", "Of a workflow or a loop: the new checkpoint.",
              shape_of_report<WorkflowCheckpoint>()},
             {"workflow_list", "Of workflows and loops, newest first.",
              shape_of_report<std::vector<WorkflowCheckpoint>>()},
             {"workflow_show", "Of a workflow or a loop: one with its document.",
              shape_of_report<WorkflowContent>()},
             {"restore", "What was checked and done.", shape_of_report<RestoreReport>()},
             {"workflow_prune", "Of workflows and loops: what goes, what is packed and what stays.",
              shape_of_report<WorkflowPruneReport>()}}};
  }

  ExitCode run(Context& context) override {
    m_verb = checkpoint_verb(m_options);
    if (is_of_workflows(m_options.workflow)) {
      return run_workflow_verb(context, m_verb, m_options);
    }
    switch (m_verb) {
      case CheckpointVerb::create:
        return create(context);
      case CheckpointVerb::list:
        return list(context);
      case CheckpointVerb::show:
        return show(context);
      case CheckpointVerb::diff:
        return compare(context);
      case CheckpointVerb::rollback:
        return set_back(context);
      case CheckpointVerb::fork:
        return copy(context);
      case CheckpointVerb::pin:
      case CheckpointVerb::unpin:
        return pin(context);
      case CheckpointVerb::restore:
        throw Error(ErrorCode::usage, "checkpoint restore needs to know whose checkpoint it is", {},
                    "--workflow ID or --loop ID; variables go back by `rlmdb checkpoint rollback`");
      case CheckpointVerb::prune:
        break;
    }
    return prune(context);
  }

 private:
  [[nodiscard]] std::vector<std::string> words() const { return words_of(m_options); }
  [[nodiscard]] std::optional<CheckpointOwner> owner() const { return checkpoint_owner(m_options.owner); }
  [[nodiscard]] CheckpointName name() const { return {words().front(), owner()}; }

  [[nodiscard]] static Store& open_to_change(Context& context) {
    context.out.require_writable();
    return open_database(context, Access::read_write);
  }

  template <class Report>
  void print(Context& context, const Report& report) const {
    context.out.write(context.wants_json() ? json_success("checkpoint", json_of(report))
                                           : text_of(report, context.terminal));
    context.out.flush();
  }

  [[nodiscard]] ExitCode create(Context& context) const {
    NewCheckpoint checkpoint;
    checkpoint.name = words().front();
    const auto of = owner();
    if (!of.has_value()) {
      throw Error(ErrorCode::usage, "checkpoint create needs to know whose state it keeps", {},
                  "--task ID, --tree ID, --global, --session ID, --temp ID or --state ID");
    }
    checkpoint.owner = *of;
    checkpoint.description = m_options.description;
    checkpoint.is_pinned = m_options.is_pinned;
    Store& store = open_to_change(context);
    const CheckpointCreated created = create_checkpoint(store, checkpoint);
    context.out.set_failure_hint("the checkpoint itself is there");
    if (context.wants_json()) {
      std::for_each(created.warnings.begin(), created.warnings.end(), keep_warning);
    }
    print(context, created);
    if (!context.wants_json()) {
      context.talk(text_warnings(created.warnings, context.error_terminal));
    }
    context.talk(text_removed(created));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode list(Context& context) const {
    static_cast<void>(words());
    const std::vector<Checkpoint> all = checkpoints_of(open_database(context, Access::read_only), owner());
    print(context, all);
    if (all.empty()) {
      context.talk("there are no checkpoints\n");
    }
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode show(Context& context) const {
    print(context, checkpoint_content(open_database(context, Access::read_only), name()));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode compare(Context& context) const {
    const std::vector<std::string> ids = words();
    const bool has_two = ids.size() > 1 && ids.back() != k_now;
    const CheckpointDifference difference =
        compare_checkpoints(open_database(context, Access::read_only), CheckpointName{ids.front(), owner()},
                            has_two ? std::optional(CheckpointName{ids.back(), owner()}) : std::nullopt);
    print(context, difference);
    if (difference.variables.empty()) {
      context.talk("nothing differs\n");
    }
    return ExitCode::done;
  }

  [[nodiscard]] Rollback rollback() const {
    Rollback rollback;
    rollback.owner = owner();
    rollback.only_if = precondition_of(m_options.change);
    rollback.by_task = worker_task();
    const std::vector<std::string> ids = words();
    if (!m_options.at.has_value()) {
      if (ids.empty()) {
        throw checkpoint_verbs().too_few(verb_of(m_options));
      }
      rollback.to = CheckpointName{ids.front(), std::nullopt};
      return rollback;
    }
    if (!ids.empty()) {
      throw Error(ErrorCode::usage, "--at and an ID exclude each other", {}, "leave one of them out");
    }
    if (!rollback.owner.has_value()) {
      throw Error(ErrorCode::usage, "rollback --at needs to know whose variables are set back", {},
                  "--task ID, --tree ID, --global, --session ID, --temp ID or --state ID");
    }
    rollback.to = moment_of(*m_options.at);
    return rollback;
  }

  [[nodiscard]] ExitCode set_back(Context& context) const {
    const Rollback asked = rollback();
    Store& store = open_to_change(context);
    const RollbackReport report = roll_back(store, asked);
    context.out.set_failure_hint("the rollback itself is done");
    print(context, report);
    context.talk(text_undo(report, context.error_terminal));
    return report.missing.empty() ? ExitCode::done : ExitCode::findings;
  }

  /// Of fork, --tree names the new tree.
  [[nodiscard]] ExitCode copy(Context& context) const {
    OwnerOptions of = m_options.owner;
    of.tree.reset();
    const CheckpointName checkpoint{words().front(), checkpoint_owner(of)};
    Store& store = open_to_change(context);
    const ForkReport report = fork_checkpoint(store, checkpoint, optional_as<TreeId>(m_options.owner.tree));
    context.out.set_failure_hint("the new tree itself is there");
    print(context, report);
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode pin(Context& context) const {
    const CheckpointName checkpoint = name();
    Store& store = open_to_change(context);
    print(context, std::vector{pin_checkpoint(store, checkpoint, m_verb == CheckpointVerb::pin)});
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode prune(Context& context) const {
    static_cast<void>(words());
    PruneOptions options;
    options.keep = m_options.keep.value_or(PruneOptions{}.keep);
    options.run = m_options.is_dry_run ? PruneRun::dry_run : PruneRun::apply;
    if (const auto& tree = m_options.owner.tree; tree.has_value()) {
      options.tree = TreeId{*tree};
    }
    context.out.require_writable();
    Store& store = open_database(context, m_options.is_dry_run ? Access::read_only : Access::read_write);
    const PruneReport report = prune_checkpoints(store, options);
    context.out.set_failure_hint("the checkpoints themselves are removed");
    print(context, report);
    context.talk(text_summary(report));
    return ExitCode::done;
  }

  CheckpointOptions m_options;
  CheckpointVerb m_verb = CheckpointVerb::list;
};

}  // namespace

CommandPtr make_checkpoint_command() {
  return std::make_unique<CheckpointCommand>();
}

}  // namespace rlmdb::cli
