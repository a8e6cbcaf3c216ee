// SPDX-License-Identifier: MIT
// TasksReader behind damage.
#include <algorithm>

#include "json/json_bytes.hpp"
#include "sources/tasks_json_read.hpp"

namespace rlmdb::sources {

void TasksReader::pass_over(const JsonDamage& damage) {
  const std::uint64_t base = m_window.offset() - m_window.position();
  const std::size_t read = static_cast<std::size_t>(std::max(m_read_end, base) - base);
  const std::uint64_t begin = base + json::bytes::skip_space(m_window.view(), read);
  m_before.max_depth = m_options.max_depth;
  const Resumption found = ResumeSearch(m_window, m_before).find(search_begin(begin, damage.byte_offset));
  m_event = TasksEvent{};
  emit(TasksEventKind::damaged, damage.byte_offset, 0);
  m_event.damage = damage;
  m_event.unreadable_begin = begin;
  m_event.unreadable_bytes = m_window.offset() - begin;
  go_on_at(found);
}

/// A string whose end is lost runs on to the quote that begins a later one: the search begins at its own.
std::uint64_t TasksReader::search_begin(std::uint64_t unreadable_begin, std::uint64_t damaged_at) const {
  if (damaged_at <= unreadable_begin) return unreadable_begin;
  const std::string_view text = m_window.bytes(unreadable_begin, damaged_at);
  std::size_t at = text.size();
  for (int quotes = 0; quotes < 2; ++quotes) {
    do {
      at = at == 0 ? std::string_view::npos : text.rfind('"', at - 1);
    } while (at != std::string_view::npos && at > 0 && text[at - 1] == '\\');
    if (at == std::string_view::npos) return damaged_at;
  }
  return unreadable_begin + at;
}

void TasksReader::go_on_at(Resumption found) {
  m_is_later = true;
  m_skipping = false;
  m_no_array.reset();
  m_state = found == Resumption::nothing  ? State::end
            : found == Resumption::record ? State::resumed
                                          : State::first_name;
  if (found == Resumption::document) take_byte();
}

}  // namespace rlmdb::sources
