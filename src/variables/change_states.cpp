// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/words.hpp"
#include "variables/change_variables.hpp"
#include "variables/state_variables.hpp"
#include "writing/answered.hpp"
#include "writing/given_json.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

namespace {

void require_name(const StateName& state, const std::string& where) {
  writing::require_utf8(state.id, where + ".state");
  if ((state.scope == StateScope::global) == state.id.empty()) return;
  throw Error(ErrorCode::usage, "a state document other than the global one needs an id", where + ".state",
              "the id of its session, tree or state");
}

class StateApplication {
 public:
  StateApplication(variables::StateVariables& holder, const variables::VariableChange& change)
      : m_holder(holder), m_change(change) {}

  ChangeResult operator()(const SetVariable& set) { return variables::set_variable(m_holder, set, m_change); }
  ChangeResult operator()(const DeleteVariable& gone) {
    m_holder.require_there();
    return variables::delete_variable(m_holder, gone, m_change);
  }
  ChangeResult operator()(const RenameVariable& rename) {
    m_holder.require_there();
    return variables::rename_variable(m_holder, rename, m_change);
  }

  ChangeResult operator()(const CountReads& reads) {
    m_holder.require_there();
    return variables::count_reads(m_holder, reads, m_change);
  }

  ChangeResult operator()(const SetCompletion& completion) {
    m_holder.require_there();
    writing::require_word("status", completion.status, k_completion_statuses, m_change.where + ".status");
    writing::require_utf8(completion.reason, m_change.where + ".reason");
    return m_holder.set_completion(completion.status,
                                   {.kind = EventKind::state_updated, .reason = completion.reason});
  }

 private:
  variables::StateVariables& m_holder;
  const variables::VariableChange& m_change;
};

ChangeResult apply(writing::TaskWriter& writer, const StateChange& change, const std::string& where) {
  require_name(change.state, where);
  writer.work_for(change.by_task ? records::find_node_id(writer.connection(), change.by_task->text) : "");
  variables::StateVariables holder(writer, change.state, change.only_if);
  return std::visit(StateApplication(holder, variables::VariableChange{change.only_if, writer.now(), where}),
                    change.action);
}

}  // namespace

ChangeReport change_states(Store& store, std::span<const StateChange> changes,
                           const std::string& request_id) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  ChangeReport report;
  {
    db::WriteTransaction transaction(connection);
    const writing::Answered answered(connection, request_id, [&] { return writing::digest_of(changes); });
    if (auto earlier = answered.earlier()) return *std::move(earlier);
    writing::TaskWriter writer(connection);
    for (std::size_t i = 0; i < changes.size(); ++i)
      report.results.push_back(apply(writer, changes[i], writing::place_of_change(i, changes.size())));
    answered.keep(writer.now(), report);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
