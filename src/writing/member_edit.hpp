// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::writing {

/// A record as members, to change and to write over its rows. An output that stands in chunks is neither read
/// nor written where nobody asks for it: a change costs nothing of it.
class MemberEdit {
 public:
  MemberEdit(TaskWriter& writer, const records::TaskHead& head);

  MemberEdit(const MemberEdit&) = delete;
  MemberEdit& operator=(const MemberEdit&) = delete;

  /// The canonical value of the member `raw_name`, which has its quotes; nullopt where there is none. Lives
  /// until anything is put.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view raw_name);
  /// A member that is there keeps its place, a new one comes last. `value` is canonical.
  void put(const std::string& raw_name, std::string value);
  void set_state(TaskState state);
  /// The record as its rows have had it so far, and as write() has written them.
  [[nodiscard]] const records::TaskRecord& before() { return m_writer.texts().record(); }
  [[nodiscard]] const records::TaskRecord& after() { return m_writer.records().record(); }

  /// Writes the record, its event and the previous value of every member that has changed.
  [[nodiscard]] ChangeResult write(const Cause& cause);
  /// The same where the caller, given the event's sequence number, keeps the previous values.
  [[nodiscard]] ChangeResult write(const Cause& cause,
                                   const std::function<void(std::int64_t event_seq)>& keep_previous);

 private:
  /// Canonical JSON; "" for what was not there.
  struct Member {
    std::string raw_name;     ///< with quotes
    std::string_view before;  ///< in the record as it was
    std::optional<std::string> put = {};

    [[nodiscard]] std::string_view value() const { return put ? std::string_view(*put) : before; }
  };

  void read(records::Chunks chunks);
  [[nodiscard]] Member* place_of(std::string_view raw_name);
  /// From here on the output is a member like the others.
  void join_output(Member& output);
  [[nodiscard]] std::string text() const;
  void replace(const records::RecordOrigin& origin);

  TaskWriter& m_writer;
  const records::TaskHead& m_head;
  bool m_has_chunks;     ///< that stay as they are
  std::string m_record;  ///< as it was, compact
  std::string m_output;  ///< as it was, where it stood in chunks
  std::vector<Member> m_members;
  std::string m_text;  ///< as it was written
  std::string m_state;
};

}  // namespace rlmdb::writing
