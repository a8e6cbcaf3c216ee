// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::writing {

/// A record as members, to change and to write over its rows.
class MemberEdit {
 public:
  MemberEdit(TaskWriter& writer, const records::TaskHead& head);

  /// The canonical value of the member `raw_name`, which has its quotes; nullptr where there is none.
  [[nodiscard]] const std::string* find(std::string_view raw_name) const;
  /// A member that is there keeps its place, a new one comes last. `value` is canonical.
  void put(const std::string& raw_name, std::string value);
  void set_state(TaskState state);
  /// The record as it is with what was put so far: compact canonical text.
  [[nodiscard]] std::string text() const;

  /// Writes the record, its event and the previous value of every member that has changed.
  [[nodiscard]] ChangeResult write(const Cause& cause);
  /// The same where the caller, given the event's sequence number, keeps the previous values.
  [[nodiscard]] ChangeResult write(const Cause& cause,
                                   const std::function<void(std::int64_t event_seq)>& keep_previous);

 private:
  using NamedJson = std::pair<std::string, std::string>;  ///< raw name with quotes, canonical value

  static std::vector<NamedJson> members_of(const std::string& record);

  TaskWriter& m_writer;
  const records::TaskHead& m_head;
  std::string m_before;
  std::vector<NamedJson> m_members;
  std::string m_state;
};

}  // namespace rlmdb::writing
