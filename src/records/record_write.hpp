// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"
#include "json/member_index.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// Puts records together again (docs/FORMAT.md, "How a record is put together"). Keeps working memory between
/// records; one thread at a time.
class RecordWriter {
 public:
  /// Appends the canonical text of `record`, whose layouts are resolved, laid out for `depth` enclosing
  /// arrays and objects (2 inside a document). Throws rlmdb::Error (corrupt) for residue that is no JSON
  /// object.
  void append(std::string& out, const TaskRecord& record, unsigned depth);

  /// The same from the columns alone, without looking at `verbatim`.
  void append_columns(std::string& out, const TaskRecord& record, unsigned depth);

  /// Appends to `name` and `text` those of one of the variables of `record`, whose layouts are resolved, as
  /// metadata.rlm_state has them.
  void append_variable(std::string& name, std::string& text, const TaskRecord& record,
                       const VariableRecord& variable);

 private:
  /// Residue of one row, taken apart by level.
  class Residue {
   public:
    void read(std::string_view text, std::string_view where);
    /// Raw value of the member `name_json` of `level`, or empty.
    [[nodiscard]] std::string_view find(Level level, std::string_view name_json) const;
    /// Raw value of an entry that belongs to the row as a whole ("key", "element"), or empty.
    [[nodiscard]] std::string_view find_plain(std::string_view name) const;

   private:
    std::array<json::MemberIndex, k_level_count> m_levels;
    std::vector<json::Member> m_entries;
    bool m_empty = true;
  };

  /// One JSON object being written.
  struct Object {
    std::string& out;
    unsigned depth;
    bool empty = true;
    void begin_member(std::string_view name_json);
    void end();
  };

  struct Row {
    std::span<const Cell> cells;
    const Residue& residue;
    const VariableRecord* variable = nullptr;
  };

  void append_level(std::string& out, Level level, const Layout* layout, const Row& row, unsigned depth);
  void append_member(Object& object, Level level, const Layout::Member& member, const Row& row);
  void append_absent(Object& object, Level level, const Field& field, const Row& row);
  void append_scalar(std::string& out, const Field& field, std::string_view raw, const Row& row,
                     unsigned depth);
  void append_object_field(std::string& out, const Field& field, std::string_view raw, const Row& row,
                           unsigned depth);
  [[nodiscard]] bool has_object_field(const Field& field, const Row& row) const;
  void append_variables(std::string& out, unsigned depth);
  void append_name_of(std::string& out, const VariableRecord& variable);
  void append_variable(std::string& out, const VariableRecord& variable, unsigned depth);
  void append_key(std::string& out, const Row& row);
  void append_checkpoints(std::string& out, unsigned depth);

  const TaskRecord* m_record = nullptr;
  TaskRecord m_spoken;  ///< a record without what documents say of it
  Residue m_residue;
  Residue m_row_residue;
  TextArena m_arena;
};

}  // namespace rlmdb::records
