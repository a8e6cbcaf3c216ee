// SPDX-License-Identifier: MIT
// From the state as it is now backwards: every event says what its change replaced, so the state before each
// is known, and the two tell what happened to each variable.
#include <iterator>
#include <map>

#include "db/transaction.hpp"
#include "jobs/record_text.hpp"
#include "jobs/task_events.hpp"
#include "jobs/variable_state.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "legacy/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "store/connections.hpp"
#include "store/task_rows.hpp"

namespace rlmdb {

namespace {

constexpr std::string_view k_metadata_pointer = "/metadata";
constexpr std::string_view k_state_pointer = "/metadata/rlm_state";
constexpr std::string_view k_variable_pointer = "/metadata/rlm_state/";

using State = std::map<std::string, std::string>;  ///< texts by name

State state_of(const jobs::VariableTexts& variables) {
  return {variables.begin(), variables.end()};
}

/// Takes one change back. False: it is about something else.
bool take_back(State& state, const MemberChange& change) {
  const std::string old = change.old_json.value_or("");
  if (change.member == k_metadata_pointer) {
    state = state_of(jobs::variables_of_metadata(old));
  } else if (change.member == k_state_pointer) {
    state = state_of(jobs::variables_of_state(old));
  } else if (change.member.starts_with(k_variable_pointer)) {
    const std::string name = jobs::pointer_names(change.member).back();
    if (change.old_json) {
      state[name] = old;
    } else {
      state.erase(name);
    }
  } else {
    return false;
  }
  return true;
}

JsonText value_of(const std::string& text) {
  return {std::string(legacy::read_variable_text(text).value)};
}

std::optional<std::string> source_of(const std::string& text) {
  return legacy::text_of(legacy::read_variable_text(text).source);
}

/// What one event did to the variables, in the order of their names.
class Differences {
 public:
  Differences(const Event& event, const State& before, const State& after)
      : m_event(event), m_before(before), m_after(after) {}

  [[nodiscard]] std::vector<VariableMutation> list() {
    std::vector<VariableMutation> all;
    for (const auto& [name, text] : m_before) {
      const auto now = m_after.find(name);
      if (now == m_after.end()) {
        add(all, VariableOperation::deleted, name);
      } else if (now->second != text) {
        add(all, VariableOperation::updated, name);
      }
    }
    for (const auto& [name, text] : m_after) {
      if (!m_before.contains(name)) add(all, VariableOperation::created, name);
    }
    if (m_event.kind == "var:renamed" && all.size() == 2) return {renamed(all[0], all[1])};
    return all;
  }

 private:
  void add(std::vector<VariableMutation>& all, VariableOperation operation, const std::string& name) const {
    VariableMutation mutation{m_event.seq, m_event.at, m_event.actor, operation, name, {}, {}, {}, {}, {}};
    mutation.reason = m_event.reason;
    const auto before = m_before.find(name);
    const auto after = m_after.find(name);
    if (before != m_before.end()) mutation.old_value = value_of(before->second);
    if (after != m_after.end()) mutation.new_value = value_of(after->second);
    mutation.source = source_of(after != m_after.end() ? after->second : before->second);
    all.push_back(std::move(mutation));
  }

  static VariableMutation renamed(const VariableMutation& gone, VariableMutation made) {
    made.operation = VariableOperation::renamed;
    made.old_name = gone.name;
    made.old_value = gone.old_value;
    return made;
  }

  const Event& m_event;
  const State& m_before;
  const State& m_after;
};

/// Newest first; a renamed variable is followed under the name it had before.
std::vector<VariableMutation> of_one(const std::vector<VariableMutation>& newest_first, std::string name) {
  std::vector<VariableMutation> found;
  for (const VariableMutation& mutation : newest_first) {
    if (mutation.name != name) continue;
    found.push_back(mutation);
    if (mutation.operation == VariableOperation::renamed) name = mutation.old_name;
  }
  return found;
}

}  // namespace

std::string_view to_text(VariableOperation operation) noexcept {
  switch (operation) {
    case VariableOperation::created:
      return "create";
    case VariableOperation::updated:
      return "update";
    case VariableOperation::deleted:
      return "delete";
    case VariableOperation::renamed:
      return "rename";
  }
  return "update";
}

std::vector<VariableMutation> variable_history(const Store& store, const TaskId& task,
                                               const std::optional<std::string>& name) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = store::TaskRows(connection).get_id(task.text);
  State state = state_of(jobs::variables_of_record(jobs::RecordTextFinder(connection).find(key, 0)));
  const std::vector<Event> events = jobs::events_with_imports(connection, task, key);
  std::vector<VariableMutation> newest_first;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    State before = state;
    bool is_ours = false;
    for (const MemberChange& change : event->changes) is_ours = take_back(before, change) || is_ours;
    if (!is_ours) continue;
    std::vector<VariableMutation> mutations = Differences(*event, before, state).list();
    std::move(mutations.rbegin(), mutations.rend(), std::back_inserter(newest_first));
    state = std::move(before);
  }
  if (name) newest_first = of_one(newest_first, *name);
  return {newest_first.rbegin(), newest_first.rend()};
}

}  // namespace rlmdb
