// SPDX-License-Identifier: MIT
#include "checkpoints/print_workflows.hpp"

#include <fmt/format.h>

#include "checkpoints/checkpoint_columns.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string time_of(const WorkflowCheckpoint& checkpoint, const Terminal& terminal) {
  const std::string text = checkpoint.created_at.value_or("");
  return terminal.is_terminal ? minute_of(text) : text;
}

Tint tint_of_outcome(StepOutcome outcome) {
  if (outcome == StepOutcome::failed) {
    return Tint::red;
  }
  return outcome == StepOutcome::done ? Tint::green : Tint::dim;
}

/// "cp-1 (iteration 5, 2026-02-02 21:05)"
std::string label_of(const WorkflowCheckpoint& checkpoint, const Terminal& terminal) {
  const std::string iteration =
      checkpoint.iteration.has_value() ? fmt::format("iteration {}, ", *checkpoint.iteration) : "";
  return fmt::format("{} ({}{})", shown(checkpoint.id, terminal), iteration,
                     shown(time_of(checkpoint, terminal), terminal));
}

/// "put back", or what would become of the file.
std::string words_of_return(const RestoreReport& report, const ArtifactCheck& check) {
  const bool is_away = check.state == ArtifactState::present;
  if (report.is_restored) {
    return is_away ? "moved away" : "put back";
  }
  return is_away ? "to move away" : "to put back";
}

std::string sentences_of(const RestoreReport& report, const Terminal& terminal) {
  std::string lines;
  for (const auto& [checkpoint, reason] : report.passed_over) {
    lines += fmt::format("passed over {}: {}\n", label_of(checkpoint, terminal), shown(reason, terminal));
  }
  if (!report.checkpoint.has_value()) {
    return lines + fmt::format("{}: no checkpoint of {} will do\n", to_text(report.strategy),
                               shown(to_text(report.owner), terminal));
  }
  lines += fmt::format("{}: {} of {}\n", to_text(report.strategy), label_of(*report.checkpoint, terminal),
                       shown(to_text(report.owner), terminal));
  for (const RestoreStep& step : report.steps) {
    const std::string outcome = fmt::format("{:<7}", to_text(step.outcome));
    lines += fmt::format("  {} {}{}\n", tinted(outcome, tint_of_outcome(step.outcome), terminal),
                         to_text(step.kind), step.detail.empty() ? "" : ": " + shown(step.detail, terminal));
  }
  for (const ArtifactCheck& check : report.artifacts) {
    if (check.is_put_back) {
      lines +=
          fmt::format("  {} {}{}\n", words_of_return(report, check), shown(check.path, terminal),
                      check.kept_as.empty() ? "" : "; what was there is " + shown(check.kept_as, terminal));
    }
  }
  return lines;
}

std::string fields_of(const RestoreReport& report, const Terminal& terminal) {
  std::string lines = tab_separated_line({{"strategy"}, {std::string(to_text(report.strategy))}}, terminal);
  for (const auto& [checkpoint, reason] : report.passed_over) {
    lines += tab_separated_line({{"passed_over"}, {checkpoint.id}, {reason}}, terminal);
  }
  if (report.checkpoint.has_value()) {
    lines +=
        tab_separated_line({{"checkpoint"}, {report.checkpoint->id}, {report.checkpoint->place}}, terminal);
  }
  for (const RestoreStep& step : report.steps) {
    lines += tab_separated_line(
        {{std::string(to_text(step.outcome))}, {std::string(to_text(step.kind))}, {step.detail}}, terminal);
  }
  for (const ArtifactCheck& check : report.artifacts) {
    if (check.is_put_back) {
      lines +=
          tab_separated_line({{words_of_return(report, check)}, {check.path}, {check.kept_as}}, terminal);
    }
  }
  return lines;
}

void add_step(JsonObject& object, const RestoreStep& step) {
  object.add("step", step.kind)
      .add("outcome", step.outcome, "planned: only with --dry-run; skipped: not reached")
      .add_or_null("detail", step.detail);
}

void add_artifact(JsonObject& object, const ArtifactCheck& check) {
  object.add("path", check.path)
      .add_or_null("status", check.status, "created, modified, deleted or unchanged, as the checkpoint says")
      .add_or_null("hash", check.hash, "as the checkpoint says")
      .add("state", check.state,
           "the file held against it, before anything was put back; present: it should be away; unchecked: "
           "there is no SHA-256 of it; refused: it leads out of the root, or is no regular file")
      .add("has_copy", check.has_copy, "the checkpoint keeps its bytes")
      .add("is_put_back", check.is_put_back, "with --dry-run: it would be")
      .add_or_null("kept_as", check.kept_as, "where the file that was there lies now");
}

constexpr auto add_with_reason = [](JsonObject& object, const auto& checkpoint_and_reason) {
  const auto& [checkpoint, reason] = checkpoint_and_reason;
  object.add("because", reason).add_object("checkpoint", checkpoint, workflow_rows());
};

}  // namespace

std::string text_of(const WorkflowCheckpoint& created, const Terminal& terminal) {
  return shown(created.id, terminal) + "\n";
}

std::string text_of(const std::vector<WorkflowCheckpoint>& checkpoints, const Terminal& terminal) {
  return workflow_rows().text(checkpoints, terminal);
}

std::string text_of(const WorkflowContent& content, const Terminal& terminal) {
  std::string lines;
  std::string_view rest = content.file_text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    lines += shown(rest.substr(0, end), terminal) + "\n";
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return lines;
}

std::string text_of(const RestoreReport& report, const Terminal& terminal) {
  return terminal.is_terminal ? sentences_of(report, terminal) : fields_of(report, terminal);
}

std::string text_summary(const RestoreReport& report) {
  if (report.is_restored) {
    return "restored\n";
  }
  return report.is_good() ? "it would be restored; nothing was changed\n"
                          : "not restored; nothing was changed\n";
}

std::string text_of(const WorkflowPruneReport& report, const Terminal& terminal) {
  std::vector<Pruned<WorkflowCheckpoint>> pruned;
  for (const WorkflowCheckpoint& checkpoint : report.removed) {
    pruned.push_back({report.applied ? "removed" : "goes", &checkpoint});
  }
  for (const WorkflowCheckpoint& checkpoint : report.packed) {
    pruned.push_back({report.applied ? "packed" : "to pack", &checkpoint});
  }
  for (const auto& [checkpoint, reason] : report.kept) {
    pruned.push_back({"kept", &checkpoint, to_text(reason)});
  }
  return pruned_workflow_rows().text(pruned, terminal);
}

std::string text_summary(const WorkflowPruneReport& report) {
  return fmt::format("{} {}, {} {}, {} kept, {} of them recent\n",
                     counted(report.removed.size(), "checkpoint", "checkpoints"),
                     report.applied ? "removed" : "would go", report.packed.size(),
                     report.applied ? "packed" : "would be packed",
                     report.kept.size() + static_cast<std::size_t>(report.recent), report.recent);
}

std::string json_of(const WorkflowCheckpoint& created) {
  return JsonObject().add_object("checkpoint", created, workflow_rows()).text();
}

std::string json_of(const std::vector<WorkflowCheckpoint>& checkpoints) {
  return workflow_rows().json("workflow_checkpoints", checkpoints);
}

std::string json_of(const WorkflowContent& content) {
  return JsonObject()
      .add_object("checkpoint", content.checkpoint, workflow_rows())
      .add("document", object_in(content.document.text), "null where it is damaged")
      .text();
}

std::string json_of(const RestoreReport& report) {
  return JsonObject()
      .add("owner", report.owner.id, "the workflow or the loop")
      .add("strategy", report.strategy)
      .add("is_restored", report.is_restored, "false with --dry-run")
      .add("is_good", report.is_good(), "one was found, and no step failed")
      .add_object("checkpoint", report.checkpoint, workflow_rows(), "null where none will do")
      .add_array("steps", report.steps, add_step, "in order; none where there is no checkpoint")
      .add_array("artifacts", report.artifacts, add_artifact)
      .add_array("passed_over", report.passed_over, add_with_reason,
                 "newer ones that --smart did not take, newest first")
      .add("event_seq", report.event_seq == 0 ? std::nullopt : std::optional(report.event_seq),
           "null where nothing was changed")
      .add_or_null("loop_status", report.loop_status,
                   "of the loop that goes on: running or recovering; null where there is none")
      .text();
}

std::string json_of(const WorkflowPruneReport& report) {
  return JsonObject()
      .add_array("removed", report.removed, workflow_rows(), "by owner, newest first")
      .add_array("packed", report.packed, workflow_rows())
      .add_array("kept", report.kept, add_with_reason,
                 "those that stay though they are beyond the number and their days")
      .add("recent", report.recent, "how many stay because of the number or their days")
      .add("applied", report.applied, "false with --dry-run")
      .text();
}

}  // namespace rlmdb::cli
