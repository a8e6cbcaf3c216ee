// SPDX-License-Identifier: MIT
#include "events/event_options.hpp"

#include <fmt/format.h>

#include "frame/locate_database.hpp"
#include "frame/nearest_word.hpp"
#include "frame/times.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"

namespace rlmdb::cli {

void EventOptions::setup(Options& options, const std::string& without_since) {
  options
      .text(
          "--since", [this](const std::string& text) { m_since = bound_of("--since", text); }, "SEQ|TIME",
          "only events after the one with that number, or since a time")
      .initially(without_since);
  options.text("--task", m_task, "ID", "only events of this task");
  options.text("--tree", m_tree, "ID", "only events of this tree");
  options
      .text(
          "--kind",
          [this](const std::string& kind) {
            m_kind = member_named<EventKind>(kind, "there is no kind of event '" + kind + "'");
          },
          "KIND", "only events of this kind, such as task:failed")
      .offers(k_words_of<EventKind>);
  options.toggle("--changes", m_values, PreviousValues::shown,
                 "with the previous value of each member that changed");
}

void EventOptions::add_until(Options& options) {
  options.text(
      "--until", [this](const std::string& text) { m_until = bound_of("--until", text); }, "SEQ|TIME",
      "only events up to the one with that number, or before a time; of a day: by its end");
}

EventOptions::Bound EventOptions::bound_of(const std::string& option, const std::string& text) {
  Bound bound;
  bound.seq = event_number(option, text);
  if (!bound.seq) {
    const SaidTime said = parse_time(option, text, time_now_ms(), "the number of an event");
    bound.ms = option == "--until" ? said.until_ms() : said.begin_ms;
  }
  return bound;
}

std::int64_t EventOptions::seq_of(const Store& store, const Bound& bound) {
  return bound.seq ? *bound.seq : newest_event_by(store, utc_time_text(bound.ms - 1));
}

EventFilter EventOptions::filter(const Store& store, const std::vector<std::string>& ids) const {
  EventFilter filter;
  if (!ids.empty() && (m_task.has_value() || m_tree.has_value())) {
    throw Error(ErrorCode::usage,
                fmt::format("'{}' and {} exclude each other", ids.front(), m_task ? "--task" : "--tree"), {},
                "give one ID");
  }
  if (m_since && m_until && !m_since->seq && !m_until->seq) {
    require_some_time({m_since->ms, m_until->ms}, "--since", "--until");
  }
  if (m_since) filter.since = seq_of(store, *m_since);
  if (m_until) filter.until = seq_of(store, *m_until);
  if (m_task.has_value()) filter.task = TaskId{*m_task};
  if (m_tree.has_value()) filter.tree = TreeId{*m_tree};
  if (!ids.empty()) {
    const std::string& id = ids.front();
    // What neither has is said to be no task, and of the form of a tree's id no tree.
    if (has_tree(store, id) || id.starts_with("tree-")) {
      filter.tree = TreeId{id};
    } else {
      filter.task = TaskId{id};
    }
  }
  filter.kind = m_kind;
  filter.with_changes = m_values == PreviousValues::shown;
  return filter;
}

}  // namespace rlmdb::cli
