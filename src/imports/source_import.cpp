// SPDX-License-Identifier: MIT
// 1. Read the source in batches and insert them; note what is wrong with it.
// 2. Put the rows in order, write the import's own row.
// 3. Read the rows back and hold their digest against the source's.
#include "imports/source_import.hpp"

#include <algorithm>

#include "imports/import_prove.hpp"
#include "json/json_string.hpp"
#include "json/packed.hpp"
#include "records/task_rows.hpp"
#include "sources/source_text.hpp"
#include "sources/tasks_outline.hpp"
#include "sources/tasks_text.hpp"
#include "tree_documents/silent_members.hpp"
#include "trees/dependency_faults.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::imports {

SourceImport::SourceImport(db::Connection& connection, const sources::SourceFile& source,
                           const ImportOptions& options, const sources::Foresight* foresight,
                           sources::Rebuild rebuild)
    : sources::SourceWriter(source, "tasks-json"),
      m_connection(connection),
      m_source(source),
      m_options(options),
      m_how(sources::reader_options(options)),
      m_pulse(options, source),
      m_findings(source, options, m_report),
      m_apply(connection, source, options, foresight, m_report) {
  m_how.foresight = foresight;
  if (options.damage == Damage::refuse) {
    m_style = sources::style_of_tasks(source);
    m_how.style = &m_style;
  }
  m_how.rebuild = options.proof == Proof::skipped ? sources::Rebuild::checked : rebuild;
}

void SourceImport::write() {
  if (m_apply.looks_ahead()) look_ahead();
  sources::SourceReader reader(m_source, m_how);
  while (const auto batch = reader.next()) {
    m_findings.add(*batch);
    if (!m_findings.refused()) m_apply.apply(*batch);
    m_pulse("write", reader.bytes_read(), m_report.records.added + m_report.records.unchanged);
  }
  m_findings.check();
  m_digests = reader.digests();
  m_is_canonical = m_digests.canonical_sha256 == m_digests.sha256;
  m_findings.add_damages(m_digests);
  m_source.check_unchanged();
  m_report.sha256 = m_digests.sha256;
  m_report.records.read = m_digests.records_read;
  keep_style();
  m_apply.put_in_order();
  adopt_tree_nodes(m_connection, m_source, m_options, m_findings, m_apply.event_seq());
  tree_documents::SilentMembers(m_connection).fill_import(m_apply.import_id());
  if (!m_apply.kept().empty()) leave_out_kept();
  if (const std::uint64_t removed = m_report.records.removed; removed > 0)
    m_findings.warn(m_source.given_path, "removed_here",
                    std::to_string(removed) +
                        (removed == 1 ? " record was removed here and is left out"
                                      : " records were removed here and are left out") +
                        "; --on-conflict replace brings them back");
  warn_of_dependencies();
  m_apply.count_rest();
  m_apply.finish(m_digests, m_digests.canonical_sha256, proof_state());
}

/// A record may name one that comes later, and gets another id here.
void SourceImport::look_ahead() {
  sources::SourceReader reader(m_source, m_how);
  while (const auto batch = reader.next()) {
    m_apply.foresee(*batch);
    m_pulse("read", reader.bytes_read(), 0);
  }
}

void SourceImport::prove() {
  if (m_options.proof == Proof::skipped) {
    (void)keep_outline();
    return;
  }
  const ProofRows rows{m_apply.first_id(), m_apply.only_new() ? nullptr : &m_apply.ids_in_order(),
                       &m_apply.referring(), &m_apply.value_files()};
  const std::string digest =
      digest_of_rows(m_connection, rows, m_digests.top_level,
                     [&](std::uint64_t records) { m_pulse("prove", share_of_bytes(records), records); });
  if (digest != m_digests.canonical_sha256) {
    if (m_how.rebuild == sources::Rebuild::proved) throw sources::NeedsRebuildCheck{};
    throw first_difference(m_connection, rows, m_source, m_how, m_digests);
  }
  if (digest != m_digests.sha256) {
    m_written_sha256 = digest_as_written(m_connection, rows, m_digests.top_level);
    if (m_written_sha256 != m_digests.sha256 && keep_outline())
      m_written_sha256 = digest_as_written(m_connection, rows, m_digests.top_level);
    sources::ImportRows(m_connection).set_proof(m_apply.import_id(), proof_state());
  }
  // What was read came back; the file holds more than that.
  if (!m_report.is_salvaged) m_report.proof = ProofResult{proven(), left_out(), digest};
}

/// What a salvage writes is a document of its own.
void SourceImport::keep_style() {
  std::optional<sources::StoredText> kept;
  if (m_style != json::TextStyle{}) kept = sources::StoredText{json::to_json(m_style), std::nullopt};
  sources::keep_text(m_connection, m_apply.known_as(), m_apply.import_id(), kept);
}

/// Where the habits do not give the white space around the records. False: it cannot be kept.
bool SourceImport::keep_outline() {
  if (m_report.is_salvaged || m_is_canonical) return false;
  sources::SourceReaderOptions how = m_how;
  how.style = nullptr;
  how.rebuild = sources::Rebuild::proved;
  sources::TasksOutlineBuilder outline(m_source);
  std::size_t next = 0;
  records::TaskRows tasks(m_connection);
  sources::SourceReader reader(m_source, how);
  while (const auto batch = reader.next()) {
    for (const sources::SourceRecord& record : batch->records) {
      std::optional<std::int64_t> id;
      if (m_apply.kept().contains(record.ordinal)) {
        const auto key = tasks.find_key(record.record.task[records::task_legacy_id].text);
        if (key) id = key->id;
      } else {
        id = m_apply.only_new() ? m_apply.first_id() + static_cast<std::int64_t>(next)
                                : m_apply.ids_in_order().at(next);
        ++next;
      }
      outline.add(record.byte_offset, record.byte_count, id);
    }
  }
  const auto text = outline.finish();
  if (!text) return false;
  sources::keep_text(m_connection, m_apply.known_as(), m_apply.import_id(),
                     sources::StoredText{json::to_json(m_style), json::gzip(*text)});
  return true;
}

/// Records of the source that are nowhere here.
std::uint64_t SourceImport::left_out() const {
  return m_report.records.rejected + m_apply.kept_back();
}

/// Once the rows gave back what they should.
Proven SourceImport::proven() const {
  if (left_out() > 0) return left_out() < m_report.records.read ? Proven::partial : Proven::nothing;
  const bool is_all = m_apply.kept().empty() && m_report.records.removed == 0;
  if (!is_all) return Proven::complete;
  return m_written_sha256.value_or(m_digests.canonical_sha256) == m_digests.sha256 ? Proven::identical
                                                                                   : Proven::complete;
}

sources::ProofState SourceImport::proof_state() const {
  if (m_report.is_salvaged) return sources::ProofState::salvaged;
  if (m_options.proof == Proof::skipped && left_out() == 0) return sources::ProofState::skipped;
  return sources::state_of(proven());
}

/// Bytes of the source that so many of its records stand for.
std::uint64_t SourceImport::share_of_bytes(std::uint64_t records) const {
  const std::uint64_t all = std::max<std::uint64_t>(1, m_report.records.read);
  return static_cast<std::uint64_t>(static_cast<double>(m_source.bytes) * static_cast<double>(records) /
                                    static_cast<double>(all));
}

/// They are kept as they are: who imports them has to know that these tasks wait for ever.
void SourceImport::warn_of_dependencies() {
  trees::DependencyFaults faults(m_connection);
  sources::ImportRows imports(m_connection);
  const auto is_of_source = [&](std::int64_t import_id) {
    return import_id == m_apply.import_id() || imports.source_path(import_id) == m_apply.known_as();
  };
  for (const trees::DependencyCircle& circle : faults.circles())
    if (is_of_source(circle.import_id))
      m_findings.warn(circle.tasks.front().name, "dependency_cycle",
                      "each of these tasks depends on the next, none can run: " + circle.text);
  for (const trees::UnknownDependency& unknown : faults.unknown())
    if (is_of_source(unknown.import_id))
      m_findings.warn(unknown.task.name, "dependency_unknown",
                      "it depends on " + unknown.name + ", an id that no task has; it waits");
}

/// What names a record whose id became another one here follows it, where that is sure. Elsewhere (in other
/// members, or of a record that another copy has too) it stays, and who reads it has to know.
void SourceImport::warn_of_names(const sources::Batch& batch) {
  for (const sources::SourceRecord& record : batch.records) {
    std::string text = m_source.read_at(record.byte_offset, record.byte_count);
    if (!m_apply.unclear().contains(record.ordinal)) text = m_apply.followed_text(text);
    const std::string_view own_id = record.record.task[records::task_legacy_id].text;
    for (const auto& [old_id, new_id] : m_apply.renamed()) {
      if (old_id == own_id || text.find(json::quoted(old_id)) == std::string::npos) continue;
      std::string message = "it names " + old_id;
      message += ", which in this file is the record that is " + new_id + " here";
      m_findings.warn(util::byte_place(m_source.given_path, record.byte_offset) + " /tasks/" +
                          std::to_string(record.ordinal),
                      "names_reissued", std::move(message));
    }
  }
}

/// Records that the database keeps otherwise on purpose are no part of what is proved.
void SourceImport::leave_out_kept() {
  m_how.left_out = &m_apply.kept();
  sources::SourceReader reader(m_source, m_how);
  while (const auto batch = reader.next()) {
    if (!m_apply.renamed().empty()) warn_of_names(*batch);
    m_pulse("prove", reader.bytes_read(), 0);
  }
  m_digests.canonical_sha256 = reader.digests().canonical_sha256;
}

}  // namespace rlmdb::imports
