// SPDX-License-Identifier: MIT
// 1. A checkpoint is chosen and looked at: its content, then each artifact. Files are read while nobody
// waits.
// 2. Artifacts that go back are complete beside their places.
// 3. In one transaction it must still be the same; then its state is written, read back, and the loop goes
// on; artifacts take their places last.
// 4. A step that fails ends it, nothing is committed, and files are as they were.
#include <fmt/format.h>

#include <algorithm>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/previous_values.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "loops/loop_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/put_back.hpp"
#include "workflows/take_workflow_checkpoint.hpp"
#include "workflows/workflow_artifacts.hpp"
#include "workflows/workflow_choice.hpp"
#include "workflows/workflow_record.hpp"

namespace rlmdb {

namespace {

using workflows::ExaminedCheckpoint;

void set_step(RestoreReport& report, RestoreStepKind kind, StepOutcome outcome, std::string detail) {
  report.steps.at(static_cast<std::size_t>(kind)) = {kind, outcome, std::move(detail)};
}

std::size_t members_of(std::string_view object) {
  std::vector<json::Member> members;
  if (!object.empty()) json::split_members(object, members);
  return members.size();
}

std::string_view member_of_state(const ExaminedCheckpoint& chosen, std::string_view name) {
  return json::find_member(json::find_member(chosen.read.compact, "state"), name);
}

std::string words_of_variables(const ExaminedCheckpoint& chosen) {
  const std::size_t count = members_of(member_of_state(chosen, "variables"));
  if (count == 0) return "it has none";
  return count == 1 ? "1 variable" : fmt::format("{} variables", count);
}

std::string words_of_agent(const ExaminedCheckpoint& chosen) {
  const std::string_view agent = member_of_state(chosen, "agent_state");
  if (agent.empty()) return "it has none";
  const auto name = json::text_member(agent, "current_agent");
  return name ? "of " + *name : "of no named agent";
}

std::string words_of_artifacts(const ExaminedCheckpoint& chosen) {
  const auto& checks = chosen.artifacts;
  if (checks.empty()) return "it names none";
  const auto count = [&](ArtifactState state) {
    return std::count_if(checks.begin(), checks.end(),
                         [&](const auto& check) { return check.state == state; });
  };
  std::string words = fmt::format("{} of {} as they were", count(ArtifactState::same), checks.size());
  if (const auto unchecked = count(ArtifactState::unchecked); unchecked != 0)
    words += fmt::format(", {} unchecked", unchecked);
  const auto back = std::count_if(checks.begin(), checks.end(),
                                  [](const ArtifactCheck& check) { return check.is_put_back; });
  return back == 0 ? words : fmt::format("{}, {} put back", words, back);
}

bool puts_back(const ExaminedCheckpoint& chosen) {
  return std::any_of(chosen.artifacts.begin(), chosen.artifacts.end(),
                     [](const ArtifactCheck& check) { return check.is_put_back; });
}

bool needs_loop(const ExaminedCheckpoint& chosen) {
  return chosen.head.kind == "loop-state";
}

/// Everything that can be said before anything is written. False where a step failed.
bool check_steps(db::Connection& connection, const ExaminedCheckpoint& chosen, const RestoreOptions& options,
                 RestoreReport& report) {
  if (chosen.read.defect) {
    set_step(report, RestoreStepKind::integrity, StepOutcome::failed, *chosen.read.defect);
    return false;
  }
  set_step(report, RestoreStepKind::integrity, StepOutcome::done,
           fmt::format("{} bytes, SHA-256 and schema as they should be", chosen.head.payload_bytes));
  if (std::string fault = workflows::fault_of_artifacts(chosen, options); !fault.empty()) {
    set_step(report, RestoreStepKind::artifacts, StepOutcome::failed, std::move(fault));
    return false;
  }
  const bool is_plan = options.run == RestoreRun::dry_run && puts_back(chosen);
  set_step(report, RestoreStepKind::artifacts, is_plan ? StepOutcome::planned : StepOutcome::done,
           words_of_artifacts(chosen));
  if (needs_loop(chosen) && !workflows::find_live_loop(connection, chosen.head.owner)) {
    set_step(
        report, RestoreStepKind::resume, StepOutcome::failed,
        fmt::format("there is no loop {} that could go on, only archived ones or none", chosen.head.owner));
    return false;
  }
  return true;
}

RestoreReport report_of(db::Connection& connection, const RestoreOptions& options,
                        const workflows::WorkflowChoice& choice) {
  RestoreReport report;
  report.owner = options.owner;
  report.strategy = options.strategy;
  report.passed_over = choice.passed_over;
  if (!choice.chosen) return report;
  report.checkpoint = workflows::workflow_checkpoint_of(connection, choice.chosen->head, choice.chosen->read);
  report.artifacts = choice.chosen->artifacts;
  for (const RestoreStepKind kind : k_members_of<RestoreStepKind>)
    report.steps.push_back({kind, StepOutcome::skipped, {}});
  return report;
}

void plan_steps(const ExaminedCheckpoint& chosen, RestoreReport& report) {
  set_step(report, RestoreStepKind::variables, StepOutcome::planned, words_of_variables(chosen));
  set_step(report, RestoreStepKind::agent_state, StepOutcome::planned, words_of_agent(chosen));
  set_step(report, RestoreStepKind::verify, StepOutcome::planned, {});
  set_step(report, RestoreStepKind::resume, StepOutcome::planned, {});
}

class Restoring {
 public:
  Restoring(writing::TaskWriter& writer, const ExaminedCheckpoint& chosen, RestoreReport& report)
      : m_writer(writer), m_chosen(chosen), m_report(report), m_rows(writer.connection()) {}

  /// False where a step failed: then nothing may be committed.
  [[nodiscard]] bool run() {
    const workflows::WorkflowHead& head = m_chosen.head;
    m_loop = workflows::find_live_loop(m_writer.connection(), head.owner);
    m_report.event_seq =
        workflows::note_workflow(m_writer, EventKind::workflow_restored, workflows::id_of(head), m_loop);
    write_state();
    if (!verify_state())
      return fail(RestoreStepKind::verify, "the state that was written is not the one read back");
    set_step(m_report, RestoreStepKind::verify, StepOutcome::done, "read back, and equal");
    return resume();
  }

 private:
  bool fail(RestoreStepKind kind, std::string detail) {
    set_step(m_report, kind, StepOutcome::failed, std::move(detail));
    m_report.event_seq = 0;
    return false;
  }

  void write_state() {
    const workflows::WorkflowHead& head = m_chosen.head;
    const auto object = [this](std::string_view name) {
      const std::string_view raw = member_of_state(m_chosen, name);
      return raw.empty() ? std::nullopt : std::optional<std::string>(raw);
    };
    m_state = {head.owner, head.id,        m_writer.now(),      m_report.event_seq,   head.phase,
               head.step,  head.iteration, object("variables"), object("agent_state")};
    m_rows.put_state(m_state);
    set_step(m_report, RestoreStepKind::variables, StepOutcome::done, words_of_variables(m_chosen));
    set_step(m_report, RestoreStepKind::agent_state, StepOutcome::done, words_of_agent(m_chosen));
  }

  [[nodiscard]] bool verify_state() {
    const auto read = m_rows.state_of(m_state.owner);
    return read && read->checkpoint == m_state.checkpoint && read->phase == m_state.phase &&
           read->step == m_state.step && read->iteration == m_state.iteration &&
           read->variables == m_state.variables && read->agent_state == m_state.agent_state;
  }

  [[nodiscard]] bool resume() {
    if (!m_loop) {
      set_step(m_report, RestoreStepKind::resume, StepOutcome::done,
               fmt::format("goes on in phase {}", m_state.phase.value_or("of no name")));
      return true;
    }
    const loops::LoopDocument before = loops::loop_document(m_writer.connection(), *m_loop);
    const loops::LoopDocument after =
        workflows::resumed_loop(before, m_chosen.head, m_chosen.read.compact, m_writer.now());
    const std::string text = loops::join_loop_document(after);
    events::keep_previous_values(m_writer.events(), m_report.event_seq, m_loop->id,
                                 loops::join_loop_document(before), text);
    ++m_loop->version;
    loops::store_loop(m_writer.connection(), *m_loop, after);
    if (!is_stored(text))
      return fail(RestoreStepKind::resume, "the loop's document is not the one read back");
    m_report.loop_status = json::text_member(after.outline, "status").value_or("");
    set_step(m_report, RestoreStepKind::resume, StepOutcome::done,
             fmt::format("loop {} is {}{}", m_loop->loop_id, m_report.loop_status, words_of_iteration()));
    return true;
  }

  [[nodiscard]] bool is_stored(const std::string& text) {
    const auto loop = loops::LoopRows(m_writer.connection()).find(m_loop->id);
    return loop && loops::join_loop_document(loops::loop_document(m_writer.connection(), *loop)) == text;
  }

  [[nodiscard]] std::string words_of_iteration() const {
    return m_state.iteration ? fmt::format(" at iteration {}", *m_state.iteration) : std::string();
  }

  writing::TaskWriter& m_writer;
  const ExaminedCheckpoint& m_chosen;
  RestoreReport& m_report;
  workflows::WorkflowRows m_rows;
  std::optional<loops::LoopHead> m_loop;
  workflows::WorkflowState m_state;
};

/// What was chosen must still be what is there.
void require_unchanged(db::Connection& connection, const ExaminedCheckpoint& chosen,
                       RestoreStrategy strategy) {
  const auto head = workflows::WorkflowRows(connection).find(chosen.head.id);
  const bool is_same = head && head->place == chosen.head.place &&
                       workflows::read_workflow(connection, *head).compact == chosen.read.compact;
  const bool is_late = strategy == RestoreStrategy::smart &&
                       !workflows::not_before_regressions(connection, chosen.head).empty();
  if (is_same && !is_late) return;
  throw Error(ErrorCode::conflict,
              is_late ? "the loop got another critical regression meanwhile"
                      : "the checkpoint changed while its artifacts were looked at",
              chosen.head.place, "nothing was changed; try again");
}

bool apply(db::Connection& connection, const ExaminedCheckpoint& chosen, const RestoreOptions& options,
           RestoreReport& report) {
  workflows::PutBack files(connection, options.root);
  if (puts_back(chosen))
    files.prepare(workflows::WorkflowRows(connection).artifacts(chosen.head.id), chosen.artifacts);
  db::WriteTransaction transaction(connection);
  require_unchanged(connection, chosen, report.strategy);
  writing::TaskWriter writer(connection);
  if (!Restoring(writer, chosen, report).run()) return false;
  files.exchange(report.artifacts);
  transaction.commit();
  files.keep();
  return true;
}

/// Which artifacts go back, where that was asked for.
void plan_artifacts(const RestoreOptions& options, workflows::WorkflowChoice& choice) {
  if (options.artifacts == ArtifactRestore::compare || !choice.chosen) return;
  for (ArtifactCheck& check : choice.chosen->artifacts) check.is_put_back = workflows::can_be_put_back(check);
}

}  // namespace

bool RestoreReport::is_good() const noexcept {
  return checkpoint && std::none_of(steps.begin(), steps.end(), [](const RestoreStep& step) {
           return step.outcome == StepOutcome::failed;
         });
}

RestoreReport restore_workflow(Store& store, const RestoreOptions& options) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  workflows::WorkflowChoice choice = workflows::choose_checkpoint(connection, options);
  plan_artifacts(options, choice);
  RestoreReport report = report_of(connection, options, choice);
  if (!choice.chosen) return report;
  if (!check_steps(connection, *choice.chosen, options, report)) {
    for (ArtifactCheck& check : report.artifacts) check.is_put_back = false;
    return report;
  }
  if (options.run == RestoreRun::dry_run) {
    plan_steps(*choice.chosen, report);
    return report;
  }
  report.is_restored = apply(connection, *choice.chosen, options, report);
  if (report.is_restored && report.checkpoint) report.checkpoint->is_restored = true;
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
