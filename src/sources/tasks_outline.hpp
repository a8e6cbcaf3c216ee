// SPDX-License-Identifier: MIT
/// The bytes of a tasks.json around its records: the file with the inside id of its task in the place of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "json/json_style.hpp"
#include "sources/source_file.hpp"

namespace rlmdb::sources {

/// Made of the records in the order of the file.
class TasksOutlineBuilder {
 public:
  explicit TasksOutlineBuilder(const SourceFile& source) : m_source(source) {}

  /// `task_id`: nullopt where the record is no task here.
  void add(std::uint64_t byte_offset, std::uint64_t byte_count, std::optional<std::int64_t> task_id);
  /// Nothing where it is larger than k_most_kept_bytes, or the file has records that were not added.
  [[nodiscard]] std::optional<std::string> finish();

 private:
  const SourceFile& m_source;
  std::string m_text;
  std::uint64_t m_end = 0;  ///< of the record before
  std::size_t m_records = 0;
  bool m_is_too_large = false;
};

class TasksOutline {
 public:
  using Sink = std::function<void(std::string_view)>;
  using Elements = std::function<void(std::int64_t task_id, std::string_view text)>;

  /// nullopt for a text that is no outline.
  [[nodiscard]] static std::optional<TasksOutline> read(std::string text, const json::TextStyle& style);

  /// Writes the document with the top level and the elements of now, each in the space that it had; a new one
  /// in that of its neighbours. `top_level`: compact, `tasks` as []. Returns false, with nothing written,
  /// where that has no tasks.
  [[nodiscard]] bool write(const Sink& sink, std::string_view top_level,
                           const std::function<void(const Elements& element)>& write_elements) const;

 private:
  struct Space {
    std::string before;
    std::string after;
    bool is_first = false;
    bool is_last = false;
  };

  [[nodiscard]] std::string_view before(const Space* space, bool is_first) const;

  std::string m_around;  ///< the file with an empty list of tasks
  std::unordered_map<std::int64_t, Space> m_spaces;
  std::string m_first;    ///< before the first record
  std::string m_between;  ///< before one that is new
  std::string m_end;      ///< behind the last
  std::string m_empty;    ///< between the brackets where there is no record
  json::TextStyle m_style;
};

}  // namespace rlmdb::sources
