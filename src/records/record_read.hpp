// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"
#include "records/field_codec.hpp"
#include "records/layout_pool.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// Why an element of `tasks` cannot be a task. A task that only a tree document names has no id.
enum class RecordFault { none, not_an_object, id_not_a_string, no_id };

/// Takes legacy records apart (docs/FORMAT.md, "How a record is taken apart"). Keeps working memory between
/// records; one thread at a time.
class RecordReader {
 public:
  explicit RecordReader(LayoutPool& layouts) : m_layouts(layouts) {}

  /// Fills `record` from `raw`, one element that the scanner accepted. Texts of the record are views of `raw`
  /// or of `arena`; layouts belong to the pool or to `overflow`. On a fault other than `no_id` `record` is
  /// meaningless.
  [[nodiscard]] RecordFault read(std::string_view raw, TextArena& arena, LayoutPool::Overflow& overflow,
                                 TaskRecord& record);

  /// Gives `record` one member of metadata.rlm_state as its only variable, and nothing else. The name stands
  /// in its quotes; texts and layouts as by read().
  void read_variable(std::string_view raw_name, std::string_view raw_value, TextArena& arena,
                     LayoutPool::Overflow& overflow, TaskRecord& record);

 private:
  /// Residue of one row under construction: one JSON object text a level.
  class Residue {
   public:
    void clear();
    void add(Level level, std::string_view name_json, std::string_view raw_value);
    void add_plain(std::string_view name, std::string_view raw_value);
    /// The JSON text, kept in `arena`; empty when nothing was added.
    [[nodiscard]] std::string_view finish(TextArena& arena);

   private:
    std::array<std::string, k_level_count> m_levels;
    std::string m_plain;
    std::string m_text;
  };

  struct Target {
    std::span<Cell> cells;
    Residue& residue;
  };

  LayoutRef intern(Level level, const std::vector<json::Member>& members);
  void read_scalar(const Layout::Member& place, const json::Member& member, Level level, Target target);
  bool read_level(Level level, std::string_view raw, Target target, LayoutRef& layout);
  void read_metadata(std::string_view raw);
  bool read_metadata_object(const Layout::Member& place, const json::Member& member);
  void read_variables(std::string_view raw);
  void read_variable(const json::Member& member);
  void read_variable_object(std::string_view raw_key, VariableRecord& variable);
  void read_checkpoints(std::string_view raw);

  LayoutPool& m_layouts;
  TextArena* m_arena = nullptr;
  LayoutPool::Overflow* m_overflow = nullptr;
  TaskRecord* m_record = nullptr;
  Residue m_residue;
  Residue m_row_residue;
  std::vector<json::Member> m_task_members;
  std::vector<json::Member> m_metadata_members;
  std::vector<json::Member> m_variables;
  std::vector<json::Member> m_members;
  std::vector<json::Member> m_inner_members;
  std::vector<std::string_view> m_elements;
};

}  // namespace rlmdb::records
