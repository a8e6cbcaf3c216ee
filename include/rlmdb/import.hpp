// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/dry_run.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/record_counts.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// What to do when a record changed here and in the source since the last import, or belongs to another
/// source.
enum class OnConflict { fail, skip, newer, replace };
enum class BadRecords { refuse, quarantine };
enum class LossPolicy { warn, refuse };      ///< `--strict` is refuse
enum class Damage { refuse, salvage };       ///< `--salvage` reads every complete record of a damaged file
enum class Proof { required, skipped };      ///< `--no-prove` is skipped
enum class LiveSource { refuse, snapshot };  ///< `--live` is snapshot
enum class AfterRefusal { stop, keep_going };
/// `--merge newest` is newest: tasks.json sources are copies of one store, as the database is; of a record
/// that several of them have the newest state counts (docs/decisions/033).
enum class Copies { apart, newest };

/// Called about five times a second on the importing thread while a source is read, written or proved, and
/// before each wait of LiveSource::snapshot.
struct ImportProgress {
  std::string path;
  std::string phase;  ///< "wait", "read", "write", "prove"
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
  std::uint64_t records_done = 0;
  std::chrono::milliseconds elapsed{0};
  std::uint64_t files = 0;            ///< "wait": so many live files are waited for; `path` is the first
  std::chrono::milliseconds left{0};  ///< "wait": it is over after that at the latest
};

struct ImportOptions {
  StoreOptions store;
  OnConflict on_conflict = OnConflict::fail;
  BadRecords bad_records = BadRecords::refuse;
  LossPolicy losses = LossPolicy::warn;
  Damage damage = Damage::refuse;
  Proof proof = Proof::required;
  LiveSource live = LiveSource::refuse;
  AfterRefusal after_refusal = AfterRefusal::stop;
  Run run = Run::apply;
  unsigned max_depth = 1000;                            ///< deeper nesting is refused with its offset
  std::function<void(const ImportProgress&)> progress;  ///< may be empty
  const std::atomic<bool>* cancelled = nullptr;  ///< set it (e.g. on SIGINT) to stop; nothing stays behind
  Copies copies = Copies::apart;                 ///< newest decides where on_conflict would be asked
};

/// What the rows give back of a source.
enum class Proven {
  identical,  ///< the bytes of the file
  complete,   ///< all that the file says; an export writes it otherwise, or some of it was changed or removed
              ///< here
  partial,    ///< all of it but `left_out`
  nothing     ///< none of it is in
};

struct ProofResult {
  Proven proven = Proven::nothing;
  /// Records of the file that are not in the database: rejected, or kept back by on_conflict or copies. An
  /// export over the file needs force, and keeps it as `.bak`.
  std::uint64_t left_out = 0;
  std::string sha256;  ///< of the canonical bytes of what was compared, hex; "" where nothing was

  [[nodiscard]] bool identical() const noexcept { return proven == Proven::identical; }
};

/// Bytes of a damaged file out of which nothing could be read. What is outside of all ranges was read.
struct UnreadableRange {
  std::uint64_t begin = 0;  ///< in the file, from 0
  std::uint64_t bytes = 0;
  std::string reason;  ///< one English clause
};

/// What Copies::newest decided about a record that was here already in another state, or whose id another
/// record has.
struct CopyDecision {
  std::string task_id;  ///< its id in the source: a text, that record may have another one here
  /// "taken": its state took the place of the one here; "older": the one here stayed; "reissued": another
  /// record has its id, and it is kept under `new_id`
  std::string decision;
  std::string reason;   ///< which rule decided: one English clause
  std::string against;  ///< the source that the other state or record came from; "" for one made here
  std::optional<TaskId> new_id;  ///< reissued: its store id here
};

struct SourceReport {
  std::string path;  ///< as given
  /// "tasks-json", "tree-json", "node-json", "state-json", "checkpoint-json", "value-json", "history-jsonl",
  /// "loop-json", "workflow-json", "kept-json", "kept-text"
  std::string kind;
  std::string sha256;  ///< of the file's bytes, hex
  std::uint64_t bytes = 0;
  RecordCounts records;
  std::uint64_t brought_back = 0;               ///< of the new records, those that had been removed here
  std::map<std::string, std::uint64_t> tables;  ///< rows written a table, by this source
  bool already_imported = false;
  std::optional<ProofResult> proof;  ///< absent with --no-prove, --dry-run, already_imported and damage
  std::vector<Finding> warnings;     ///< the first 1,000; `warning_count` says how many there are
  std::uint64_t warning_count = 0;
  std::uint64_t loss_count = 0;  ///< of the warnings, texts that JSON's own reading drops (import_losses)
  /// Members of the source that are not as the schemas have them: never refused, kept as they are. `verify`
  /// lists those that are in the database, a tree's id once. 0 where the source is already_imported.
  std::uint64_t oddity_count = 0;
  std::uint64_t no_work_count = 0;  ///< records with neither a state nor a prompt, each a warning `no_work`
  std::vector<Finding> rejects;     ///< the first 1,000; `records.rejected` says how many there are
  std::optional<Error> error;       ///< with keep_going: why this source was refused; nothing of it is in
  std::vector<UnreadableRange> unreadable;  ///< by Damage::salvage: the first 1,000, ascending
  std::uint64_t unreadable_count = 0;       ///< of all
  std::uint64_t unreadable_bytes = 0;       ///< of all; with the bytes that were read they are the file
  bool is_salvaged = false;                 ///< the file is damaged: what is in is not all of it
  std::vector<CopyDecision> decisions;      ///< by Copies::newest: all, in the order of the source
};

struct ImportReport {
  std::filesystem::path database;
  bool database_created = false;
  std::vector<SourceReport> sources;
  std::vector<Finding> left_aside;  ///< files of a directory that were not read, each with the reason
  std::chrono::milliseconds duration{0};
};

/// Imports legacy files into the database at `database`, which is made (mode 0600) where it is missing. A
/// source that is a directory stands for the files of the legacy project in it: `.aiwg/daemon/tasks.json`,
/// what is known beneath `.aiwg/rlm/`, and what is beneath `.aiwg/ralph/`, `.aiwg/ralph-external/` and
/// `.aiwg/checkpoints/`, in this order: tasks, trees, nodes, states, checkpoints, values, histories, loops,
/// checkpoints of workflows, other files of loops. A directory beneath an `.aiwg/` stands for what is in
/// itself. Symbolic links are not followed: where the store or a whole folder is one, Error conflict; any
/// other is listed in `left_aside`, as link_outside where it leads out of the project. All sources go in
/// together, in one transaction: on return they are in completely, proved (see docs/FORMAT.md, "The proof"),
/// checkpointed into the one database file and durable. The first refusal is thrown as Error and nothing of
/// any source is written, but a document of a directory that is no JSON, or not what its place promises, is
/// kept as it is (warning damaged_document); with keep_going each source has a transaction of its own, and a
/// refused one has changed nothing. Memory is bounded (about 40 MB plus six times the largest record or
/// document, plus some 250 bytes for each dependency of an unfinished task on one that is not finished or not
/// there). Same bytes again: already_imported, with what could not be taken of them, or
/// differs, said again. Throws Error invalid_input (damage, bad records: byte offset
/// and JSON pointer of the first ten in the message), conflict, busy, io, not_our_database, schema_too_new.
[[nodiscard]] ImportReport import_files(const std::filesystem::path& database,
                                        const std::vector<std::filesystem::path>& sources,
                                        const ImportOptions& options = {});

/// The same into an open Store, with its owner, clock, durability and waiting (`options.store` means nothing
/// here). Inside of a Transaction all of it is a part of that: durable once that is committed, and a refusal
/// takes back the import alone (with keep_going its own source).
[[nodiscard]] ImportReport import_files(Store& store, const std::vector<std::filesystem::path>& sources,
                                        const ImportOptions& options = {});

/// What the file at `path` would be if it said `bytes`.
struct SourceText {
  /// Its place says what it is, as that of a file does, and an export writes it there. Nothing needs to be
  /// there, and what is there is not read.
  std::filesystem::path path;
  std::string_view bytes;  ///< the caller's, for as long as the call takes
};

/// Imports texts as import_files() imports the files that would say them, last written now. All must fit into
/// memory twice. Nobody writes to them meanwhile, so `options.live` means nothing here.
[[nodiscard]] ImportReport import_texts(Store& store, std::span<const SourceText> sources,
                                        const ImportOptions& options = {});

}  // namespace rlmdb
