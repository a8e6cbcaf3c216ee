// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "db/meta_rows.hpp"
#include "events/event_rows.hpp"
#include "imports/copy_merge.hpp"
#include "records/layout_catalog.hpp"
#include "records/record_children.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "records/task_rows.hpp"
#include "sources/import_plan.hpp"
#include "sources/import_rows.hpp"
#include "sources/removed_rows.hpp"
#include "sources/source_record_rows.hpp"
#include "variables/value_files.hpp"

namespace rlmdb::imports {

/// Writes the records of one source. REQUIRES: an open write transaction, which the caller commits or gives
/// up.
class ImportApply {
 public:
  ImportApply(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options,
              const sources::Foresight* foresight, SourceReport& report);

  /// Whether the source is to be read once for foresee() before it is read for apply().
  [[nodiscard]] bool looks_ahead() const noexcept { return m_first_id > 1 && m_copies.looks_ahead(); }
  /// Decides which of the records get another id here.
  void foresee(const sources::Batch& batch);
  /// Writes what the batch holds. Throws Error conflict by `on_conflict`, NeedsForesight for an id that the
  /// source repeats, where there is none.
  void apply(sources::Batch& batch);
  /// Puts rows whose records the source has moved into the source's order.
  void put_in_order();
  /// Writes the import's own row and the counters.
  void finish(const sources::SourceDigests& digests, std::string_view canonical_sha256,
              sources::ProofState proof);
  /// Fills the counts of rows that the source no longer has, and of rows a table.
  void count_rest();

  [[nodiscard]] std::int64_t import_id() const noexcept { return m_import_id; }
  [[nodiscard]] std::int64_t event_seq() const noexcept { return m_event_seq; }
  /// Records of the source that the database holds otherwise, or left out, on purpose; by ordinal.
  [[nodiscard]] const std::unordered_set<std::uint64_t>& kept() const noexcept { return m_kept; }
  /// Of kept() those whose state in the source is nowhere here.
  [[nodiscard]] std::uint64_t kept_back() const noexcept { return m_kept_back; }
  /// What stands for the source in every source_path.
  [[nodiscard]] const std::string& known_as() const noexcept { return m_path; }
  /// Store ids of the source, and those that these records go by here; they are among kept().
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& renamed() const noexcept {
    return m_copies.renamed();
  }
  /// Records that name, as both copies do, what is two records here; by ordinal.
  [[nodiscard]] const std::unordered_set<std::uint64_t>& unclear() const noexcept { return m_unclear; }
  /// The source's text of a record with the ids that its references go by here.
  [[nodiscard]] std::string followed_text(std::string_view text) const {
    return m_copies.followed_text(text);
  }
  /// True when every record of the source became a new row: they are all rows from first_id() on.
  [[nodiscard]] bool only_new() const noexcept { return !m_met_existing; }
  [[nodiscard]] std::int64_t first_id() const noexcept { return m_first_id; }
  /// tasks.id of records that the source has with references to files of their values.
  [[nodiscard]] const std::unordered_set<std::int64_t>& referring() const noexcept { return m_referring; }
  [[nodiscard]] const variables::ValueFiles& value_files() const noexcept { return m_value_files; }
  /// tasks.id of every record that is not kept, in the order of the source; empty while only_new().
  [[nodiscard]] const std::vector<std::int64_t>& ids_in_order() const noexcept { return m_ids; }

 private:
  enum class Decision { unchanged, same_here, update, keep };

  void apply_record(sources::SourceRecord& source);
  [[nodiscard]] bool stays_removed(const records::TaskRecord& record);
  void insert_children(const records::TaskRecord& record);
  [[nodiscard]] bool insert_new(sources::SourceRecord& source);
  void update_known(sources::SourceRecord& source);
  void update_or_keep(sources::SourceRecord& source, const records::TaskKey& key);
  void keep_both(sources::SourceRecord& source, const records::TaskKey& key);
  [[nodiscard]] std::string foreseen_id(const records::TaskRecord& record);
  [[nodiscard]] std::string free_id();
  void leave_out(std::uint64_t ordinal);
  void start_order();
  /// One that keeps back what the source has.
  [[nodiscard]] Decision count_kept_back(Decision decision);
  [[nodiscard]] Decision decide_newest(const sources::SourceRecord& source, const records::TaskKey& key,
                                       const util::Digest128& here);
  [[nodiscard]] Decision decide(const sources::SourceRecord& source, const records::TaskKey& key);
  /// Of the record as it is here, in the form that the source or its last import has: with its values, or
  /// with references to files that have them.
  [[nodiscard]] util::Digest128 digest_here(const sources::SourceRecord& source, const records::TaskKey& key);
  [[nodiscard]] Decision resolve_conflict(const sources::SourceRecord& source, const records::TaskKey& key,
                                          bool is_ours);
  void update(sources::SourceRecord& source, const records::TaskKey& key);
  /// How the record stands in its source, where the style does not say.
  void keep_source_text(const sources::SourceRecord& source, std::int64_t task_id);
  [[nodiscard]] const std::string& path_of(std::int64_t import_id);
  /// Where that source lies now.
  [[nodiscard]] std::string shown_path_of(std::int64_t import_id);

  db::Connection& m_connection;
  const sources::SourceFile& m_source;
  sources::SourceRecordRows m_texts;
  bool m_has_texts;    ///< some are kept since earlier
  std::string m_path;  ///< what the source is known as
  const ImportOptions& m_options;
  const sources::Foresight* m_foresight;  ///< nullptr: the source was not read beforehand
  SourceReport& m_report;
  records::TaskRows m_tasks;
  records::TaskHeads m_heads;
  records::RecordChildren m_children;
  sources::ImportRows m_imports;
  events::EventRows m_events;
  db::MetaRows m_meta;
  sources::RemovedRows m_removed;
  const bool m_has_removed;
  records::LayoutCatalog m_layouts;
  records::RecordTextFinder m_finder;
  records::RecordWriter m_writer;
  CopyMerge m_copies;
  const variables::ValueFiles m_value_files;  ///< as they were before the import

  struct RowCounts {
    std::uint64_t tasks = 0;
    std::uint64_t nodes = 0;
    std::uint64_t variables = 0;
    std::uint64_t checkpoints = 0;
  } m_rows;  ///< written so far
  std::int64_t m_import_id = 0;
  std::int64_t m_event_seq = 0;
  std::int64_t m_next_id = 0;
  std::int64_t m_first_id = 0;
  std::int64_t m_next_number = 0;
  bool m_met_existing = false;
  std::vector<std::int64_t> m_ids;
  std::unordered_set<std::int64_t> m_seen;
  std::unordered_set<std::int64_t> m_referring;
  std::unordered_set<std::uint64_t> m_kept;
  std::unordered_set<std::uint64_t> m_unclear;
  std::unordered_map<std::int64_t, std::string> m_paths;
  std::uint64_t m_kept_back = 0;
  std::uint64_t m_seen_of_source = 0;
};

}  // namespace rlmdb::imports
