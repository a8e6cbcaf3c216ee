// SPDX-License-Identifier: MIT
/// How a tasks.json is written: the habits of its writer, and the records that these do not give back.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "json/json_style.hpp"
#include "sources/source_file.hpp"
#include "sources/source_record_rows.hpp"
#include "sources/tasks_outline.hpp"

namespace rlmdb::sources {

/// The habits by the file's first and last bytes. Canonical ones for a file that they cannot be told of.
[[nodiscard]] json::TextStyle style_of_tasks(const SourceFile& source);

/// Whether the habits give a record of `tasks` its bytes. `canonical`: laid out for depth 2. `scratch` is
/// overwritten.
[[nodiscard]] bool gives_record(const json::TextStyle& style, std::string_view raw,
                                std::string_view canonical, std::string& scratch);

/// The records as the tasks.json that came in last has them, with the values of now.
class TasksText {
 public:
  /// Error corrupt where the style cannot be read.
  explicit TasksText(db::Connection& connection);

  [[nodiscard]] const json::TextStyle& style() const noexcept { return m_style; }
  /// Writes the document, of which `write_elements` gives the records of now with the inside ids of their
  /// tasks, each as element() has it. `top_level` and `updated_at` as write_document() takes them.
  void write(const TasksOutline::Sink& sink, std::string_view top_level,
             const std::optional<std::string>& updated_at,
             const std::function<void(const TasksOutline::Elements& element)>& write_elements) const;
  /// Nothing is kept: every document is in canonical bytes.
  [[nodiscard]] bool is_canonical() const noexcept { return m_is_canonical; }
  /// What is kept of a record, with SELECT: for element(), and for the thread that reads the record. nullptr:
  /// nothing is kept of any.
  [[nodiscard]] std::function<std::optional<std::string>(std::int64_t task_id)> kept_texts();
  /// An element of `tasks`, without the connection. `canonical`: laid out for depth 2; `kept`: what
  /// kept_texts() said of it. The result is valid until the next call. Error corrupt where `kept` is no record.
  [[nodiscard]] std::string_view element(std::int64_t task_id, std::string_view canonical,
                                         std::optional<std::string_view> kept);

 private:
  SourceRecordRows m_records;
  json::TextStyle m_style;
  std::optional<TasksOutline> m_outline;
  bool m_has_records = false;
  bool m_is_canonical = true;
  std::string m_text;
};

/// Error corrupt where a kept text is no record.
void require_readable_records(db::Connection& connection);

}  // namespace rlmdb::sources
