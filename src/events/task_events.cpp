// SPDX-License-Identifier: MIT
#include "events/task_events.hpp"

#include <algorithm>
#include <span>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::events {

namespace {

/// The name in a pointer of the element that an array gets next (RFC 6901).
constexpr std::string_view k_after_last = "-";

std::string_view value_at(std::string_view object, std::span<const std::string> names) {
  for (const std::string& name : names) object = json::find_member(object, json::escaped(name));
  return object;
}

/// `object` with the value at `names`, or without it where `raw` is empty.
std::string with_value(std::string_view object, std::span<const std::string> names, std::string_view raw) {
  const std::string name = json::escaped(names.front());
  if (names.size() == 1) return json::with_member(object, name, raw);
  return json::with_member(object, name, with_value(json::find_member(object, name), names.subspan(1), raw));
}

std::string without_last_element(std::string_view array) {
  std::vector<std::string_view> elements;
  json::split_elements(array, elements);
  std::string text = "[";
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    if (i > 0) text += ',';
    text += elements[i];
  }
  return text + ']';
}

std::string first_bytes(std::string_view raw_string, std::int64_t bytes) {
  std::string text;
  json::decode_string(raw_string, text);
  text.resize(std::min(text.size(), static_cast<std::size_t>(bytes)));
  return json::quoted(text);
}

}  // namespace

std::vector<Event> TaskEvents::of(std::int64_t key) {
  std::vector<Event> all;
  for (Event event : m_imports) {
    m_rows.read_changes(event, key);
    if (!event.changes.empty()) all.push_back(std::move(event));
  }
  const auto own = static_cast<std::ptrdiff_t>(all.size());
  for (Event& event : m_rows.of_task(key)) all.push_back(std::move(event));
  std::inplace_merge(all.begin(), all.begin() + own, all.end(),
                     [](const Event& left, const Event& right) { return left.seq < right.seq; });
  return all;
}

std::optional<std::string> TaskEvents::record_at(std::int64_t key, std::string now, std::int64_t seq) {
  const std::vector<Event> events = of(key);
  const auto created = std::find_if(events.begin(), events.end(), [](const Event& event) {
    return event.kind == to_text(EventKind::task_created);
  });
  const std::int64_t first = created != events.end() ? created->seq : m_rows.first_import(key);
  if (first > seq) return std::nullopt;
  for (auto event = events.rbegin(); event != events.rend() && event->seq > seq; ++event) {
    for (const MemberChange& change : event->changes) now = without_change(now, change);
  }
  return now;
}

void require_kept(db::Connection& connection, std::int64_t seq, const std::string& what) {
  const std::int64_t oldest = EventRows(connection).oldest();
  if (seq + 1 >= oldest) return;
  throw Error(ErrorCode::not_found,
              "what changed after event " + std::to_string(seq) + " is not kept any more", what,
              "the oldest event kept is " + std::to_string(oldest) + "; `cleanup` removes old ones");
}

std::vector<std::string> pointer_names(std::string_view pointer) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    const bool is_escape = pointer[i] == '~' && i + 1 < pointer.size();
    if (pointer[i] == '/') {
      names.emplace_back();
    } else if (!names.empty()) {
      names.back() += is_escape ? (pointer[++i] == '1' ? '/' : '~') : pointer[i];
    }
  }
  return names;
}

std::string without_change(std::string_view record, const MemberChange& change) {
  const std::vector<std::string> names = pointer_names(change.member);
  if (names.empty()) return std::string(record);
  if (change.old_bytes)
    return with_value(record, names, first_bytes(value_at(record, names), *change.old_bytes));
  const auto around = std::span(names).first(names.size() - 1);
  const std::string_view array = names.back() == k_after_last ? value_at(record, around) : std::string_view();
  if (array.starts_with('[')) return with_value(record, around, without_last_element(array));
  return with_value(record, names, change.old_json.value_or(""));
}

}  // namespace rlmdb::events
