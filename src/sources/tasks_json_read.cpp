// SPDX-License-Identifier: MIT
#include "sources/tasks_json_read.hpp"

#include "json/json_bytes.hpp"
#include "json/json_layout.hpp"
#include "json/json_string.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

/// What a text that is used again may hold on to.
constexpr std::size_t k_most_spare_bytes = std::size_t{4} << 20;
constexpr std::string_view k_tasks_name = "\"tasks\"";

std::string pointer_of_name(std::string_view raw_name) {
  std::string pointer;
  std::string scratch;
  json::Exactness exactness;
  json::append_pointer_name(pointer, json::decode_string_view(raw_name, scratch, exactness));
  return pointer;
}

std::string pointer_of_element(std::uint64_t ordinal) {
  return "/tasks/" + std::to_string(ordinal);
}

}  // namespace

const TasksEvent& TasksReader::next() {
  m_event = TasksEvent{};
  m_emitted = false;
  m_window.release();
  if (m_canonical.capacity() > k_most_spare_bytes) m_canonical = {};
  if (m_options.damage == DamagePolicy::refuse) {
    step();
    return m_event;
  }
  try {
    step();
  } catch (const JsonDamage& damage) {
    pass_over(damage);
  }
  return m_event;
}

void TasksReader::emit(TasksEventKind kind, std::uint64_t byte_offset, std::uint64_t ordinal) {
  m_event.kind = kind;
  m_event.byte_offset = m_event.value_offset = byte_offset;
  m_event.ordinal = ordinal;
  m_emitted = true;
}

void TasksReader::step() {
  while (!m_emitted) {
    m_read_end = m_window.offset();
    switch (m_state) {
      case State::begin:
        open_document();
        break;
      case State::first_name:
      case State::name:
        read_name();
        break;
      case State::tasks_value:
        read_tasks_value();
        break;
      case State::after_member:
        end_member();
        break;
      case State::first_element:
      case State::element:
        read_element();
        break;
      case State::after_element:
        end_element();
        break;
      case State::resumed:
        m_state = State::element;
        if (!m_has_begun) begin_tasks(m_window.offset());
        break;
      case State::end:
        emit(TasksEventKind::end, m_window.offset(), 0);
    }
  }
}

/// A byte order mark of UTF-8 is passed over.
void TasksReader::refuse_other_encodings() {
  while (m_window.view().size() < 3 && m_window.fill() == json::InputWindow::Fill::more) continue;
  const std::string_view start = m_window.view().substr(0, 3);
  if (start.empty()) throw JsonDamage{0, "", "the file is empty"};
  if (start == util::k_byte_order_mark) m_window.set_position(util::k_byte_order_mark.size());
  const bool marked = start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF");
  const bool every_other_byte_is_nul = start.size() > 1 && (start[0] == '\0') != (start[1] == '\0');
  if (marked || every_other_byte_is_nul) throw JsonDamage{0, "", "the file is UTF-16, not UTF-8"};
}

void TasksReader::open_document() {
  refuse_other_encodings();
  const std::optional<char> token = peek_token();
  if (!token) throw JsonDamage{m_window.offset(), "", "the file holds nothing but white space"};
  if (*token != '{') {
    const bool is_value =
        json::bytes::is_digit(*token) || std::string_view("[\"-tfn").find(*token) != std::string_view::npos;
    if (is_value) throw JsonDamage{m_window.offset(), "", "the top level is no object"};
    fail(json::ScanFault::unexpected_byte, "");
  }
  m_document_begin = m_window.offset();
  take_byte();
  m_state = State::first_name;
}

void TasksReader::read_name() {
  const char token = need_token("");
  if (token == '}') {
    if (m_state == State::name) fail(json::ScanFault::trailing_comma, "");
    m_state = State::after_member;
    return;
  }
  if (token != '"') fail(json::ScanFault::expected_name, "");
  m_window.release();
  const std::uint64_t name_begin = m_window.offset();
  m_canonical.clear();
  const json::ScanResult name = scan("", {}, &m_canonical);
  add_losses(name, "");
  const std::uint64_t name_end = m_window.offset();
  if (need_token("") != ':') fail(json::ScanFault::expected_colon, "");
  take_byte();
  if (m_canonical == k_tasks_name) {
    begin_tasks_member(name_begin);
  } else {
    read_top_member(name_begin, name_end);
  }
}

void TasksReader::read_top_member(std::uint64_t name_begin, std::uint64_t name_end) {
  const auto [entry, is_new] = m_names.try_emplace(m_canonical, m_top_members);
  const std::string pointer = pointer_of_name(m_window.bytes(name_begin, name_end));
  need_token(pointer);
  const std::uint64_t value_begin = m_window.offset();
  emit(TasksEventKind::top_member, name_begin, m_top_members++);
  for (DocumentLoss& loss : m_event.losses) loss.json_pointer = pointer;
  scan_canonical(pointer, 1);
  m_event.raw_name = m_window.bytes(name_begin, name_end);
  m_event.value_offset = value_begin;
  if (!is_new) m_event.repeats = entry->second;
  m_state = State::after_member;
}

void TasksReader::begin_tasks_member(std::uint64_t name_begin) {
  const std::uint64_t before = m_tasks_members++;
  m_skipping = !m_is_later && before < m_options.skip_tasks_arrays;
  m_no_array.reset();
  m_state = State::tasks_value;
  if (!m_is_later && before > m_options.skip_tasks_arrays) {
    emit(TasksEventKind::repeated_tasks, name_begin, before);
  }
}

void TasksReader::read_tasks_value() {
  const char token = need_token("/tasks");
  m_window.release();
  const std::uint64_t begin = m_window.offset();
  if (token == '[') {
    take_byte();
    if (!m_is_later) m_ordinal = 0;
    m_state = State::first_element;
    if (m_skipping) {
      emit(TasksEventKind::lost_tasks, begin, m_tasks_members - 1);
    } else if (!m_has_begun || !m_is_later) {
      begin_tasks(begin);
    }
    return;
  }
  json::ScanOptions options;
  options.max_depth = m_options.max_depth;
  static_cast<void>(scan("/tasks", options, nullptr));
  m_state = State::after_member;
  if (m_skipping) {
    emit(TasksEventKind::lost_tasks, begin, m_tasks_members - 1);
    m_event.raw_value = m_window.bytes(begin, m_window.offset());
  } else {
    m_no_array = JsonDamage{begin, "/tasks", "`tasks` is no array"};
  }
}

void TasksReader::begin_tasks(std::uint64_t byte_offset) {
  m_has_begun = m_before.has_tasks = true;
  emit(TasksEventKind::tasks_begin, byte_offset, m_tasks_members - 1);
}

void TasksReader::read_element() {
  const std::string pointer = pointer_of_element(m_ordinal);
  const std::uint64_t gap_begin = m_window.offset();
  const char token = need_token(m_state == State::first_element ? "/tasks" : pointer);
  if (token == ']') {
    if (m_state == State::element) fail(json::ScanFault::trailing_comma, "/tasks");
    end_tasks();
    return;
  }
  const std::uint64_t begin = m_window.offset();
  if (token == '{') note_line(m_window.bytes(gap_begin, begin));
  m_window.release();
  emit(m_skipping ? TasksEventKind::lost_element : TasksEventKind::element, begin, m_ordinal);
  scan_canonical(pointer, 2);
  ++m_ordinal;
  m_state = State::after_element;
}

void TasksReader::end_element() {
  const char token = need_token("/tasks");
  if (token == ']') {
    end_tasks();
    return;
  }
  if (token != ',') fail(json::ScanFault::expected_separator, "/tasks");
  take_byte();
  m_state = State::element;
}

/// A record that was found behind damage stands right at its brace.
void TasksReader::note_line(std::string_view gap) {
  if (m_options.damage == DamagePolicy::refuse || gap.empty()) return;
  const std::size_t line = gap.rfind('\n');
  m_before.indentation.reset();
  if (line != std::string_view::npos) m_before.indentation = gap.substr(line + 1);
}

void TasksReader::end_tasks() {
  if (!m_skipping && m_options.damage == DamagePolicy::refuse)
    emit(TasksEventKind::tasks_end, m_window.offset(), m_ordinal);
  take_byte();
  m_state = State::after_member;
}

void TasksReader::end_member() {
  const char token = need_token("");
  if (token == '}') {
    finish_document();
    return;
  }
  if (token != ',') fail(json::ScanFault::expected_separator, "");
  take_byte();
  m_state = State::name;
}

void TasksReader::finish_document() {
  const std::uint64_t brace = m_window.offset();
  take_byte();
  m_read_end = m_window.offset();
  if (m_no_array) throw *m_no_array;
  if (m_tasks_members == 0 && !m_is_later) {
    // What is salvaged ends here; who is refused looks at the whole.
    const std::uint64_t place = m_options.damage == DamagePolicy::refuse ? m_document_begin : brace;
    throw JsonDamage{place, "", "the top level has no `tasks` array"};
  }
  if (const std::optional<char> token = peek_token()) {
    const std::string_view reason = *token == '\0' ? "NUL bytes stand after the end of the document"
                                                   : "data stands after the end of the document";
    throw JsonDamage{m_window.offset(), "", std::string(reason)};
  }
  m_state = State::end;
}

json::ScanResult TasksReader::scan(const std::string& pointer, json::ScanOptions options,
                                   std::string* canonical) {
  options.input = json::ScanInput::partial;
  json::ScanResult result = json::scan_value(m_window.view(), m_window.position(), options, canonical);
  while (result.status == json::ScanStatus::need_more) {
    // No value of a document touches the end of the input: at least the top level's brace follows.
    if (m_window.fill_for_rescan() == json::InputWindow::Fill::at_end)
      options.input = json::ScanInput::complete;
    result = json::scan_value(m_window.view(), m_window.position(), options, canonical);
    if (result.status == json::ScanStatus::complete && options.input == json::ScanInput::complete) {
      throw JsonDamage{m_window.offset_of(result.end), pointer,
                       std::string(to_text(json::ScanFault::truncated))};
    }
  }
  if (result.status == json::ScanStatus::fault) {
    m_window.set_position(result.fault_offset);
    fail(result.fault, pointer + result.pointer);
  }
  m_window.set_position(result.end);
  return result;
}

/// Scans the value of the event under construction and fills in its texts and losses.
void TasksReader::scan_canonical(const std::string& pointer, unsigned indent_depth) {
  const std::uint64_t begin = m_window.offset();
  json::ScanOptions options;
  options.indent_depth = indent_depth;
  options.max_depth = m_options.max_depth;
  options.copy = json::CanonicalCopy::only_when_different;
  m_canonical.clear();
  const bool lost = m_event.kind == TasksEventKind::lost_element;
  const json::ScanResult result = scan(pointer, options, lost ? nullptr : &m_canonical);
  m_event.raw_value = m_window.bytes(begin, m_window.offset());
  if (lost) return;
  m_event.canonical = result.already_canonical ? m_event.raw_value : std::string_view(m_canonical);
  add_losses(result, pointer);
}

void TasksReader::add_losses(const json::ScanResult& result, const std::string& pointer) {
  for (const json::ScanLoss& loss : result.losses) {
    m_event.losses.push_back(
        {loss.kind, m_window.offset_of(loss.offset), pointer + loss.pointer, loss.raw_text});
  }
}

std::optional<char> TasksReader::peek_token() {
  while (true) {
    const std::string_view view = m_window.view();
    const std::size_t position = json::bytes::skip_space(view, m_window.position());
    m_window.set_position(position);
    if (position < view.size()) return view[position];
    if (m_window.fill() == json::InputWindow::Fill::at_end) return std::nullopt;
  }
}

char TasksReader::need_token(const std::string& pointer) {
  const std::optional<char> token = peek_token();
  if (!token) fail(json::ScanFault::truncated, pointer);
  return *token;
}

/// The position is at the byte that breaks the rule.
void TasksReader::fail(json::ScanFault fault, const std::string& pointer) {
  const std::string_view view = m_window.view();
  const std::size_t position = m_window.position();
  const bool at_nul =
      position < view.size() && view[position] == '\0' && fault != json::ScanFault::control_in_string;
  throw JsonDamage{m_window.offset(), pointer,
                   std::string(at_nul ? "a NUL byte stands in the text" : to_text(fault))};
}

}  // namespace rlmdb::sources
