// SPDX-License-Identifier: MIT
#include "sources/resume_search.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "json/json_bytes.hpp"
#include "json/json_members.hpp"

namespace rlmdb::sources {

namespace {

/// What stands before a brace is looked at so far back.
constexpr std::size_t k_look_back_bytes = 4096;
/// What follows a record is looked at so far: a list inside a record is hardly ever longer.
constexpr std::uint64_t k_look_ahead_bytes = std::uint64_t{1} << 20;

constexpr std::string_view k_spaces_and_tabs = " \t";
constexpr std::string_view k_json_blanks = " \t\r\n";

/// How far one look goes into what nests too deep: far enough that looks hardly overlap, and no farther than
/// memory is cheap.
unsigned levels_at_once(unsigned max_depth) {
  constexpr unsigned k_times = 64;
  return std::max(max_depth, std::min(max_depth, 1'000'000U) * k_times);
}

bool is_text(std::string_view raw_value) {
  return raw_value.starts_with('"');
}

}  // namespace

Resumption ResumeSearch::find(std::uint64_t from) {
  m_from = from;
  go_to(from);
  while (find_brace()) {
    const Resumption found = try_here();
    if (found != Resumption::nothing) return found;
  }
  return Resumption::nothing;
}

bool ResumeSearch::find_brace() {
  for (;;) {
    const std::string_view view = m_window.view();
    const std::size_t at = view.find('{', m_window.position());
    m_window.set_position(std::min(at, view.size()));
    release_before_here();
    if (at != std::string_view::npos) return true;
    if (m_window.fill() == json::InputWindow::Fill::at_end) return false;
  }
}

Resumption ResumeSearch::try_here() {
  const std::uint64_t begin = m_window.offset();
  const char before = byte_before().value_or('\0');
  const bool is_value_of_member = before == ':';
  const bool is_in_array = before == '[' || before == ',';
  if (!is_value_of_member && !is_in_array && is_document(begin)) {
    go_to(begin);
    return Resumption::document;
  }
  go_to(begin);
  if (is_value_of_member || !skip_value()) {
    go_to(begin + 1);
    return Resumption::nothing;
  }
  const std::uint64_t end = m_window.offset();
  const bool is_found = is_record(begin, end);
  go_to(is_found ? begin : end);
  return is_found ? Resumption::record : Resumption::nothing;
}

/// Its top level comes to a `tasks` array before it comes to anything that is broken, or to an id.
bool ResumeSearch::is_document(std::uint64_t begin) {
  const std::optional<std::string> indentation = indentation_here();
  if (indentation && !indentation->empty()) return false;
  go_to(begin + 1);
  for (;;) {
    if (peek() != '"') return false;
    const std::uint64_t name_begin = m_window.offset();
    if (!skip_value()) return false;
    const std::string name(m_window.bytes(name_begin, m_window.offset()));
    if (name == "\"id\"" || !skip(':')) return false;
    const std::optional<char> value = peek();
    if (name == "\"tasks\"") return value == '[';
    if (!value || !skip_value() || !skip(',')) return false;
  }
}

bool ResumeSearch::is_record(std::uint64_t begin, std::uint64_t end) {
  std::vector<json::Member> members;
  json::split_members(m_window.bytes(begin, end), members);
  const auto has_text = [&](std::string_view name) { return is_text(json::find_member(members, name)); };
  const auto has = [&](std::string_view name) { return !json::find_member(members, name).empty(); };
  if (!has_text("id")) return false;
  const bool looks_like_task = has("state") && (has("createdAt") || has("prompt"));
  if (!m_before.has_tasks && !looks_like_task) return false;
  const Line line = line_of(begin, end);
  if (line != Line::unknown) return line == Line::fits;
  const bool is_of_other_list = is_first_of_other_list(begin);
  const bool is_deep = is_indented_deeper(begin, end);
  const Place place = place_after(end);
  if (place != Place::unknown) return place == Place::of_tasks;
  // The elements beside it stand in the same list.
  if (is_of_other_list) m_elements.place = Place::nested;
  return looks_like_task && !is_of_other_list && !is_deep;
}

/// Whether it begins a list that is the value of a member of another name than `tasks`.
bool ResumeSearch::is_first_of_other_list(std::uint64_t begin) const {
  const std::uint64_t base = m_window.offset() - m_window.position();
  const std::size_t first = m_from > base ? static_cast<std::size_t>(m_from - base) : 0;
  std::string_view before = m_window.view().substr(first, static_cast<std::size_t>(begin - base) - first);
  const auto take = [&before](char expected) {
    before = before.substr(0, before.find_last_not_of(k_json_blanks) + 1);
    const bool is_there = before.ends_with(expected);
    if (is_there) before.remove_suffix(1);
    return is_there;
  };
  if (!take('[') || !take(':') || !take('"')) return false;
  const std::size_t quote = before.rfind('"');
  if (quote == std::string_view::npos) return false;
  const std::string_view name = before.substr(quote + 1);
  const bool is_damaged =
      std::any_of(name.begin(), name.end(), [](char byte) { return static_cast<unsigned char>(byte) < ' '; });
  return !is_damaged && name != "tasks";
}

/// Whether a writer who indents each level alike has it deeper than the records of `tasks`, in the second.
bool ResumeSearch::is_indented_deeper(std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t base = m_window.offset() - m_window.position();
  const std::string_view before = m_window.view().substr(0, static_cast<std::size_t>(begin - base));
  const std::string_view object = m_window.bytes(begin, end);
  const std::size_t line = before.find_last_not_of(k_spaces_and_tabs);
  const std::size_t member = object.find_first_not_of(k_json_blanks, 1);
  const std::size_t member_line = object.substr(0, member).rfind('\n');
  if (line == std::string_view::npos || before[line] != '\n') return false;
  if (member == std::string_view::npos || member_line == std::string_view::npos) return false;
  const std::size_t own = before.size() - line - 1;
  const std::size_t inside = member - member_line - 1;
  return inside > own && own > 2 * (inside - own);
}

/// Whether the object is indented as the records before it are. Its end is whole; before its beginning damage
/// may have left a part of an indentation, so that a beginning that fits an end that does not says nothing, nor
/// one that does not fit in a line that the damage has cut.
ResumeSearch::Line ResumeSearch::line_of(std::uint64_t begin, std::uint64_t end) const {
  if (!m_before.indentation) return Line::unknown;
  const std::string_view view = m_window.view();
  const std::size_t size = static_cast<std::size_t>(end - begin);
  const std::size_t position = m_window.position() - size;
  const std::string_view before = view.substr(0, position);
  const auto judge = [&](std::string_view line) {
    const std::size_t blank = line.find_last_not_of(k_spaces_and_tabs);
    if (blank == std::string_view::npos || line[blank] != '\n') return Line::unknown;
    const std::string_view indentation = line.substr(blank + 1);
    if (indentation == *m_before.indentation) return Line::fits;
    // What stands farther out is in none of the records that were taken, and those may have been inner ones.
    return m_before.indentation->starts_with(indentation) ? Line::unknown : Line::differs;
  };
  const Line at_begin = judge(before);
  const Line at_end = judge(view.substr(position, size - 1));
  if (at_end == Line::unknown)
    return at_begin == Line::differs && is_in_line_of_damage(begin) ? Line::unknown : at_begin;
  return at_begin == Line::fits && at_end == Line::differs ? Line::unknown : at_end;
}

/// No line begins between the damage and the object.
bool ResumeSearch::is_in_line_of_damage(std::uint64_t begin) const {
  const std::uint64_t base = m_window.offset() - m_window.position();
  if (m_from < base) return false;
  const std::string_view between = m_window.view().substr(m_from - base, begin - m_from);
  return between.find('\n') == std::string_view::npos;
}

bool ResumeSearch::SideBySide::has(std::uint64_t end) const {
  return std::binary_search(ends.begin(), ends.end(), end);
}

ResumeSearch::Place ResumeSearch::place_after(std::uint64_t end) {
  if (!m_elements.has(end)) m_elements = {{end}, std::nullopt};
  if (!m_elements.place) m_elements.place = look_past_elements(end);
  return m_elements.place.value_or(Place::unknown);
}

/// Goes on where the look from an element before it ended; nullopt: the list is too long to see its end.
std::optional<ResumeSearch::Place> ResumeSearch::look_past_elements(std::uint64_t end) {
  go_to(m_elements.ends.back());
  for (;;) {
    if (m_window.offset() - end > k_look_ahead_bytes) return std::nullopt;
    const std::optional<char> next = peek();
    if (next == '}') return Place::nested;
    if (next == ']') return place_after_array();
    if (!skip(',') || !peek() || !skip_value()) return Place::unknown;
    const std::uint64_t element_end = m_window.offset();
    if (peek() == ':') return Place::nested;
    m_elements.ends.push_back(element_end);
  }
}

ResumeSearch::Place ResumeSearch::place_after_array() {
  (void)skip(']');
  const std::uint64_t end = m_window.offset();
  if (!m_members.has(end)) {
    m_members = {{end}, std::nullopt};
    m_members.place = look_past_members();
  }
  return *m_members.place;
}

/// Around `tasks` closes the document, around a list inside a record the record, or an object in it.
ResumeSearch::Place ResumeSearch::look_past_members() {
  for (;;) {
    const std::optional<char> next = peek();
    if (next == ']') return Place::nested;
    if (next == '}') break;
    if (!skip(',')) return Place::unknown;
    if (peek() == '{') return Place::nested;
    if (!skip_member()) return Place::unknown;
    m_members.ends.push_back(m_window.offset());
  }
  (void)skip('}');
  const char next = peek().value_or('\0');
  if (next == ',' || next == '}' || next == ']') return Place::nested;
  return Place::of_tasks;
}

std::optional<char> ResumeSearch::byte_before() const {
  const std::uint64_t base = m_window.offset() - m_window.position();
  const std::size_t first = m_from > base ? static_cast<std::size_t>(m_from - base) : 0;
  for (std::size_t at = m_window.position(); at > first; --at) {
    const char byte = m_window.view()[at - 1];
    if (json::bytes::skip_space({&byte, 1}, 0) == 0) return byte;
  }
  return std::nullopt;
}

std::optional<std::string> ResumeSearch::indentation_here() const {
  const std::string_view before = m_window.view().substr(0, m_window.position());
  const std::size_t last = before.find_last_not_of(k_spaces_and_tabs);
  if (last == std::string_view::npos || before[last] != '\n') return std::nullopt;
  return std::string(before.substr(last + 1));
}

std::optional<char> ResumeSearch::peek() {
  for (;;) {
    const std::string_view view = m_window.view();
    m_window.set_position(json::bytes::skip_space(view, m_window.position()));
    if (m_window.position() < view.size()) return view[m_window.position()];
    if (m_window.fill() == json::InputWindow::Fill::at_end) return std::nullopt;
  }
}

bool ResumeSearch::skip(char expected) {
  if (peek() != expected) return false;
  m_window.set_position(m_window.position() + 1);
  return true;
}

bool ResumeSearch::skip_value() {
  const std::uint64_t begin = m_window.offset();
  if (m_hopeless.contains(begin)) return false;
  const json::ScanResult result = scan(m_before.max_depth);
  if (result.status == json::ScanStatus::fault) {
    learn_from(begin, result);
    return false;
  }
  m_window.set_position(result.end);
  return true;
}

json::ScanResult ResumeSearch::scan(unsigned max_depth) {
  json::ScanOptions options;
  options.max_depth = max_depth;
  options.input = json::ScanInput::partial;
  for (;;) {
    json::ScanResult result = json::scan_value(m_window.view(), m_window.position(), options, nullptr);
    const std::size_t reached = result.status == json::ScanStatus::complete ? result.end
                                : result.status == json::ScanStatus::fault  ? result.fault_offset
                                                                            : m_window.view().size();
    m_examined_bytes += reached - m_window.position();
    if (result.status != json::ScanStatus::need_more) return result;
    if (m_window.fill_for_rescan() == json::InputWindow::Fill::at_end)
      options.input = json::ScanInput::complete;
  }
}

void ResumeSearch::learn_from(std::uint64_t begin, const json::ScanResult& broken) {
  if (broken.fault_offset == m_window.position()) return;
  const json::ScanResult whole =
      broken.fault == json::ScanFault::too_deep ? scan(levels_at_once(m_before.max_depth)) : broken;
  const std::size_t end = whole.status == json::ScanStatus::complete ? whole.end : whole.fault_offset;
  const std::size_t position = m_window.position();
  m_hopeless.look_at(m_window.view().substr(position, end - position), begin, m_before.max_depth,
                     whole.fault == json::ScanFault::too_deep ? HopelessBrackets::Ends::at_bracket
                                                              : HopelessBrackets::Ends::complete_or_broken);
  m_examined_bytes += end - position;
}

bool ResumeSearch::skip_member() {
  if (peek() != '"' || !skip_value() || !skip(':')) return false;
  return peek() && skip_value();
}

void ResumeSearch::go_to(std::uint64_t offset) {
  const std::uint64_t base = m_window.offset() - m_window.position();
  m_window.set_position(static_cast<std::size_t>(offset - base));
}

/// What stands a little before the position stays: it says what the brace is.
void ResumeSearch::release_before_here() {
  const std::size_t position = m_window.position();
  m_window.set_position(position - std::min(position, k_look_back_bytes));
  m_window.release();
  m_window.set_position(position);
}

}  // namespace rlmdb::sources
