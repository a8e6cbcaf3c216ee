// SPDX-License-Identifier: MIT
#include "sources/tasks_outline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "json/json_number.hpp"
#include "json/json_parts.hpp"
#include "json/json_string.hpp"
#include "sources/source_text.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_json_space = " \t\r\n";

/// The member of the top level; nullopt where there is none, or several.
std::optional<json::Part> tasks_in(std::string_view value) {
  if (!value.starts_with('{')) return std::nullopt;
  std::optional<json::Part> tasks;
  for (const json::Part& part : json::parts_of(value)) {
    std::string name;
    json::append_canonical_string(name, part.name);
    if (name != "\"tasks\"") continue;
    if (tasks) return std::nullopt;
    tasks = part;
  }
  return tasks && tasks->value.starts_with('[') ? tasks : std::nullopt;
}

/// Of what stands between two records the white space and the comma: a record that a later one with its id
/// replaced may stand there, too.
std::string separation(std::string_view between) {
  const std::size_t begin = std::min(between.find_first_not_of(k_json_space), between.size());
  const std::size_t end = between.find_last_not_of(k_json_space);
  const std::size_t rest = end == std::string_view::npos ? between.size() : end + 1;
  return std::string(between.substr(0, begin)).append(",").append(between.substr(rest));
}

std::string line_in(const json::TextStyle& style, unsigned depth) {
  if (style.newline.empty()) return {};
  std::string line = style.newline;
  for (unsigned i = 0; i < depth; ++i) line += style.indent;
  return line;
}

}  // namespace

void TasksOutlineBuilder::add(std::uint64_t byte_offset, std::uint64_t byte_count,
                              std::optional<std::int64_t> task_id) {
  m_is_too_large = m_is_too_large || m_text.size() > k_most_kept_bytes || byte_offset < m_end ||
                   byte_offset - m_end > k_most_kept_bytes;
  if (m_is_too_large) return;
  const std::string between = m_source.read_at(m_end, byte_offset - m_end);
  m_text += m_records == 0 ? between : separation(between);
  m_text += task_id ? std::to_string(*task_id) : "null";
  m_end = byte_offset + byte_count;
  ++m_records;
}

std::optional<std::string> TasksOutlineBuilder::finish() {
  const std::uint64_t rest = m_source.bytes - m_end;
  if (m_is_too_large || m_text.size() + rest > k_most_kept_bytes) return std::nullopt;
  m_text += m_source.read_at(m_end, rest);
  if (!json::is_document(m_text)) return std::nullopt;
  const auto tasks = tasks_in(json::framed(m_text).value);
  if (!tasks || json::parts_of(tasks->value).size() != m_records) return std::nullopt;
  return std::move(m_text);
}

std::optional<TasksOutline> TasksOutline::read(std::string text, const json::TextStyle& style) {
  const auto tasks = tasks_in(json::framed(text).value);
  if (!tasks) return std::nullopt;
  TasksOutline outline;
  outline.m_style = style;
  const auto begin = static_cast<std::size_t>(tasks->value.data() - text.data());
  outline.m_around = text.substr(0, begin) + "[]" + text.substr(begin + tasks->value.size());
  const std::vector<json::Part> parts = json::parts_of(tasks->value);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto id = json::exact_int64(parts[i].value);
    if (id)
      outline.m_spaces[*id] = {std::string(parts[i].before), std::string(parts[i].after), i == 0,
                               i + 1 == parts.size()};
  }
  if (parts.empty()) {
    outline.m_empty = tasks->value.substr(1, tasks->value.size() - 2);
    outline.m_first = line_in(style, 2);
    outline.m_between = style.newline.empty() ? style.separator : outline.m_first;
    outline.m_end = line_in(style, 1);
    return outline;
  }
  outline.m_first = parts.front().before;
  const bool has_lines = outline.m_first.find('\n') != std::string::npos;
  outline.m_between = parts.size() > 1 ? std::string(parts.back().before)
                      : has_lines      ? outline.m_first
                                       : style.separator;
  outline.m_end = parts.back().after;
  return outline;
}

std::string_view TasksOutline::before(const Space* space, bool is_first) const {
  if (is_first) return m_first;
  return space != nullptr && !space->is_first ? space->before : m_between;
}

bool TasksOutline::write(const Sink& sink, std::string_view top_level,
                         const std::function<void(const Elements& element)>& write_elements) const {
  const std::string around = json::rewritten(m_around, top_level, m_style);
  const auto tasks = tasks_in(json::framed(around).value);
  if (!tasks) return false;
  const auto begin = static_cast<std::size_t>(tasks->value.data() - around.data());
  constexpr std::size_t k_piece_bytes = std::size_t{64} << 10;
  std::string pending = around.substr(0, begin) + "[";
  std::string_view after = m_empty;
  bool is_first = true;
  write_elements([&](std::int64_t task_id, std::string_view text) {
    const auto found = m_spaces.find(task_id);
    const Space* const space = found == m_spaces.end() ? nullptr : &found->second;
    if (!is_first) pending.append(after) += ',';
    pending.append(before(space, is_first)).append(text);
    after = space == nullptr || space->is_last ? std::string_view() : space->after;
    is_first = false;
    if (pending.size() < k_piece_bytes) return;
    sink(pending);
    pending.clear();
  });
  pending.append(is_first ? m_empty : m_end) += ']';
  pending += std::string_view(around).substr(begin + tasks->value.size());
  sink(pending);
  return true;
}

}  // namespace rlmdb::sources
