// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "records/layout_pool.hpp"
#include "records/newest_rules.hpp"
#include "records/record_read.hpp"
#include "records/store_id_text.hpp"
#include "records/text_arena.hpp"
#include "sources/import_rows.hpp"
#include "sources/reissued_rows.hpp"
#include "sources/source_reader.hpp"

namespace rlmdb::imports {

/// A task as it is here, for a record of the source that goes by its id.
struct TaskHere {
  const records::TaskRecord& record;
  std::string_view text;   ///< canonical, as an element of `tasks`
  std::int64_t import_id;  ///< 0: made here
  bool is_changed_here;    ///< since it came in
  bool is_as_in_source;    ///< before that change it was what the source has
  std::string against;     ///< path of the source it came from; "" for one made here
};

/// What an import does with records that other copies of the same store have too (docs/decisions/033), and
/// with those that are here under another id since an earlier such import.
class CopyMerge {
 public:
  CopyMerge(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options,
            SourceReport& report);

  /// Whether the ids of the source's records here have to be known before the first is written: others may
  /// name them. foresee() is then called for each record.
  [[nodiscard]] bool looks_ahead() const noexcept { return is_on() || m_has_reissued; }
  /// The id that an earlier import gave the record; "" where it goes by its own.
  [[nodiscard]] std::string known_id(const records::TaskRecord& record);
  /// The record will go by `new_id` here, its own or another.
  void foresee(const records::TaskRecord& record, std::string_view new_id);
  /// The id that was foreseen for a record of the id `old_id`; "" where there is none.
  [[nodiscard]] std::string_view foreseen_id(std::string_view old_id) const {
    return m_followed.find(old_id);
  }
  /// Gives a record that is here under another id that id, and what it names the ids that those go by here.
  /// False: it stays as the source has it.
  [[nodiscard]] bool rename_known(sources::SourceRecord& source);
  /// True where the record here names the ids as the source does, though those go by others here: another
  /// copy has that record too, and nothing says which of the two it means.
  [[nodiscard]] bool names_unclear(const util::Digest128& here) const {
    return m_unfollowed && *m_unfollowed == here;
  }
  /// The source's text of a record with the ids that its references go by here.
  [[nodiscard]] std::string followed_text(std::string_view text) const {
    return m_followed.text(std::string(text));
  }
  /// Whether the newest state counts.
  [[nodiscard]] bool is_on() const noexcept { return m_options.copies == Copies::newest; }
  /// Whether two records of one id may both be kept: of copies, and of one damaged file, which may be several
  /// documents.
  [[nodiscard]] bool may_keep_both(bool are_of_one_source) const noexcept {
    return is_on() || (are_of_one_source && m_options.damage == Damage::salvage);
  }
  /// True where the two were made at different times: the id was issued twice.
  [[nodiscard]] static bool is_another(const records::TaskRecord& source, const records::TaskRecord& here);
  /// Gives the record the free id `new_id`, apart from the one that is here. remember() follows.
  void rename(sources::SourceRecord& source, const std::string& new_id, std::string_view against);
  /// The record that was renamed last is the task `task_id`.
  void remember(const records::TaskRecord& record, std::int64_t task_id);
  /// Whether the source's state of the record takes the place of the one here; reports it.
  [[nodiscard]] bool is_newer(const sources::SourceRecord& source, const TaskHere& here);

  /// Store ids of the source, and those its records go by here.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& renamed() const noexcept {
    return m_renamed;
  }

 private:
  struct Judgement {
    bool is_newer = false;
    std::string_view rule;
  };

  [[nodiscard]] Judgement judge(const sources::SourceRecord& source, const TaskHere& here);
  [[nodiscard]] std::string canonical_text(const sources::SourceRecord& source) const;
  /// Reads the record anew from its text, with references that are followed and `new_id` for its own.
  void read_anew(sources::SourceRecord& source, const std::string& new_id);
  [[nodiscard]] const std::string& modified_at(std::int64_t import_id);

  const sources::SourceFile& m_source;
  const ImportOptions& m_options;
  SourceReport& m_report;
  sources::ImportRows m_imports;
  sources::ReissuedRows m_reissued;
  const bool m_has_reissued;
  const std::string m_modified_at;
  records::FollowedIds m_followed;
  std::optional<util::Digest128> m_unfollowed;  ///< of the last record, where its references were followed
  records::TextArena m_arena;
  records::LayoutPool m_pool;
  records::LayoutPool::Overflow m_overflow;
  records::RecordReader m_reader{m_pool};
  std::unordered_map<std::int64_t, std::string> m_times;
  std::vector<std::pair<std::string, std::string>> m_renamed;
};

}  // namespace rlmdb::imports
