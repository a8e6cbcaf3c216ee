// SPDX-License-Identifier: MIT
#include "tasks/apply_change.hpp"

#include "legacy/field_codec.hpp"
#include "model/tokens.hpp"
#include "model/transitions.hpp"
#include "rlmdb/error.hpp"
#include "store/task_lookup.hpp"
#include "tasks/append_output.hpp"
#include "tasks/change_variables.hpp"
#include "tasks/create_task.hpp"
#include "tasks/given_json.hpp"
#include "tasks/precondition.hpp"
#include "tasks/set_members.hpp"
#include "tasks/task_variables.hpp"
#include "tasks/tree_order.hpp"

namespace rlmdb::tasks {

namespace {

using model::Verb;

class Application {
 public:
  Application(TaskWriter& writer, const TaskChange& change, const std::string& where)
      : m_writer(writer), m_change(change), m_where(where) {}

  ChangeResult operator()(const NewTask& task) { return create_task(m_writer, task, m_where); }

  ChangeResult operator()(const StartTask& start) {
    if (start.pid && *start.pid <= 0) refuse_usage("a pid is a positive number");
    const store::TaskHead head = allowed(Verb::start);
    if (m_change.only_if.force == Force::no) require_turn(m_writer, head);
    return change_state(head, Verb::start, [&](store::NewState& next) {
      next.started_at = m_writer.now();
      next.pid = start.pid;
      next.not_before.reset();
    });
  }

  ChangeResult operator()(const CompleteTask& complete) {
    const std::string json = result_json(complete);
    const store::TaskHead head = allowed(Verb::complete);
    if (m_change.only_if.force == Force::no) require_no_open_child(m_writer, head);
    return change_state(head, Verb::complete, [&](store::NewState& next) {
      next.completed_at = m_writer.now();
      if (json.empty()) return;
      const legacy::DecodedField field = legacy::decode_field(model::FieldKind::any, json, m_arena);
      next.end = store::EndMember::result;
      next.end_value = field.cell;
      next.end_type = field.type;
    });
  }

  ChangeResult operator()(const FailTask& fail) {
    require_utf8(fail.error, m_where + ".error");
    if (fail.error.find('\0') != std::string::npos)
      throw Error(ErrorCode::invalid_input, "an error text cannot hold U+0000", m_where + ".error",
                  "nothing was changed; leave it out of the text");
    return change_state(Verb::fail, [&](store::NewState& next) {
      next.completed_at = m_writer.now();
      next.end = store::EndMember::error;
      next.end_value = model::Cell::of_text(fail.error);
    });
  }

  ChangeResult operator()(const CancelTask&) {
    return change_state(Verb::cancel, [&](store::NewState& next) { next.completed_at = m_writer.now(); });
  }

  ChangeResult operator()(const RetryTask&) {
    return change_state(Verb::retry, [](store::NewState& next) { ++next.attempts; });
  }

  ChangeResult operator()(const ReleaseTask&) {
    require_token_given();
    return change_state(Verb::release, [](store::NewState&) {});
  }

  ChangeResult operator()(const AppendOutput&) {
    return append_output(m_writer, allowed(Verb::append), m_change, m_where);
  }

  ChangeResult operator()(const SetMembers&) {
    return set_members(m_writer, allowed(std::nullopt), m_change, m_where);
  }

  ChangeResult operator()(const SetVariable& set) {
    return change_variable([&](VariableHolder& holder, const VariableChange& change) {
      return set_variable(holder, set, change);
    });
  }

  ChangeResult operator()(const DeleteVariable& gone) {
    return change_variable([&](VariableHolder& holder, const VariableChange& change) {
      return delete_variable(holder, gone, change);
    });
  }

  ChangeResult operator()(const RenameVariable& rename) {
    return change_variable([&](VariableHolder& holder, const VariableChange& change) {
      return rename_variable(holder, rename, change);
    });
  }

  ChangeResult operator()(const CountReads& reads) {
    return change_variable([&](VariableHolder& holder, const VariableChange& change) {
      return count_reads(holder, reads, change);
    });
  }

  ChangeResult operator()(const Heartbeat& heartbeat) {
    require_token_given();
    if (heartbeat.lease.count() <= 0) refuse_usage("a lease lasts longer than nothing");
    const store::TaskHead head = allowed(Verb::heartbeat);
    const std::string until = m_writer.later(heartbeat.lease);
    const std::int64_t seq = m_writer.note(head, *head.state, cause_of(Verb::heartbeat));
    m_writer.heads().extend_lease(head.id, until, seq);
    return {TaskId{head.legacy_id}, *head.state, head.version + 1, seq, until};
  }

 private:
  [[nodiscard]] store::TaskHead allowed(std::optional<Verb> verb) {
    std::optional<store::TaskHead> head = m_writer.heads().find(m_change.id.text, m_change.only_if.token);
    if (!head) throw store::no_such_task(m_change.id.text);
    require_allowed(*head, m_change.only_if, verb);
    return *std::move(head);
  }

  template <class Fill>
  ChangeResult change_state(Verb verb, Fill fill) {
    return change_state(allowed(verb), verb, std::move(fill));
  }

  template <class Fill>
  ChangeResult change_state(const store::TaskHead& head, Verb verb, Fill fill) {
    store::NewState next = unchanged(head);
    next.state = model::to_text(model::state_after(verb));
    fill(next);
    const std::int64_t seq = m_writer.change_state(head, next, cause_of(verb));
    return {TaskId{head.legacy_id}, std::string(next.state), head.version + 1, seq, std::nullopt};
  }

  template <class Change>
  ChangeResult change_variable(Change change) {
    const store::TaskHead head = allowed(std::nullopt);
    TaskVariables variables(m_writer, head);
    return change(variables, VariableChange{m_change.only_if, m_writer.now(), m_where});
  }

  [[nodiscard]] Cause cause_of(Verb verb) const {
    return {.kind = model::event_kind(verb), .token = m_change.only_if.token.value_or(0)};
  }

  /// The result as JSON; "" where none is given.
  [[nodiscard]] std::string result_json(const CompleteTask& complete) const {
    if (const auto* json = std::get_if<JsonText>(&complete.result))
      return checked_json(json->text, m_where + ".result");
    const auto* text = std::get_if<std::string>(&complete.result);
    if (text == nullptr) return {};
    require_utf8(*text, m_where + ".result");
    return json_string(*text);
  }

  void require_token_given() const {
    if (!m_change.only_if.token) refuse_usage("the token of the claim is missing");
  }

  [[noreturn]] void refuse_usage(const std::string& message) const {
    throw Error(ErrorCode::usage, message, m_where);
  }

  TaskWriter& m_writer;
  const TaskChange& m_change;
  const std::string& m_where;
  model::TextArena m_arena;
};

}  // namespace

ChangeResult apply_change(TaskWriter& writer, const TaskChange& change, const std::string& where) {
  return std::visit(Application(writer, change, where), change.action);
}

}  // namespace rlmdb::tasks
