// SPDX-License-Identifier: MIT
#include "sources/tasks_text.hpp"

#include <algorithm>

#include "json/json_layout.hpp"
#include "json/json_parts.hpp"
#include "rlmdb/error.hpp"
#include "sources/canonical_document.hpp"
#include "sources/import_rows.hpp"
#include "sources/source_text.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::uint64_t k_beginning_bytes = 64 * 1024;
constexpr std::uint64_t k_end_bytes = 4096;

/// White space behind the last brace.
std::string suffix_of(const SourceFile& source) {
  const std::uint64_t bytes = std::min(k_end_bytes, source.bytes);
  const std::string end = source.read_at(source.bytes - bytes, bytes);
  const std::size_t brace = end.rfind('}');
  return brace == std::string::npos ? std::string() : end.substr(brace + 1);
}

std::string indentation_of_records(const json::TextStyle& style) {
  return style.newline.empty() ? std::string() : style.indent + style.indent;
}

void append_in_style(std::string& out, const json::TextStyle& style, std::string_view canonical) {
  std::string compact;
  json::append_compact(compact, canonical);
  json::make_room(out, compact.size());
  json::append_styled(out, compact, style, indentation_of_records(style));
}

Error damaged(std::int64_t task_id) {
  return Error(ErrorCode::corrupt, "the text of a record is damaged",
               "source_records of the task with the inside id " + std::to_string(task_id),
               "something else than rlmdb changed it; import the file again, or restore a backup");
}

void require_record(std::int64_t task_id, std::string_view text) {
  if (!text.starts_with('{') || !json::is_document(text)) throw damaged(task_id);
}

}  // namespace

json::TextStyle style_of_tasks(const SourceFile& source) {
  json::TextStyle style =
      json::style_of_beginning(source.read_at(0, std::min(k_beginning_bytes, source.bytes)));
  style.suffix = suffix_of(source);
  return style;
}

bool gives_record(const json::TextStyle& style, std::string_view raw, std::string_view canonical,
                  std::string& scratch) {
  static const json::TextStyle k_canonical;
  if (style.has_layout_of(k_canonical)) return raw == canonical;
  scratch.clear();
  append_in_style(scratch, style, canonical);
  return raw == scratch;
}

TasksText::TasksText(db::Connection& connection) : m_records(connection) {
  const auto source = ImportRows(connection).newest_tasks_source();
  if (auto written = source ? find_written(connection, *source) : std::nullopt) {
    m_style = std::move(written->style);
    if (!written->text.empty()) m_outline = TasksOutline::read(std::move(written->text), m_style);
    m_is_canonical = m_style == json::TextStyle{} && !m_outline;
  }
  m_has_records = m_records.has_any();
  m_is_canonical = m_is_canonical && !m_has_records;
}

void TasksText::write(
    const TasksOutline::Sink& sink, std::string_view top_level, const std::optional<std::string>& updated_at,
    const std::function<void(const TasksOutline::Elements& element)>& write_elements) const {
  if (m_outline && m_outline->write(sink, top_level_at(top_level, updated_at), write_elements)) return;
  CanonicalDocument document(sink, m_style);
  write_document(document, top_level, updated_at, [&](const auto& element) {
    write_elements([&element](std::int64_t, std::string_view text) { element(text); });
  });
}

std::function<std::optional<std::string>(std::int64_t)> TasksText::kept_texts() {
  if (!m_has_records) return nullptr;
  return [this](std::int64_t task_id) { return m_records.find(task_id); };
}

std::string_view TasksText::element(std::int64_t task_id, std::string_view canonical,
                                    std::optional<std::string_view> kept) {
  static const json::TextStyle k_canonical;
  if (!kept && m_style.has_layout_of(k_canonical)) return canonical;
  m_text.clear();
  if (!kept) {
    append_in_style(m_text, m_style, canonical);
    return m_text;
  }
  require_record(task_id, *kept);
  std::string compact;
  json::append_compact(compact, canonical);
  return m_text = json::rewritten(*kept, compact, m_style);
}

void require_readable_records(db::Connection& connection) {
  SourceRecordRows(connection).for_each(require_record);
}

}  // namespace rlmdb::sources
