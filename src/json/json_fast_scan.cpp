// SPDX-License-Identifier: MIT
#include "json/json_fast_scan.hpp"

#include <algorithm>

#include "json/json_bytes.hpp"
#include "json/json_layout.hpp"
#include "json/json_string.hpp"

namespace rlmdb::json {

namespace {

constexpr std::size_t k_long_run_bytes = std::size_t{1} << 20;

}  // namespace

ScanStatus FastScan::run(std::string_view text, std::size_t begin, const ScanOptions& options,
                         std::string* canonical) {
  m_text = text;
  m_position = m_run = begin;
  m_canonical = canonical;
  m_options = options;
  m_next = Next::value;
  m_changed = false;
  m_names_state = Names::distinct;
  m_fault = ScanFault::none;
  m_frames.clear();
  m_names.clear();
  Step step = read_value();
  while (step == Step::go_on && !m_frames.empty()) {
    if (m_next == Next::separator) {
      step = read_separator();
    } else {
      step = m_next == Next::name ? read_name() : read_value();
    }
  }
  if (step == Step::stop) {
    const bool cut = m_fault == ScanFault::truncated && m_options.input == ScanInput::partial;
    return cut ? ScanStatus::need_more : ScanStatus::fault;
  }
  if (m_canonical != nullptr && (m_changed || m_options.copy == CanonicalCopy::always)) {
    make_room(*m_canonical, m_position - m_run);
    m_canonical->append(m_text, m_run, m_position - m_run);
  }
  return ScanStatus::complete;
}

FastScan::Step FastScan::stop(ScanFault fault, std::size_t offset) {
  m_fault = fault;
  m_fault_offset = offset;
  return Step::stop;
}

inline FastScan::Step FastScan::read_value() {
  if (m_position >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
  const char c = m_text[m_position];
  switch (c) {
    case '"':
      if (read_string(m_position) == Step::stop) return Step::stop;
      break;
    case '{':
      return open(Container::object);
    case '[':
      return open(Container::array);
    case 't':
      if (read_literal("true") == Step::stop) return Step::stop;
      break;
    case 'f':
      if (read_literal("false") == Step::stop) return Step::stop;
      break;
    case 'n':
      if (read_literal("null") == Step::stop) return Step::stop;
      break;
    case '+':
    case '.':
      return stop(ScanFault::bad_number, m_position);
    default:
      if (c != '-' && !bytes::is_digit(c)) return stop(ScanFault::unexpected_byte, m_position);
      if (read_number() == Step::stop) return Step::stop;
  }
  m_next = Next::separator;
  return Step::go_on;
}

FastScan::Step FastScan::open(Container container) {
  if (m_frames.size() >= m_options.max_depth) return stop(ScanFault::too_deep, m_position);
  Frame frame;
  frame.container = container;
  frame.scope = m_names.open();
  m_frames.push_back(frame);
  ++m_position;
  m_next = container == Container::object ? Next::name : Next::value;
  if (at_line_break(depth())) {
    const char next = m_text[m_position + 1 + 2 * depth()];
    if (next != '}' && next != ']') {
      m_position += 1 + 2 * depth();
      return Step::go_on;
    }
  }
  const std::size_t begin = m_position;
  const std::size_t end = bytes::skip_space(m_text, begin);
  m_position = end;
  if (end == m_text.size()) return stop(ScanFault::truncated, end);
  if (m_text[end] == (container == Container::object ? '}' : ']')) {
    if (end != begin) drop_space(begin, end);
    ++m_position;
    close();
  } else {
    replace_space(begin, end, depth());
  }
  return Step::go_on;
}

void FastScan::close() {
  m_names.close(m_frames.back().scope);
  m_frames.pop_back();
  m_next = Next::separator;
}

inline FastScan::Step FastScan::read_name() {
  Frame& frame = m_frames.back();
  if (m_position >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
  const std::size_t begin = m_position;
  if (m_text[begin] != '"') return stop(ScanFault::expected_name, begin);
  const std::size_t plain_end = bytes::find_string_stop(m_text, begin + 1);
  if (plain_end < m_text.size() && m_text[plain_end] == '"') {
    m_position = plain_end + 1;
    if (m_names_state == Names::distinct &&
        m_names.add(frame.scope, m_text, begin + 1, plain_end - begin - 1) == OpenNames::Seen::repeated) {
      m_names_state = Names::need_exact_path;
    }
  } else {
    m_names_state = Names::need_exact_path;
    if (read_string(begin) == Step::stop) return Step::stop;
  }
  frame.name_begin = begin;
  frame.name_end = m_position;

  const std::size_t colon = bytes::skip_space(m_text, m_position);
  if (colon >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
  if (m_text[colon] != ':') return stop(ScanFault::expected_colon, colon);
  if (colon != m_position) drop_space(m_position, colon);
  const std::size_t value = bytes::skip_space(m_text, colon + 1);
  const std::string_view gap = m_options.layout == JsonLayout::pretty ? " " : "";
  if (m_text.substr(colon + 1, value - colon - 1) != gap) replace(colon + 1, value, gap);
  m_position = value;
  m_next = Next::value;
  return Step::go_on;
}

inline FastScan::Step FastScan::read_separator() {
  const Container container = m_frames.back().container;
  const char closer = container == Container::object ? '}' : ']';
  std::size_t at = m_position;
  if (at < m_text.size() && m_text[at] != ',') {
    if (at_line_break(depth() - 1)) {
      at += 1 + 2 * (depth() - 1);
    } else {
      at = bytes::skip_space(m_text, at);
    }
  }
  if (at >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
  if (m_text[at] == closer) {
    replace_space(m_position, at, depth() - 1);
    m_position = at + 1;
    close();
    return Step::go_on;
  }
  if (m_text[at] != ',') return stop(ScanFault::expected_separator, at);
  if (at != m_position) drop_space(m_position, at);
  m_position = at + 1;
  break_line(depth());
  if (m_position < m_text.size() && m_text[m_position] == closer) {
    return stop(ScanFault::trailing_comma, m_position);
  }
  if (container == Container::object) {
    m_next = Next::name;
  } else {
    ++m_frames.back().index;
    m_next = Next::value;
  }
  return Step::go_on;
}

/// Whether the canonical line break stands here, followed by something other than white space.
inline bool FastScan::at_line_break(std::size_t depth) const noexcept {
  const std::size_t next = m_position + 1 + 2 * depth;
  return m_options.layout == JsonLayout::pretty && next < m_text.size() && m_text[m_position] == '\n' &&
         !bytes::is_space(m_text[next]) && bytes::all_spaces(m_text, m_position + 1, 2 * depth);
}

inline void FastScan::break_line(std::size_t depth) {
  if (at_line_break(depth)) {
    m_position += 1 + 2 * depth;
    return;
  }
  const std::size_t begin = m_position;
  m_position = bytes::skip_space(m_text, begin);
  replace_space(begin, m_position, depth);
}

/// The white space [begin, end) stands where a line break of `depth` levels belongs.
inline void FastScan::replace_space(std::size_t begin, std::size_t end, std::size_t depth) {
  if (m_options.layout == JsonLayout::compact) {
    if (begin != end) drop_space(begin, end);
    return;
  }
  const bool same = end - begin == 1 + 2 * depth && m_text[begin] == '\n' &&
                    bytes::all_spaces(m_text, begin + 1, 2 * depth);
  if (same) return;
  replace(begin, end, {});
  if (m_canonical != nullptr) append_line_break(*m_canonical, static_cast<unsigned>(depth));
}

void FastScan::replace(std::size_t begin, std::size_t end, std::string_view by) {
  m_changed = true;
  if (m_canonical == nullptr) return;
  if (begin - m_run > k_long_run_bytes) make_room(*m_canonical, m_text.size() - m_run);
  m_canonical->append(m_text, m_run, begin - m_run);
  m_canonical->append(by);
  m_run = end;
}

/// Reads the string whose opening quote is at `begin`.
inline FastScan::Step FastScan::read_string(std::size_t begin) {
  std::size_t position = begin + 1;
  while (true) {
    position = bytes::find_string_stop(m_text, position);
    if (position >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
    if (m_text[position] == '"') {
      m_position = position + 1;
      return Step::go_on;
    }
    if (m_text[position] != '\\') return stop(ScanFault::control_in_string, position);
    if (read_escape(position) == Step::stop) return Step::stop;
  }
}

FastScan::Step FastScan::read_escape(std::size_t& position) {
  if (position + 1 >= m_text.size()) return stop(ScanFault::truncated, m_text.size());
  switch (m_text[position + 1]) {
    case 'n':
    case '"':
    case '\\':
    case 't':
    case 'r':
    case 'b':
    case 'f':
      position += 2;
      return Step::go_on;
    case '/':
      replace(position, position + 2, "/");
      position += 2;
      return Step::go_on;
    case 'u':
      return read_unicode_escape(position);
    default:
      return stop(ScanFault::bad_escape, position + 1);
  }
}

FastScan::Step FastScan::read_unicode_escape(std::size_t& position) {
  const auto hex_end = [&](std::size_t digits) {
    std::size_t at = digits;
    while (at < digits + 4 && at < m_text.size() && bytes::hex_value(m_text[at]) >= 0) ++at;
    return at;
  };
  const std::size_t first_end = hex_end(position + 2);
  if (first_end != position + 6) {
    return first_end == m_text.size() ? stop(ScanFault::truncated, first_end)
                                      : stop(ScanFault::bad_escape, first_end);
  }
  std::size_t limit = position + 6;
  if (m_text.substr(limit, 2) == "\\u" && hex_end(limit + 2) == limit + 6) limit += 6;
  const std::size_t begin = position;
  const char32_t character = bytes::take_escape(m_text.substr(0, limit), position);
  std::string canonical;
  bytes::append_canonical_character(canonical, character);
  if (m_text.substr(begin, position - begin) != canonical) replace(begin, position, canonical);
  return Step::go_on;
}

FastScan::Step FastScan::read_digits(std::size_t& position) {
  const std::size_t begin = position;
  while (position < m_text.size() && bytes::is_digit(m_text[position])) ++position;
  if (position != begin) return Step::go_on;
  return position == m_text.size() ? stop(ScanFault::truncated, position)
                                   : stop(ScanFault::bad_number, position);
}

FastScan::Step FastScan::read_number() {
  std::size_t position = m_position;
  if (m_text[position] == '-') ++position;
  if (position < m_text.size() && m_text[position] == '0') {
    ++position;
    if (position < m_text.size() && bytes::is_digit(m_text[position])) {
      return stop(ScanFault::bad_number, position);
    }
  } else if (read_digits(position) == Step::stop) {
    return Step::stop;
  }
  if (position < m_text.size() && m_text[position] == '.') {
    ++position;
    if (read_digits(position) == Step::stop) return Step::stop;
  }
  if (position < m_text.size() && (m_text[position] | 0x20) == 'e') {
    ++position;
    if (position < m_text.size() && (m_text[position] == '+' || m_text[position] == '-')) ++position;
    if (read_digits(position) == Step::stop) return Step::stop;
  }
  if (position == m_text.size() && m_options.input == ScanInput::partial) {
    return stop(ScanFault::truncated, position);
  }
  m_position = position;
  return Step::go_on;
}

inline FastScan::Step FastScan::read_literal(std::string_view literal) {
  if (m_text.compare(m_position, literal.size(), literal) == 0) {
    m_position += literal.size();
    return Step::go_on;
  }
  std::size_t same = 0;
  while (m_position + same < m_text.size() && m_text[m_position + same] == literal[same]) ++same;
  const std::size_t at = m_position + same;
  return at == m_text.size() ? stop(ScanFault::truncated, at) : stop(ScanFault::bad_literal, at);
}

std::string FastScan::pointer() const {
  std::string pointer;
  std::string name;
  for (std::size_t i = 0; i < m_frames.size(); ++i) {
    const Frame& frame = m_frames[i];
    if (i + 1 == m_frames.size() && m_next != Next::value) break;
    if (frame.container == Container::array) {
      append_pointer_index(pointer, frame.index);
    } else {
      name.clear();
      decode_string(m_text.substr(frame.name_begin, frame.name_end - frame.name_begin), name);
      append_pointer_name(pointer, name);
    }
  }
  return pointer;
}

}  // namespace rlmdb::json
