// SPDX-License-Identifier: MIT
#include <algorithm>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/change_watch.hpp"
#include "events/event_rows.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

namespace {

constexpr std::int64_t k_events_a_read = 1'000;
/// An earlier value may be as long as an output.
constexpr std::int64_t k_events_a_read_with_changes = 50;

void require_known(db::Connection& connection, const EventFilter& filter) {
  if (filter.task && !records::TaskHeads(connection).find(filter.task->text))
    throw records::no_such_task(filter.task->text);
  if (filter.tree) records::require_tree(connection, filter.tree->text);
}

/// Hands events over in order and remembers how far it came.
class EventReader {
 public:
  EventReader(const EventFilter& filter, const std::function<bool(const Event&)>& sink)
      : m_filter(filter), m_sink(sink) {}

  enum class State { more, caught_up, ended };

  /// Reads some events, within the caller's snapshot or a short one of its own.
  void read(db::Connection& connection) {
    const db::ReadTransaction snapshot(connection);
    events::EventRows rows(connection);
    m_events = rows.select(m_filter, most());
    if (!m_filter.with_changes) return;
    for (Event& event : m_events) rows.read_changes(event, event.owner_key);
  }

  /// Hands over what was read: the sink may take its time, and no snapshot is needed.
  [[nodiscard]] State hand_over() {
    for (const Event& event : m_events) {
      m_filter.since = event.seq;
      ++m_count;
      if ((m_sink && !m_sink(event)) || m_count == m_filter.limit) return State::ended;
    }
    return static_cast<std::int64_t>(m_events.size()) < a_read() ? State::caught_up : State::more;
  }

 private:
  [[nodiscard]] std::int64_t a_read() const {
    return m_filter.with_changes ? k_events_a_read_with_changes : k_events_a_read;
  }
  [[nodiscard]] std::int64_t most() const {
    return m_filter.limit > 0 ? std::min(m_filter.limit - m_count, a_read()) : a_read();
  }

  EventFilter m_filter;
  const std::function<bool(const Event&)>& m_sink;
  std::vector<Event> m_events;
  std::int64_t m_count = 0;
};

}  // namespace

std::int64_t Store::newest_event() const {
  const auto use = m_connections->use();
  return events::EventRows(use.connection()).newest();
}

void Store::events(const EventFilter& filter, const std::function<bool(const Event&)>& sink) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  require_known(use.connection(), filter);
  EventReader reader(filter, sink);
  do {
    reader.read(use.connection());
  } while (reader.hand_over() == EventReader::State::more);
}

void Store::follow_events(const EventFilter& filter, const FollowOptions& options,
                          const std::function<bool(const Event&)>& sink) const {
  require_known(m_connections->use().connection(), filter);
  EventReader reader(filter, sink);
  events::ChangeWatch watch(*m_connections);
  constexpr auto k_for_ever = std::chrono::steady_clock::time_point::max();
  for (;;) {
    EventReader::State state = EventReader::State::more;
    while (state == EventReader::State::more) {
      if (options.cancelled && options.cancelled()) return;
      {
        const auto use = m_connections->use();
        watch.look(use.connection());
        reader.read(use.connection());
      }
      state = reader.hand_over();
    }
    if (state == EventReader::State::ended) return;
    if (!watch.wait(k_for_ever, options.cancelled, options.longest_pause)) return;
  }
}

}  // namespace rlmdb
