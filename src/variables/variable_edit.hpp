// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/layout_catalog.hpp"
#include "records/layout_pool.hpp"
#include "records/record_children.hpp"
#include "records/record_read.hpp"
#include "records/record_write.hpp"
#include "records/text_arena.hpp"
#include "records/variable_rows.hpp"

namespace rlmdb::variables {

/// One variable of a task, read and written in its row. It costs that variable, whatever else the record
/// holds. REQUIRES: to write, an open write transaction; an object is given up with it.
class VariableEdit {
 public:
  explicit VariableEdit(db::Connection& connection)
      : m_connection(connection), m_rows(connection), m_children(connection), m_layouts(connection) {}

  /// Whether rows say all of the state of `tasks.id`, so that a variable can be looked for in them. Not where
  /// the whole record is kept as a text, nor where no variable says that there is a state.
  [[nodiscard]] bool has_rows(std::int64_t task_id);
  /// The variable as compact JSON; "" for none. `name` is one that new variables may have: its column is the
  /// name.
  [[nodiscard]] std::string find(std::int64_t task_id, std::string_view name);
  [[nodiscard]] std::int64_t count(std::int64_t task_id) { return m_rows.count(task_id); }
  /// Gives the variable that find() found another text, compact JSON. False, and nothing written, where its
  /// row would not say that text: then the record's has to change.
  [[nodiscard]] bool replace(std::int64_t task_id, std::string_view name, std::string_view variable);
  /// Adds one that find() did not find, behind the others. False also where the others have no places.
  [[nodiscard]] bool add(std::int64_t task_id, std::string_view name, std::string_view variable);

 private:
  /// Makes it the only variable of m_record. False where its row would not say the text.
  [[nodiscard]] bool read(std::string_view name, std::string_view variable);
  /// `name` and `text` as the only variable of m_record has them.
  void write(std::string& name, std::string& text);

  db::Connection& m_connection;
  records::VariableRows m_rows;
  records::RecordChildren m_children;
  records::LayoutCatalog m_layouts;
  records::LayoutPool m_pool;
  records::LayoutPool::Overflow m_overflow;
  records::RecordReader m_reader{m_pool};
  records::RecordWriter m_writer;
  records::TextArena m_arena;
  records::TaskRecord m_record;
};

}  // namespace rlmdb::variables
