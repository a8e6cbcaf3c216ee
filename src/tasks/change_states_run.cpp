// SPDX-License-Identifier: MIT
#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "store/connections.hpp"
#include "tasks/answered.hpp"
#include "tasks/change_variables.hpp"
#include "tasks/given_json.hpp"
#include "tasks/request_text.hpp"
#include "tasks/state_variables.hpp"

namespace rlmdb {

namespace {

void require_name(const StateName& state, const std::string& where) {
  tasks::require_utf8(state.id, where + ".state");
  if ((state.scope == StateScope::global) == state.id.empty()) return;
  throw Error(ErrorCode::usage, "a state document other than the global one needs an id", where + ".state",
              "the id of its session, tree or state");
}

class StateApplication {
 public:
  StateApplication(tasks::StateVariables& holder, const tasks::VariableChange& change)
      : m_holder(holder), m_change(change) {}

  ChangeResult operator()(const SetVariable& set) { return tasks::set_variable(m_holder, set, m_change); }
  ChangeResult operator()(const DeleteVariable& gone) {
    m_holder.require_there();
    return tasks::delete_variable(m_holder, gone, m_change);
  }
  ChangeResult operator()(const RenameVariable& rename) {
    m_holder.require_there();
    return tasks::rename_variable(m_holder, rename, m_change);
  }

  ChangeResult operator()(const CountReads& reads) {
    m_holder.require_there();
    return tasks::count_reads(m_holder, reads, m_change);
  }

 private:
  tasks::StateVariables& m_holder;
  const tasks::VariableChange& m_change;
};

ChangeResult apply(tasks::TaskWriter& writer, const StateChange& change, const std::string& where) {
  require_name(change.state, where);
  tasks::StateVariables holder(writer, change.state, change.only_if);
  return std::visit(StateApplication(holder, tasks::VariableChange{change.only_if, writer.now(), where}),
                    change.action);
}

}  // namespace

ChangeReport change_states(Store& store, std::span<const StateChange> changes,
                           const std::string& request_id) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  ChangeReport report;
  {
    db::WriteTransaction transaction(connection);
    const tasks::Answered answered(connection, request_id, [&] { return tasks::digest_of(changes); });
    if (auto earlier = answered.earlier()) return *std::move(earlier);
    tasks::TaskWriter writer(connection);
    for (std::size_t i = 0; i < changes.size(); ++i)
      report.results.push_back(apply(writer, changes[i], tasks::place_of_change(i, changes.size())));
    answered.keep(writer.now(), report);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
