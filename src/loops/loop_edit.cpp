// SPDX-License-Identifier: MIT
#include "loops/loop_edit.hpp"

#include <algorithm>

#include "events/event_rows.hpp"
#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/loop_check.hpp"
#include "loops/loop_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"

namespace rlmdb::loops {

namespace {

std::string pointer_to(std::string_view list, std::string_view element) {
  return "/" + std::string(list) + "/" + std::string(element);
}

void require_condition(const LoopHead& head, const LoopCondition& condition) {
  if (head.is_archived)
    throw Error(ErrorCode::conflict, head.loop_id + " is archived", head.place,
                "nothing was changed; archived loops stay as they are");
  if (condition.if_version && *condition.if_version != head.version)
    throw Error(ErrorCode::conflict,
                head.loop_id + " is at version " + std::to_string(head.version) + ", not " +
                    std::to_string(*condition.if_version),
                head.loop_id, "nothing was changed; read it again and decide anew");
}

std::optional<BestIteration> best_in(std::string_view best) {
  const auto iteration = json::exact_int64(json::find_member(best, "iteration"));
  if (!iteration) return std::nullopt;
  BestIteration found;
  found.iteration = *iteration;
  found.quality_score = number_of(json::find_member(best, "quality_score"));
  found.snapshot_path = json::text_member(best, "snapshot_path");
  found.updated_at = json::text_member(best, "updated_at");
  found.selection_reason = json::text_member(best, "selection_reason");
  return found;
}

}  // namespace

LoopEdit::LoopEdit(db::Connection& connection, const LoopId& loop, const LoopCondition& condition)
    : m_connection(connection),
      m_rows(connection),
      m_details(connection),
      m_head(get_loop(connection, loop.text)),
      m_at(condition.timestamp.value_or(util::utc_now_text())) {
  require_time(m_at, "timestamp");
  require_condition(m_head, condition);
  m_old_status = status_text();
}

LoopEdit::LoopEdit(db::Connection& connection, const std::string& loop_id, std::string outline)
    : m_connection(connection), m_rows(connection), m_details(connection) {
  m_head.place = place_of_loop(loop_id);
  if (m_rows.find_by_place(m_head.place))
    throw Error(ErrorCode::conflict, "there is a loop " + loop_id + " already", m_head.place,
                "nothing was changed; give the new one another --id");
  records::TaskRows ids(connection);
  m_head.id = ids.next_id();
  ids.use_ids(m_head.id + 1);
  m_head.family = "ralph";
  m_head.loop_id = loop_id;
  m_head.version = 0;
  m_head.outline = std::move(outline);
  m_at = json::text_member(m_head.outline, "last_updated").value_or("");
  m_rows.insert(m_head);
}

std::string LoopEdit::status_text() const {
  return status_text_of(m_head.outline);
}

std::string LoopEdit::level() const {
  return json::text_member(m_head.outline, "reinforcement_level").value_or("MINIMAL");
}

LoopStatus LoopEdit::status() const {
  return status_for_verbs(m_head.outline);
}

std::int64_t LoopEdit::iteration() const {
  return std::max<std::int64_t>(number(LoopFact::iteration).value_or(1), 1);
}

std::string_view LoopEdit::get(std::string_view name) const {
  return json::find_member(m_head.outline, name);
}

std::optional<std::int64_t> LoopEdit::number(LoopFact fact) const {
  return find_number(m_head.outline, fact);
}

void LoopEdit::note(std::string pointer, std::optional<std::string> before) {
  const auto is_noted = [&](const Previous& previous) { return previous.member == pointer; };
  if (std::any_of(m_previous.begin(), m_previous.end(), is_noted)) return;
  m_previous.push_back({std::move(pointer), std::move(before)});
}

void LoopEdit::set_at(const MemberPlace& place, const std::string& raw) {
  const std::string_view before = member_at(m_head.outline, place);
  if (before == raw) return;
  note(pointer_to(place), before.empty() ? std::nullopt : std::optional(std::string(before)));
  m_head.outline = with_member_at(m_head.outline, place, raw);
}

void LoopEdit::set(std::string_view name, const std::string& raw) {
  set_at({"", name}, raw);
}

void LoopEdit::set(LoopFact fact, const std::string& raw) {
  if (places_to_change(m_head.outline, fact, raw).empty()) return set_at(spellings_of(fact).front(), raw);
  set_if_there(fact, raw);
}

void LoopEdit::set_if_there(LoopFact fact, const std::string& raw) {
  for (const MemberPlace& place : places_to_change(m_head.outline, fact, raw)) set_at(place, raw);
}

void LoopEdit::append(LoopList list, std::string_view json) {
  if (!get(to_text(list)).starts_with('[')) set(to_text(list), "[]");
  const std::int64_t position = m_rows.count(m_head.id, list);
  m_previous.push_back({pointer_to(to_text(list), std::to_string(position)), std::nullopt});
  m_rows.put(m_head.id, list, position, json);
}

void LoopEdit::replace(LoopList list, const ListEntry& entry, const std::string& json) {
  if (entry.json == json) return;
  note(pointer_to(to_text(list), std::to_string(entry.position)), entry.json);
  m_rows.put(m_head.id, list, entry.position, json);
}

void LoopEdit::mark_iteration(std::int64_t iteration, std::string_view flag) {
  if (const auto entry = m_details.find_iteration(m_head.id, iteration))
    replace(LoopList::iteration_history, *entry, json::with_member(entry->json, flag, "true"));
}

void LoopEdit::escalate(const Escalation& escalation, std::int64_t iteration, const std::string& time) {
  json::ObjectText entry;
  entry.add("timestamp", json::quoted(time));
  entry.add("iteration", std::to_string(iteration));
  entry.add("from_level", json::quoted(level()));
  entry.add("to_level", json::quoted(escalation.to));
  entry.add("reason", json::quoted(escalation.reason));
  set("reinforcement_level", json::quoted(escalation.to));
  append(LoopList::reinforcement_history, entry.finish());
  m_escalation = escalation.reason;
}

std::int64_t LoopEdit::write_event(EventKind kind, std::string_view reason) {
  const std::string now = util::utc_now_text();
  const std::string status = status_text();
  events::EventRows events(m_connection);
  events::NewEvent event{.at = now, .kind = kind};
  event.loop_id = m_head.id;
  if (status != m_old_status) {
    event.old_state = m_old_status;
    event.new_state = status;
  }
  event.reason = reason;
  event.prev_seq = m_head.last_event_seq.value_or(0);
  const std::int64_t seq = events.insert(event);
  for (const Previous& previous : m_previous)
    events.insert_change(seq, m_head.id, previous.member,
                         previous.json ? std::optional<std::string_view>(*previous.json) : std::nullopt);
  return seq;
}

LoopChanged LoopEdit::finish(EventKind kind, std::string_view reason) {
  set(LoopFact::last_updated, json::quoted(m_at));
  m_head.last_event_seq = write_event(kind, reason);
  ++m_head.version;
  m_rows.update(m_head);
  LoopChanged changed;
  changed.loop_id = m_head.loop_id;
  changed.status = status_text();
  changed.version = m_head.version;
  changed.event_seq = *m_head.last_event_seq;
  changed.iteration = number(LoopFact::iteration);
  changed.best = best_in(get("best_iteration"));
  changed.reinforcement_level = level();
  changed.escalation = m_escalation;
  m_previous.clear();
  m_old_status = changed.status;
  m_escalation.clear();
  return changed;
}

void refuse_status(const LoopEdit& edit, const std::string& wish) {
  throw Error(ErrorCode::conflict, edit.head().loop_id + " is " + edit.status_text() + ", and " + wish,
              edit.head().loop_id, "nothing was changed; `rlmdb loop show` says more of it");
}

}  // namespace rlmdb::loops
