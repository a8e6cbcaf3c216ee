// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>

#include "json/json_layout.hpp"
#include "json/object_text.hpp"
#include "records/field_codec.hpp"
#include "records/task_lookup.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "schemas/schema_rules.hpp"
#include "tasks/backoff_rules.hpp"
#include "tasks/given_metadata.hpp"
#include "tasks/run_cost.hpp"
#include "tasks/run_details.hpp"
#include "tasks/set_members.hpp"
#include "tasks/task_changes.hpp"
#include "tasks/tree_order.hpp"
#include "trees/node_result_rules.hpp"
#include "variables/change_variables.hpp"
#include "variables/task_variables.hpp"
#include "writing/given_json.hpp"
#include "writing/member_edit.hpp"
#include "writing/precondition.hpp"
#include "writing/schema_check.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::tasks {

namespace {

using writing::Verb;

constexpr std::array<std::string_view, 2> k_ends_of_completed{"success", "partial"};
constexpr std::array<std::string_view, 1> k_ends_of_failed{"failed"};

class Application {
 public:
  Application(writing::TaskWriter& writer, const TaskChange& change, const std::string& where)
      : m_writer(writer), m_change(change), m_where(where) {}

  ChangeResult operator()(const NewTask& task) { return create_task(m_writer, task, m_where); }

  ChangeResult operator()(const StartTask& start) {
    if (start.pid && *start.pid <= 0) refuse_usage("a pid is a positive number");
    const records::TaskHead head = allowed(Verb::start);
    if (m_change.only_if.force == Force::no) require_turn(m_writer, head);
    ChangeResult started = change_state(head, Verb::start, [&](records::NewState& next) {
      next.started_at = m_writer.now();
      next.pid = start.pid;
      next.not_before.reset();
    });
    // A record without metadata has no context.
    if (!head.is_plain || !head.tree_id.empty())
      started.warnings =
          warnings_of_context(m_writer, head, m_writer.texts().find(head.id, 0, records::Chunks::left_out));
    return started;
  }

  ChangeResult operator()(const CompleteTask& complete) {
    require_details(complete.details, k_ends_of_completed, m_where);
    std::string json = result_json(complete);
    records::TaskHead head = allowed(Verb::complete);
    if (m_change.only_if.force == Force::no) require_no_open_child(m_writer, head);
    json = completed_result(head, complete.details, std::move(json));
    head = with_cost_of(std::move(head), complete.cost);
    return change_state(head, Verb::complete, [&](records::NewState& next) {
      next.completed_at = m_writer.now();
      next.not_before.reset();
      if (json.empty()) return;
      const records::DecodedField field = records::decode_field(records::FieldKind::any, json, m_arena);
      next.end = records::EndMember::result;
      next.end_value = field.cell;
      next.end_type = field.type;
    });
  }

  ChangeResult operator()(const FailTask& fail) {
    require_text(fail.error, "error");
    if (fail.code) require_text(*fail.code, "code");
    require_details(fail.details, k_ends_of_failed, m_where);
    records::TaskHead head = with_cost_of(allowed(Verb::fail), fail.cost);
    require_timestamp(fail.timestamp, m_where + ".timestamp");
    if (fail.code || fail.timestamp || head.has_error || trees::has_details(fail.details))
      head =
          with_failed_result(m_writer, head, {fail.error, fail.code, fail.timestamp}, fail.details,
                             {.kind = EventKind::task_updated, .token = m_change.only_if.token.value_or(0)});
    const std::optional<records::RetryPolicy> policy = policy_after(fail, head);
    ChangeResult failed = change_state(head, Verb::fail, [&](records::NewState& next) {
      next.completed_at = m_writer.now();
      next.end = records::EndMember::error;
      next.end_value = records::Cell::of_text(fail.error);
      if (policy) ++next.attempts;
    });
    const auto backoff = policy ? backoff_after(head.attempts + 1, *policy) : std::nullopt;
    return backoff ? queue_again(m_writer.heads().get(head.id), *backoff) : failed;
  }

  ChangeResult operator()(const AddCost& used) {
    if (!is_given(used.cost)) refuse_usage("there is nothing to add");
    return add_cost(m_writer, expected(), m_change, used.cost, m_where);
  }

  ChangeResult operator()(const CancelTask&) {
    return change_state(Verb::cancel, [&](records::NewState& next) { next.completed_at = m_writer.now(); });
  }

  ChangeResult operator()(const RetryTask&) {
    return change_state(Verb::retry, [](records::NewState& next) { ++next.attempts; });
  }

  ChangeResult operator()(const ReleaseTask&) {
    require_token_given();
    return change_state(Verb::release, [](records::NewState&) {});
  }

  ChangeResult operator()(const AppendOutput&) {
    return append_output(m_writer, allowed(Verb::append), m_change, m_where);
  }

  ChangeResult operator()(const SetMembers&) { return set_members(m_writer, not_held(), m_change, m_where); }

  ChangeResult operator()(const AddNote& note) {
    return add_note(m_writer, expected(), note, m_change, m_where);
  }

  ChangeResult operator()(const ChangeDependencies& dependencies) {
    return change_dependencies(m_writer, not_held(), dependencies, m_change, m_where);
  }

  ChangeResult operator()(const SetVariable& set) {
    return change_variable([&](variables::VariableHolder& holder, const variables::VariableChange& change) {
      return variables::set_variable(holder, set, change);
    });
  }

  ChangeResult operator()(const DeleteVariable& gone) {
    return change_variable([&](variables::VariableHolder& holder, const variables::VariableChange& change) {
      return variables::delete_variable(holder, gone, change);
    });
  }

  ChangeResult operator()(const RenameVariable& rename) {
    return change_variable([&](variables::VariableHolder& holder, const variables::VariableChange& change) {
      return variables::rename_variable(holder, rename, change);
    });
  }

  ChangeResult operator()(const CountReads& reads) {
    return change_variable([&](variables::VariableHolder& holder, const variables::VariableChange& change) {
      return variables::count_reads(holder, reads, change);
    });
  }

  ChangeResult operator()(const Heartbeat& heartbeat) {
    require_token_given();
    if (heartbeat.lease.count() <= 0) refuse_usage("a lease lasts longer than nothing");
    const records::TaskHead head = allowed(Verb::heartbeat);
    const std::string until = m_writer.later(heartbeat.lease);
    const std::int64_t seq = m_writer.note(head, *head.state, cause_of(Verb::heartbeat));
    m_writer.heads().extend_lease(head.id, until, seq);
    return {TaskId{head.legacy_id}, *head.state, head.version + 1, seq, until};
  }

 private:
  [[nodiscard]] records::TaskHead found() {
    std::optional<records::TaskHead> head = m_writer.heads().find(m_change.id.text, m_change.only_if.token);
    if (!head) throw records::no_such_task(m_change.id.text);
    return *std::move(head);
  }

  [[nodiscard]] records::TaskHead allowed(Verb verb) {
    records::TaskHead head = found();
    writing::require_allowed(m_writer.heads(), head, m_change.only_if, verb);
    return head;
  }

  /// What is added beside a run: costs, variables.
  [[nodiscard]] records::TaskHead expected() {
    records::TaskHead head = found();
    writing::require_expected(head, m_change.only_if);
    return head;
  }

  [[nodiscard]] records::TaskHead not_held() {
    records::TaskHead head = found();
    writing::require_not_held(m_writer.heads(), head, m_change.only_if);
    return head;
  }

  template <class Fill>
  ChangeResult change_state(Verb verb, Fill fill) {
    return change_state(allowed(verb), verb, std::move(fill));
  }

  template <class Fill>
  ChangeResult change_state(const records::TaskHead& head, Verb verb, Fill fill) {
    records::NewState next = writing::unchanged(head);
    next.state = to_text(writing::state_after(verb));
    fill(next);
    const std::int64_t seq = m_writer.change_state(head, next, cause_of(verb));
    return {TaskId{head.legacy_id}, std::string(next.state), head.version + 1, seq};
  }

  /// nullopt: the failure is the end of the task, and no attempt of several.
  [[nodiscard]] std::optional<records::RetryPolicy> policy_after(const FailTask& fail,
                                                                 const records::TaskHead& head) {
    if (fail.after == AfterFailure::stays_failed) return std::nullopt;
    const records::RetryPolicy policy = m_writer.heads().retry_policy(head.id);
    return policy.is_given ? std::optional(policy) : std::nullopt;
  }

  /// A failed task, whose attempt is counted already.
  ChangeResult queue_again(const records::TaskHead& head, std::chrono::milliseconds backoff) {
    records::NewState next = writing::unchanged(head);
    next.state = to_text(writing::state_after(Verb::retry));
    if (!next.not_before) next.not_before = records::NotBefore{m_writer.later(backoff)};
    writing::Cause cause = cause_of(Verb::retry);
    cause.reason = "failed";
    const std::int64_t seq = m_writer.change_state(head, next, cause);
    return {TaskId{head.legacy_id}, std::string(next.state), head.version + 1, seq};
  }

  template <class Change>
  ChangeResult change_variable(Change change) {
    const records::TaskHead head = expected();
    variables::TaskVariables variables(m_writer, head);
    return change(variables, variables::VariableChange{m_change.only_if, m_writer.now(), m_where});
  }

  [[nodiscard]] writing::Cause cause_of(Verb verb) const {
    return {.kind = writing::event_kind(verb), .token = m_change.only_if.token.value_or(0)};
  }

  /// A text of a record's column.
  void require_text(const std::string& text, const char* name) const {
    const std::string where = m_where + "." + name;
    writing::require_utf8(text, where);
    if (text.find('\0') != std::string::npos)
      throw Error(ErrorCode::invalid_input, fmt::format("an {} text cannot hold U+0000", name), where,
                  "nothing was changed; leave it out of the text");
  }

  /// What a completed task's result becomes, with the errors of attempts before where it is one in the shape
  /// of a node's; "": it stays as it is.
  [[nodiscard]] std::string completed_result(const records::TaskHead& head, const RunDetails& details,
                                             std::string json) {
    const bool has_details = trees::has_details(details);
    const bool may_matter = head.has_error || (head.has_result && json.empty() && has_details);
    const std::string before = may_matter ? known_result(m_writer, head) : std::string();
    const bool is_known = schemas::is_node_result(before);
    const std::string earlier = errors_of_attempts(m_writer, head, before);
    if (json.empty() && is_known) {
      json = json::with_member(before, "status", "\"success\"");
      if (!earlier.empty()) json = json::with_member(json, "errors", earlier);
    } else {
      if (json.empty() && has_details) json = before;
      if (is_known || has_details || schemas::is_node_result(json))
        json = trees::with_earlier_errors(json, "success", earlier);
    }
    return has_details ? trees::result_with_details(json, "success", details, m_writer.now()) : json;
  }

  /// The task as it is once the run's cost is its own.
  [[nodiscard]] records::TaskHead with_cost_of(records::TaskHead head, const RunCost& cost) {
    if (!is_given(cost)) return head;
    (void)add_cost(m_writer, head, m_change, cost, m_where);
    return m_writer.heads().get(head.id);
  }

  /// The result as JSON; "" where none is given.
  [[nodiscard]] std::string result_json(const CompleteTask& complete) const {
    if (const auto* json = std::get_if<JsonText>(&complete.result)) {
      std::string result = writing::checked_json(json->text, m_where + ".result");
      if (schemas::is_node_result(result))
        (void)writing::checked_by_schema({}, result, schemas::result_rules(), m_where + ".result");
      return result;
    }
    const auto* text = std::get_if<std::string>(&complete.result);
    if (text == nullptr) return {};
    writing::require_utf8(*text, m_where + ".result");
    return writing::json_string(*text);
  }

  void require_token_given() const {
    if (!m_change.only_if.token) refuse_usage("the token of the claim is missing");
  }

  [[noreturn]] void refuse_usage(const std::string& message) const {
    throw Error(ErrorCode::usage, message, m_where);
  }

  writing::TaskWriter& m_writer;
  const TaskChange& m_change;
  const std::string& m_where;
  records::TextArena m_arena;
};

}  // namespace

ChangeResult apply_change(writing::TaskWriter& writer, const TaskChange& change, const std::string& where) {
  return std::visit(Application(writer, change, where), change.action);
}

}  // namespace rlmdb::tasks
