// SPDX-License-Identifier: MIT
#include "workflows/workflow_choice.hpp"

#include <fmt/format.h>

#include "loops/loop_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/instant.hpp"
#include "workflows/workflow_artifacts.hpp"

namespace rlmdb::workflows {

namespace {

bool is_before(const WorkflowHead& head, const OpenRegression& regression) {
  if (head.iteration && regression.iteration) return *head.iteration < *regression.iteration;
  const auto taken = util::instant_ms(head.created_at.value_or(""));
  const auto found = util::instant_ms(regression.timestamp.value_or(""));
  return taken && found && *taken < *found;
}

std::string text_of(const OpenRegression& regression) {
  const std::string type = regression.type.value_or("of no type");
  if (regression.iteration) return fmt::format("{} of iteration {}", type, *regression.iteration);
  return fmt::format("{} of {}", type, regression.timestamp.value_or("no time"));
}

std::string_view words_of(ArtifactState state) {
  switch (state) {
    case ArtifactState::same:
      return "is as it was";
    case ArtifactState::changed:
      return "has changed since";
    case ArtifactState::missing:
      return "is missing";
    case ArtifactState::present:
      return "is there again";
    case ArtifactState::unchecked:
      return "has a hash that is no SHA-256 to hold it against (--allow-unchecked goes past it)";
    case ArtifactState::refused:
      return "cannot be read beneath the root";
  }
  return {};
}

/// Whether the restore could put it back is said to whoever did not ask, or asked in vain.
std::string_view words_of_copy(const ArtifactCheck& check, const RestoreOptions& options) {
  if (can_be_put_back(check)) return check.has_copy ? " (a copy is kept)" : "";
  const bool is_lost = check.state == ArtifactState::changed || check.state == ArtifactState::missing;
  return options.artifacts == ArtifactRestore::put_back && is_lost ? " (no copy is kept)" : "";
}

/// Why smart does not take it; "": it does.
std::string why_not(db::Connection& connection, const ExaminedCheckpoint& examined,
                    const RestoreOptions& options) {
  if (examined.read.defect) return "it is not whole: " + *examined.read.defect;
  if (std::string late = not_before_regressions(connection, examined.head); !late.empty()) return late;
  return fault_of_artifacts(examined, options);
}

WorkflowChoice choose_smartly(db::Connection& connection, std::vector<WorkflowHead> heads,
                              const RestoreOptions& options) {
  WorkflowChoice choice;
  for (WorkflowHead& head : heads) {
    ExaminedCheckpoint examined = examine_checkpoint(connection, std::move(head), options);
    std::string reason = why_not(connection, examined, options);
    if (reason.empty()) {
      choice.chosen = std::move(examined);
      break;
    }
    choice.passed_over.emplace_back(workflow_checkpoint_of(connection, examined.head, examined.read),
                                    std::move(reason));
  }
  return choice;
}

}  // namespace

ExaminedCheckpoint examine_checkpoint(db::Connection& connection, WorkflowHead head,
                                      const RestoreOptions& options) {
  ExaminedCheckpoint examined;
  examined.read = read_workflow(connection, head);
  if (!examined.read.defect)
    examined.artifacts =
        check_artifacts(connection, WorkflowRows(connection).artifacts(head.id), options.root);
  examined.head = std::move(head);
  return examined;
}

std::string not_before_regressions(db::Connection& connection, const WorkflowHead& head) {
  const std::vector<loops::LoopHead> loops = loops::LoopRows(connection).find_by_loop(head.owner);
  if (loops.empty()) return {};
  for (const OpenRegression& regression : WorkflowRows(connection).open_critical(loops.front().id)) {
    if (!is_before(head, regression))
      return "it is not from before the open critical regression " + text_of(regression);
  }
  return {};
}

std::string fault_of_artifacts(const ExaminedCheckpoint& examined, const RestoreOptions& options) {
  std::string fault;
  for (const ArtifactCheck& check : examined.artifacts) {
    if (may_pass(check, options)) continue;
    fault += fmt::format("{}{} {}{}", fault.empty() ? "" : ", ", check.path, words_of(check.state),
                         words_of_copy(check, options));
  }
  return fault;
}

WorkflowChoice choose_checkpoint(db::Connection& connection, const RestoreOptions& options) {
  WorkflowChoice choice;
  if (options.strategy == RestoreStrategy::select) {
    choice.chosen = examine_checkpoint(
        connection, get_workflow_checkpoint(connection, options.owner, options.id), options);
    return choice;
  }
  std::vector<WorkflowHead> heads = newest_first(connection, options.owner.id);
  if (heads.empty())
    throw Error(ErrorCode::not_found, "there is no checkpoint of " + to_text(options.owner), options.owner.id,
                "`rlmdb checkpoint list --workflows` shows those there are");
  if (options.strategy == RestoreStrategy::smart)
    return choose_smartly(connection, std::move(heads), options);
  choice.chosen = examine_checkpoint(connection, std::move(heads.front()), options);
  return choice;
}

}  // namespace rlmdb::workflows
