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

/// Variables of a task or a state document, read and written in their rows. One costs itself, whatever else
/// its owner holds. REQUIRES: to write, an open write transaction; an object is given up with it.
class VariableEdit {
 public:
  explicit VariableEdit(db::Connection& connection)
      : m_connection(connection), m_rows(connection), m_children(connection), m_layouts(connection) {}

  /// Whether rows say all of the state of `tasks.id`, so that a variable can be looked for in them. Not where
  /// the whole record is kept as a text, nor where no variable says that there is a state.
  [[nodiscard]] bool has_rows(std::int64_t task_id);
  /// The variable as compact JSON; "" for none.
  [[nodiscard]] std::string find(const records::VariablesOf& owner, std::string_view name);
  [[nodiscard]] std::int64_t count(const records::VariablesOf& owner) { return m_rows.count(owner); }
  /// Gives the variable that find() found under that name another text, compact JSON. False, and nothing
  /// written, where its row would not say that text: then the whole state has to be written.
  [[nodiscard]] bool replace(std::string_view name, std::string_view variable);
  /// Adds one that find() did not find, behind the others. False also where there are none that have places.
  [[nodiscard]] bool add(const records::VariablesOf& owner, std::string_view name, std::string_view variable);
  /// Takes the variable away that find() found.
  void remove() { m_rows.remove(m_found); }
  /// The rows become those of `state`, the compact text of an object; anything else has none. A variable
  /// whose columns would not say its text is kept whole, as a bare value.
  void replace_all(const records::VariablesOf& owner, std::string_view state);
  /// Rows of `layouts` written so far.
  [[nodiscard]] std::uint64_t layouts_added() const noexcept { return m_layouts.added(); }

 private:
  /// Makes it the only variable of m_record. False where its row would not say the text. The name stands in
  /// its quotes.
  [[nodiscard]] bool read(std::string_view raw_name, std::string_view variable);
  /// The same with a row that says any text.
  void read_whole(std::string_view raw_name, std::string_view variable);
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
  std::int64_t m_found = 0;  ///< variables.id; 0: find() found none
};

}  // namespace rlmdb::variables
