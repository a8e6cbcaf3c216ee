// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/event_rows.hpp"
#include "sources/document_source.hpp"
#include "sources/import_plan.hpp"
#include "sources/import_rows.hpp"
#include "sources/pulse.hpp"
#include "sources/source_kind.hpp"
#include "sources/source_writer.hpp"

namespace rlmdb::sources {

/// What the imports of documents that are one record have in common: the `imports` row, losses, the event,
/// and the proof.
class DocumentImport : public SourceWriter {
 public:
  void prove() final;

 protected:
  DocumentImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
                 SourceKind kind);

  /// The canonical bytes that the rows give back now.
  [[nodiscard]] virtual std::string bytes_of_rows() = 0;

  /// Reports what is known of the source and refuses what the options refuse; opens the `imports` row.
  /// Keeps how its file is written.
  void begin(const DocumentSource& read);
  /// What the import's event is about: a tree, or a state document or loop with the event before.
  struct Subject {
    std::string_view tree_id = {};
    std::string_view reason = {};
    std::int64_t prev_seq = 0;
    std::int64_t state_id = 0;
    std::int64_t loop_id = 0;
  };

  void write_event(const Subject& subject);
  /// Closes the `imports` row. `is_held`: the rows are the document's and are to be proved.
  void finish(bool is_held);
  [[nodiscard]] const std::string& canonical_sha256() const noexcept { return m_canonical_sha256; }
  /// Whether the source says the same as at the last import that was taken, whose bytes may have been others.
  [[nodiscard]] bool is_unchanged_there() const noexcept { return m_is_unchanged_there; }
  /// Decides by --on-conflict; `is_newer`: what the source says is newer than what is here. True: the
  /// source's is taken. Throws Error conflict with `message`.
  [[nodiscard]] bool wins_conflict(const std::string& message, bool is_newer);

  db::Connection& m_connection;
  const SourceFile& m_source;
  const ImportOptions& m_options;
  Findings m_findings;
  ImportRows m_imports;
  events::EventRows m_events;
  std::string m_path;
  std::string m_now;
  std::int64_t m_import_id = 0;
  std::int64_t m_event_seq = 0;

 private:
  [[nodiscard]] Proven proven() const;
  [[nodiscard]] bool decides_conflict(const std::string& message, bool is_newer) const;

  std::string m_sha256;
  std::string m_canonical_sha256;
  bool m_is_unchanged_there = false;
  bool m_is_held = false;
  bool m_gives_file = false;  ///< byte for byte, where the rows are the document's
  bool m_is_kept_back = false;
};

/// Reads the whole file and checks what its kind asks for; a history.jsonl is kept as the text it is. Throws
/// Error invalid_input: damage, nesting deeper than `max_depth`, a state or checkpoint that is no object.
[[nodiscard]] DocumentSource read_document_of_kind(const SourceFile& source, SourceKind kind,
                                                   unsigned max_depth);

/// The report of such a source that is only read.
[[nodiscard]] SourcePlan plan_document(const SourceFile& source, SourceKind kind,
                                       const ImportOptions& options);

}  // namespace rlmdb::sources
