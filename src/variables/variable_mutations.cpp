// SPDX-License-Identifier: MIT
// From the state as it is now backwards: every event says what its change replaced, so the state before each
// is known, and the two tell what happened to each variable.
#include "variables/variable_mutations.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "events/task_events.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/variable_text.hpp"

namespace rlmdb {

namespace variables {

namespace {

using State = std::map<std::string, std::string>;  ///< texts by name

State state_of(const VariableTexts& variables) {
  return {variables.begin(), variables.end()};
}

/// Takes one change back. False: it is about something else.
bool take_back(State& state, const MemberChange& change, const VariablePlace& place) {
  const std::string old = change.old_json.value_or("");
  if (!place.metadata.empty() && change.member == place.metadata) {
    state = state_of(variables_of_metadata(old));
  } else if (change.member == place.state) {
    state = state_of(variables_of_state(old));
  } else if (change.member.starts_with(place.state) && change.member[place.state.size()] == '/') {
    const std::string name = events::pointer_names(change.member).back();
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
  return {std::string(records::read_variable_text(text).value)};
}

std::optional<std::string> source_of(const std::string& text) {
  return json::text_of(records::read_variable_text(text).source);
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
    if (m_event.kind == to_text(EventKind::var_renamed) && all.size() == 2) return {renamed(all[0], all[1])};
    if (m_event.kind == to_text(EventKind::checkpoint_restored)) {
      for (VariableMutation& mutation : all) mutation.operation = VariableOperation::rolled_back;
    }
    return all;
  }

 private:
  void add(std::vector<VariableMutation>& all, VariableOperation operation, const std::string& name) const {
    VariableMutation mutation{m_event.seq, m_event.at, m_event.by, operation, name, {}, {}, {}, {}, {}};
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

}  // namespace

std::vector<VariableMutation> mutations_of(const VariableTexts& now, const std::vector<Event>& events,
                                           const VariablePlace& place) {
  State state = state_of(now);
  std::vector<VariableMutation> newest_first;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    State before = state;
    bool is_ours = false;
    for (const MemberChange& change : event->changes) is_ours = take_back(before, change, place) || is_ours;
    if (!is_ours) continue;
    if (event->kind == to_text(EventKind::var_read)) {
      state = std::move(before);
      continue;
    }
    std::vector<VariableMutation> mutations = Differences(*event, before, state).list();
    std::move(mutations.rbegin(), mutations.rend(), std::back_inserter(newest_first));
    state = std::move(before);
  }
  std::reverse(newest_first.begin(), newest_first.end());
  return newest_first;
}

std::vector<VariableMutation> mutations_of_one(const std::vector<VariableMutation>& all, std::string name) {
  std::vector<VariableMutation> found;
  for (auto mutation = all.rbegin(); mutation != all.rend(); ++mutation) {
    if (mutation->name != name) continue;
    found.push_back(*mutation);
    if (mutation->operation == VariableOperation::renamed) name = mutation->old_name;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace variables

}  // namespace rlmdb
