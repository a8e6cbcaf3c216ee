// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/record_counts.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::sources {

/// The newest import of one source.
struct LatestImport {
  std::int64_t id = 0;
  std::string source_path;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::string canonical_sha256;
  std::string kind;
  bool is_partial = false;  ///< not all of the source is here: damaged, rejected, or kept back
};

/// What was proved, and whether anything was. `partial` and `nothing` stand also where nothing was to be
/// proved. `salvaged`: of a damaged file, what was read of it.
enum class ProofState { identical, complete, partial, nothing, skipped, salvaged };

}  // namespace rlmdb::sources

namespace rlmdb {

/// As `imports.proof` has it.
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<sources::ProofState>{
    "identical", "complete", "partial", "nothing", "skipped", "salvaged"};

}  // namespace rlmdb

namespace rlmdb::sources {

[[nodiscard]] constexpr ProofState state_of(Proven proven) noexcept {
  return static_cast<ProofState>(proven);
}

/// What an import left open, for one with other options to take up.
struct ImportOutcome {
  bool has_kept = false;  ///< records that the database holds otherwise, on purpose
  bool is_proved = false;
  bool has_losses = false;  ///< rows in import_losses
  std::int64_t records_read = 0;
  bool is_salvaged = false;  ///< the source is damaged
};

/// What is known of an import from the start. Texts belong to the caller.
struct NewImport {
  std::string_view source_path;
  std::string_view kind;
  std::uint64_t bytes = 0;
  std::string_view modified_at;  ///< of the file, UTC
  std::string_view started_at;   ///< UTC
};

/// What is known of an import once its source is read to the end.
struct FinishedImport {
  std::string sha256;
  std::string canonical_sha256;
  ProofState proof = ProofState::skipped;
  std::string top_level;
  RecordCounts records;
};

struct TopLevel {
  std::int64_t import_id = 0;
  std::string json;
};

/// A record or text that did not become rows, as the source spells it.
struct KeptText {
  std::uint64_t ordinal = 0;  ///< rejects only
  std::uint64_t byte_offset = 0;
  std::string json_pointer;
  std::string code;
  std::string raw;
};

/// A record of a source that is in no table of tasks.
struct StandingReject {
  std::string source_path;
  std::uint64_t byte_offset = 0;
  std::string json_pointer;
  std::string code;
};

/// The writer of `imports`, `import_rejects` and `import_losses`.
class ImportRows {
 public:
  explicit ImportRows(db::Connection& connection) : m_connection(connection) {}

  /// Opens an import; its counts and digests are zero until finish().
  [[nodiscard]] std::int64_t begin(const NewImport& import);
  void finish(std::int64_t id, const FinishedImport& finished);
  /// What was proved after that.
  void set_proof(std::int64_t id, ProofState proof);
  void insert_reject(std::int64_t import_id, const KeptText& reject);
  void insert_loss(std::int64_t import_id, const KeptText& loss);

  /// The newest import of every tasks.json.
  [[nodiscard]] std::vector<LatestImport> latest();
  /// That of one source, whatever its kind.
  [[nodiscard]] std::optional<LatestImport> latest_of(std::string_view source_path);
  /// canonical_sha256 of the newest import of one document that was taken, and not kept back by a conflict.
  [[nodiscard]] std::optional<std::string> latest_taken_of(std::string_view source_path);
  [[nodiscard]] ImportOutcome outcome_of(std::int64_t id);
  /// How many tasks that imports brought are gone, and not by rlmdb. Counts every task.
  [[nodiscard]] std::int64_t count_lost_tasks();
  /// Whether `source_path` was imported before the import `id`.
  [[nodiscard]] bool has_earlier(std::string_view source_path, std::int64_t id);
  /// Whether a source beneath the directory was imported.
  [[nodiscard]] bool has_beneath(const std::string& directory);
  [[nodiscard]] std::string source_path(std::int64_t id);
  /// Later imports have larger ids; 0: there is none.
  [[nodiscard]] std::int64_t newest_id();
  /// When the imported file was last written, UTC text.
  [[nodiscard]] std::string modified_at(std::int64_t id);
  /// Top level of the newest import, or nullopt when nothing was ever imported.
  [[nodiscard]] std::optional<TopLevel> newest_top_level();
  /// source_path of the tasks.json that was imported last.
  [[nodiscard]] std::optional<std::string> newest_tasks_source();
  /// Those that the newest import of their source met.
  [[nodiscard]] std::vector<StandingReject> standing_rejects();
  /// What the sources of these imports said around their records is `{}` from now on.
  void blank_top_levels(std::string_view ids_json);
  /// What these imports lost is kept no longer; that they did, is.
  void blank_losses(std::string_view ids_json);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
