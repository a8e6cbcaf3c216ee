// SPDX-License-Identifier: MIT
#include "checkpoints/workflow_verbs.hpp"

#include <fmt/format.h>

#include "checkpoints/print_workflows.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "rlmdb/error.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_document_hint =
    "give the record or its state as JSON, `-` for standard input; a loop needs neither";

class WorkflowVerbs {
 public:
  WorkflowVerbs(Context& context, CheckpointVerb verb, const CheckpointOptions& options)
      : m_context(context), m_verb(verb), m_options(options), m_workflow(options.workflow) {}

  [[nodiscard]] ExitCode run() const {
    switch (m_verb) {
      case CheckpointVerb::create:
        return create();
      case CheckpointVerb::list:
        return list();
      case CheckpointVerb::show:
        return show();
      case CheckpointVerb::restore:
        return restore();
      default:
        return prune();
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> words() const { return words_of(m_options); }
  [[nodiscard]] WorkflowOwner owner() const {
    return needed_workflow_owner(m_workflow, m_options.words.front());
  }
  [[nodiscard]] Store& open_to_change(bool is_dry_run) const {
    m_context.out.require_writable();
    return open_database(m_context, is_dry_run ? Access::read_only : Access::read_write);
  }
  [[nodiscard]] Store& open_or_create(const NewWorkflowCheckpoint& first) const {
    m_context.out.require_writable();
    return open_or_create_database(
        m_context, [&](Store& store) { static_cast<void>(create_workflow_checkpoint(store, first)); });
  }

  template <class Report>
  void print(const Report& report) const {
    m_context.out.write(m_context.wants_json() ? json_success("checkpoint", json_of(report))
                                               : text_of(report, m_context.terminal));
    m_context.out.flush();
  }

  [[nodiscard]] std::optional<JsonText> document() const {
    const std::vector<std::string> given = words();
    if (given.empty()) {
      return std::nullopt;
    }
    if (given.front() == "-") {
      return JsonText{read_all(InputFile("-"))};
    }
    require_no_bare_word(given.front(), "checkpoint", k_document_hint);
    return JsonText{given.front()};
  }

  [[nodiscard]] ExitCode create() const {
    NewWorkflowCheckpoint asked;
    asked.owner = owner();
    asked.document = document();
    if (!asked.document.has_value() && asked.owner.kind == WorkflowKind::workflow) {
      throw Error(ErrorCode::usage, "checkpoint create --workflow needs the state as JSON", {},
                  k_document_hint);
    }
    asked.trigger = m_workflow.trigger;
    asked.retention_days = m_workflow.retention_days;
    asked.tags = m_workflow.tags;
    asked.artifacts = m_workflow.artifacts;
    asked.copies = m_workflow.copies;
    asked.most_artifact_bytes = m_workflow.artifact_bytes;
    asked.root = find_root(m_context, m_workflow.root);
    // A loop's checkpoint needs the loop; a workflow begins with its first.
    Store& store = asked.owner.kind == WorkflowKind::workflow ? open_or_create(asked) : open_to_change(false);
    const WorkflowCheckpoint created = create_workflow_checkpoint(store, asked);
    m_context.out.set_failure_hint("the checkpoint itself is there");
    print(created);
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode list() const {
    static_cast<void>(words());
    const auto all =
        workflow_checkpoints_of(open_database(m_context, Access::read_only), workflow_owner(m_workflow));
    print(all);
    if (all.empty()) {
      m_context.talk("there are no checkpoints\n");
    }
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode show() const {
    const std::string id = words().front();
    const WorkflowContent content =
        workflow_checkpoint(open_database(m_context, Access::read_only), owner(), id);
    print(content);
    if (content.checkpoint.defect.has_value()) {
      m_context.talk(fmt::format("it cannot be restored: {}\n",
                                 shown(*content.checkpoint.defect, m_context.error_terminal)));
    }
    return content.document.text.empty() ? ExitCode::findings : ExitCode::done;
  }

  [[nodiscard]] RestoreOptions restore_options() const {
    RestoreOptions asked;
    asked.owner = owner();
    const std::vector<std::string> given = words();
    const std::size_t ways = given.size() + std::size_t{m_workflow.selected.has_value()} +
                             std::size_t{m_workflow.is_last} + std::size_t{m_workflow.is_smart};
    if (ways != 1) {
      throw Error(
          ErrorCode::usage,
          ways == 0 ? "checkpoint restore needs to know which one" : "only one way to choose the checkpoint",
          {}, "--last, --smart, or an ID");
    }
    if (!m_workflow.is_last) {
      asked.strategy = m_workflow.is_smart ? RestoreStrategy::smart : RestoreStrategy::select;
    }
    if (asked.strategy == RestoreStrategy::select) {
      asked.id = m_workflow.selected.has_value() ? *m_workflow.selected : given.front();
    }
    asked.root = find_root(m_context, m_workflow.root);
    asked.unchecked = m_workflow.allows_unchecked ? UncheckedArtifacts::allow : UncheckedArtifacts::refuse;
    asked.artifacts = m_workflow.artifact_restore;
    asked.run = m_options.is_dry_run ? RestoreRun::dry_run : RestoreRun::apply;
    return asked;
  }

  [[nodiscard]] ExitCode restore() const {
    const RestoreOptions asked = restore_options();
    Store& store = open_to_change(m_options.is_dry_run);
    const RestoreReport report = restore_workflow(store, asked);
    m_context.out.set_failure_hint(report.is_restored ? "the restore itself is done" : "nothing was changed");
    print(report);
    m_context.talk(text_summary(report));
    return report.is_good() ? ExitCode::done : ExitCode::findings;
  }

  [[nodiscard]] ExitCode prune() const {
    static_cast<void>(words());
    WorkflowPruneOptions asked;
    asked.owner = workflow_owner(m_workflow);
    if (m_options.keep.has_value()) {
      asked.keep = *m_options.keep;
    }
    asked.older_than = m_workflow.older_than;
    asked.end = m_workflow.end;
    asked.clock = m_workflow.clock;
    asked.run = m_options.is_dry_run ? WorkflowPruneRun::dry_run : WorkflowPruneRun::apply;
    Store& store = open_to_change(m_options.is_dry_run);
    const WorkflowPruneReport report = prune_workflow_checkpoints(store, asked);
    m_context.out.set_failure_hint("the checkpoints themselves are removed");
    print(report);
    m_context.talk(text_summary(report));
    return ExitCode::done;
  }

  Context& m_context;
  CheckpointVerb m_verb;
  const CheckpointOptions& m_options;
  const WorkflowOptions& m_workflow;
};

}  // namespace

ExitCode run_workflow_verb(Context& context, CheckpointVerb verb, const CheckpointOptions& options) {
  return WorkflowVerbs(context, verb, options).run();
}

}  // namespace rlmdb::cli
