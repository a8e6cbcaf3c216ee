// SPDX-License-Identifier: MIT
#include "jobs/state_moment.hpp"

#include "jobs/state_text.hpp"
#include "jobs/task_events.hpp"
#include "legacy/object_text.hpp"
#include "rlmdb/error.hpp"
#include "store/event_rows.hpp"

namespace rlmdb::jobs {

namespace {

bool begins_after(const std::vector<Event>& events, std::int64_t seq) {
  return !events.empty() && events.front().kind == "state:created" && seq < events.front().seq;
}

void require_known(db::Connection& connection, const store::StateHead& state,
                   const std::vector<Event>& events, std::int64_t seq) {
  if (begins_after(events, seq))
    throw Error(ErrorCode::not_found, label_of(state) + " did not exist yet at event " + std::to_string(seq),
                label_of(state), "`rlmdb var history` shows what became of it");
  require_kept(connection, seq, label_of(state));
}

}  // namespace

bool is_younger(db::Connection& connection, const store::StateHead& state, std::int64_t seq) {
  return begins_after(store::EventRows(connection).of_state(state.id), seq);
}

std::string state_at(db::Connection& connection, const store::StateHead& state, std::int64_t seq) {
  const std::vector<Event> events = store::EventRows(connection).of_state(state.id);
  require_known(connection, state, events, seq);
  legacy::ObjectText now;
  for (const store::StoredVariable& variable : store::StateRows(connection).variables(state.id))
    now.add(variable.name, text_of(variable));
  std::string document = "{\"variables\":" + now.finish() + "}";
  for (auto event = events.rbegin(); event != events.rend() && event->seq > seq; ++event) {
    for (const MemberChange& change : event->changes) {
      if (change.member.starts_with("/variables")) document = without_change(document, change);
    }
  }
  const std::string_view variables = legacy::find_member(document, "variables");
  return variables.empty() ? "{}" : std::string(variables);
}

}  // namespace rlmdb::jobs
