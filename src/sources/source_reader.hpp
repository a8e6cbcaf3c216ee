// SPDX-License-Identifier: MIT
/// Reads a legacy tasks.json into batches of records on a thread of its own, and makes on the way the digests
/// that the proof is held against: of the source's bytes and of its canonical bytes, from lexemes alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "records/layout_pool.hpp"
#include "records/record.hpp"
#include "records/record_read.hpp"
#include "records/record_write.hpp"
#include "records/text_arena.hpp"
#include "sources/canonical_document.hpp"
#include "sources/import_rows.hpp"
#include "sources/source_file.hpp"
#include "sources/tasks_json_read.hpp"
#include "util/bounded_queue.hpp"
#include "util/digest128.hpp"
#include "util/twin_sha256.hpp"

namespace rlmdb::sources {

/// What a first reading of the whole source has found out, where one pass is not enough: something later in
/// the file takes the place of something earlier.
struct Foresight {
  /// Where an element stands in the source.
  struct Span {
    std::uint64_t ordinal = 0;
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
  };
  struct TopMember {
    std::uint64_t last_ordinal = 0;
    std::string raw_value;
  };
  std::size_t skip_tasks_arrays = 0;
  std::unordered_map<std::uint64_t, Span> replaced;        ///< first ordinal of an id -> its last occurrence
  std::unordered_set<std::uint64_t> dropped;               ///< later ordinals of the same ids
  std::unordered_set<std::uint64_t> last;                  ///< of all of these, the ones whose value counts
  std::unordered_map<std::uint64_t, TopMember> top_level;  ///< first ordinal of a name -> its last value

  /// True when one pass is enough.
  [[nodiscard]] bool empty() const noexcept;
};

/// Thrown by a reader without foresight that meets a repeated top-level member or a second `tasks`.
struct NeedsForesight {};

/// Of a repeated id the last occurrence: ordinal, offset and size say where that stands.
struct SourceRecord {
  records::TaskRecord record;
  std::uint64_t ordinal = 0;
  std::uint64_t byte_offset = 0;
  std::uint64_t byte_count = 0;
  util::Digest128 digest{};  ///< of the canonical text
  std::string_view
      source_text{};  ///< as it stands in the source, where the style does not give that; "": it does
  std::uint64_t oddities =
      0;  ///< members that are not as the schemas have them; a tree's id in the first record that has it
};

struct KeptVerbatim {
  std::uint64_t ordinal = 0;
  std::uint64_t byte_offset = 0;
};

/// A record with more of something than the schema has: all of it is taken.
struct BeyondLimits {
  std::uint64_t ordinal = 0;
  std::uint64_t byte_offset = 0;
  std::string pointer;  ///< inside the record
  std::string size;     ///< as schemas::text_of_size() has it
};

/// A record with neither a state nor a prompt: no verb can say what is to be done, nor whether it is done.
struct NoWork {
  std::uint64_t ordinal = 0;
  std::uint64_t byte_offset = 0;
};

/// Everything that the texts of its records need lives here.
struct Batch {
  records::TextArena arena{records::TextArena::k_batch_bytes};
  records::LayoutPool::Overflow overflow;
  std::vector<SourceRecord> records;
  std::vector<KeptText> rejects;
  std::vector<KeptText> losses;
  std::vector<KeptVerbatim> verbatim;
  std::vector<BeyondLimits> beyond_limits;
  std::vector<NoWork> no_work;
  std::size_t text_bytes = 0;
};

/// Where a salvaged document is damaged, and the bytes that are passed over there.
struct PassedOver {
  JsonDamage damage;
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

/// Known once the source is read to the end.
struct SourceDigests {
  std::string sha256;
  std::string canonical_sha256;
  std::string top_level;  ///< canonical compact JSON object, `tasks` as []
  std::uint64_t records_read = 0;
  std::vector<PassedOver> damages;  ///< ascending; empty where the document is whole
};

/// `checked`: every record is put together again while it is read, and kept verbatim where that gives other
/// bytes. `proved`: the caller's proof finds such records, all at once and for less.
enum class Rebuild { checked, proved };

struct SourceReaderOptions {
  Rebuild rebuild = Rebuild::proved;
  unsigned max_depth = 1000;
  const std::atomic<bool>* cancelled = nullptr;  ///< asked within a record, too
  DamagePolicy damage = DamagePolicy::refuse;
  const Foresight* foresight = nullptr;
  std::size_t skip_tasks_arrays = 0;  ///< where there is no foresight yet
  /// Records that the canonical bytes leave out, by ordinal; may be null.
  const std::unordered_set<std::uint64_t>* left_out = nullptr;
  /// Of the source's writer: finds the records that it does not give back. May be null: none are looked for.
  const json::TextStyle* style = nullptr;
  /// Collects repeated top-level members instead of throwing NeedsForesight; may be null.
  Foresight* collect = nullptr;
};

/// Owns the reading thread. Destruction stops it.
class SourceReader {
 public:
  SourceReader(const SourceFile& source, const SourceReaderOptions& options);
  SourceReader(const SourceReader&) = delete;
  SourceReader& operator=(const SourceReader&) = delete;
  ~SourceReader();

  /// The next batch; nullptr at the end. Rethrows what stopped the reading thread: legacy::JsonDamage,
  /// NeedsForesight, rlmdb::Error.
  [[nodiscard]] std::unique_ptr<Batch> next();
  /// REQUIRES: next() has given nullptr.
  [[nodiscard]] const SourceDigests& digests() const noexcept { return m_digests; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return m_bytes_read; }

 private:
  /// Where the document's `tasks` are: still to come, their place passed but not their value, being read,
  /// done.
  enum class TasksPlace { ahead, held, open, written };

  void run();
  void read_document();
  void place_tasks();
  void end_tasks();
  void write_top_member(std::string_view raw_name, std::string_view canonical);
  void read_top_member(const TasksEvent& event);
  [[nodiscard]] const std::string* later_value(std::uint64_t ordinal) const;
  void read_element(const TasksEvent& event);
  void take_record(std::string_view raw, std::string_view canonical, const Foresight::Span& span);
  void count_oddities(SourceRecord& record, std::string_view raw);
  void keep_verbatim_if_needed(SourceRecord& record, std::string_view raw, std::string_view canonical);
  void add_losses(const std::vector<DocumentLoss>& losses);
  void add_loss(std::uint64_t offset, std::string pointer, std::string_view code, std::string_view raw);
  void append_top_level(std::string_view raw_name, std::string_view raw_value);
  void hand_over_when_full();
  void hand_over();

  const SourceFile& m_source;
  SourceReaderOptions m_options;
  records::LayoutPool m_layouts;
  records::RecordReader m_record_reader{m_layouts};
  records::RecordWriter m_record_writer;
  CanonicalDocument m_canonical;
  util::TwinSha256 m_sha256;
  bool m_is_canonical_style;
  SourceDigests m_digests;
  TasksPlace m_tasks = TasksPlace::ahead;
  std::vector<std::pair<std::string, std::string>> m_waiting;  ///< name as spelt, canonical value
  std::unique_ptr<Batch> m_batch;
  std::string m_scratch;
  std::unordered_set<std::string> m_trees;  ///< with odd ids
  std::atomic<std::uint64_t> m_bytes_read = 0;
  util::BoundedQueue<std::unique_ptr<Batch>> m_batches{3};
  std::thread m_thread;
};

}  // namespace rlmdb::sources
