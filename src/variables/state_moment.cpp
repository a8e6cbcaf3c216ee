// SPDX-License-Identifier: MIT
#include "variables/state_moment.hpp"

#include "events/event_rows.hpp"
#include "events/task_events.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"

namespace rlmdb::variables {

namespace {

bool begins_after(const std::vector<Event>& events, std::int64_t seq) {
  return !events.empty() && events.front().kind == to_text(EventKind::state_created) &&
         seq < events.front().seq;
}

void require_known(db::Connection& connection, const StateHead& state, const std::vector<Event>& events,
                   std::int64_t seq) {
  if (begins_after(events, seq))
    throw Error(ErrorCode::not_found, label_of(state) + " did not exist yet at event " + std::to_string(seq),
                label_of(state), "`rlmdb var history` shows what became of it");
  events::require_kept(connection, seq, label_of(state));
}

}  // namespace

bool is_younger(db::Connection& connection, const StateHead& state, std::int64_t seq) {
  return begins_after(events::EventRows(connection).of_state(state.id), seq);
}

std::string state_at(db::Connection& connection, const StateHead& state, std::int64_t seq) {
  const std::vector<Event> events = events::EventRows(connection).of_state(state.id);
  require_known(connection, state, events, seq);
  json::ObjectText now;
  for (const StoredVariable& variable : StateReader(connection).of_document(state.id))
    now.add(variable.name, text_of(variable));
  std::string document = "{\"variables\":" + now.finish() + "}";
  for (auto event = events.rbegin(); event != events.rend() && event->seq > seq; ++event) {
    for (const MemberChange& change : event->changes) {
      if (change.member.starts_with("/variables")) document = events::without_change(document, change);
    }
  }
  const std::string_view variables = json::find_member(document, "variables");
  return variables.empty() ? "{}" : std::string(variables);
}

}  // namespace rlmdb::variables
