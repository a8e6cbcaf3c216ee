// SPDX-License-Identifier: MIT
#include "events/event_options.hpp"

#include "frame/nearest_word.hpp"

namespace rlmdb::cli {

void EventOptions::setup(Options& options, const std::string& without_since) {
  options.number("--since", {}, m_since, "only events after the one with the number N")
      .initially(without_since);
  options.text("--task", m_task, "ID", "only events of this task");
  options.text("--tree", m_tree, "ID", "only events of this tree");
  options.text("--kind", m_kind, "KIND", "only events of this kind, such as task:failed");
  options.toggle("--changes", m_values, PreviousValues::shown,
                 "with the previous value of each member that changed");
}

EventFilter EventOptions::filter() const {
  EventFilter filter;
  filter.since = m_since.value_or(0);
  if (m_task.has_value()) filter.task = TaskId{*m_task};
  if (m_tree.has_value()) filter.tree = TreeId{*m_tree};
  if (m_kind.has_value()) {
    filter.kind = member_named<EventKind>(*m_kind, "there is no kind of event '" + *m_kind + "'");
  }
  filter.with_changes = m_values == PreviousValues::shown;
  return filter;
}

}  // namespace rlmdb::cli
