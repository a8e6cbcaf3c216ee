// SPDX-License-Identifier: MIT
#include "sources/document_import.hpp"

#include "loops/loop_rules.hpp"
#include "schemas/state_rules.hpp"
#include "sources/home_rows.hpp"
#include "sources/ralph_kind.hpp"
#include "sources/ralph_place.hpp"
#include "sources/source_text.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"
#include "workflows/workflow_rules.hpp"

namespace rlmdb::sources {

namespace {

/// Of a text that is kept as it stands, whatever its name promises.
DocumentSource read_text(const SourceFile& source) {
  DocumentSource read = read_bytes(source);
  if (auto damage = damage_of_kept(source.given_path, read.compact))
    read.remarks.push_back(*std::move(damage));
  return read;
}

void require_object(const SourceFile& source, SourceKind kind, std::string_view compact) {
  const char* what = kind == SourceKind::state      ? "a state document"
                     : kind == SourceKind::loop     ? "the state of a loop"
                     : kind == SourceKind::workflow ? "the checkpoint of a workflow"
                                                    : "a checkpoint";
  const bool may_be_any = kind == SourceKind::value || kind == SourceKind::kept_json;
  if (may_be_any || compact.starts_with('{')) return;
  throw Error(ErrorCode::invalid_input, std::string(what) + " has to be an object", place_in(source, ""),
              "nothing was imported; see the documents in rlmdb-format(5)");
}

/// The checkpoint of a workflow. One that is damaged, among the checkpoints of a project, is read as the
/// bytes it is: it must not keep the others out.
DocumentSource read_workflow_file(const SourceFile& source) {
  try {
    DocumentSource read = read_packed_document(source);
    require_object(source, SourceKind::workflow, read.compact);
    return read;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input || !ralph_place_of(source.real_path)) throw;
    DocumentSource read = read_bytes(source);
    read.packing = json::packing_of(read.compact);
    read.damage = error.what();
    read.remarks.push_back({error.where(), "damaged_checkpoint",
                            "the checkpoint is damaged: " + read.damage +
                                "; it is kept as it is, byte for byte, and cannot be restored"});
    return read;
  }
}

/// Values, histories and what loops have beside their state follow no schema.
void count_oddities(const SourceFile& source, SourceKind kind, DocumentSource& read) {
  const std::string_view compact = read.compact;
  const schemas::UseFault use = [&](const schemas::Fault& fault) {
    ++read.oddity_count;
    if (fault.kind == schemas::FaultKind::size)
      read.remarks.push_back({source.given_path + " " + fault.pointer, "beyond_limits",
                              "it has " + schemas::text_of_size(fault) + "; all of them are taken"});
  };
  const std::string directory = directory_of_loop(source.real_path);
  if (kind == SourceKind::state) schemas::judge_members(compact, schemas::state_rules(), {}, use);
  if (kind == SourceKind::checkpoint) schemas::judge_members(compact, schemas::checkpoint_rules(), {}, use);
  if (kind == SourceKind::loop) loops::judge_loop(compact, directory, use);
  if (kind == SourceKind::workflow)
    workflows::judge_checkpoint(checkpoint_kind_of(compact), compact, directory, use);
}

}  // namespace

DocumentSource read_document_of_kind(const SourceFile& source, SourceKind kind, unsigned max_depth) {
  if (kind == SourceKind::history) return read_lines(source);
  if (kind == SourceKind::kept_text || kind == SourceKind::grid) return read_text(source);
  DocumentSource read = kind == SourceKind::workflow ? read_workflow_file(source) : read_document(source);
  if (!read.damage.empty()) return read;
  require_object(source, kind, read.compact);
  require_flat(source, read.compact, "", max_depth);
  count_oddities(source, kind, read);
  return read;
}

SourcePlan plan_document(const SourceFile& source, SourceKind kind, const ImportOptions& options) {
  const DocumentSource read = read_document_of_kind(source, kind, options.max_depth);
  SourcePlan plan;
  plan.report = new_report(source, to_text(kind));
  plan.report.sha256 = read.sha256;
  plan.report.oddity_count = read.oddity_count;
  plan.records = plan.report.records.read = 1;
  Findings findings(source, options, plan.report);
  findings.add_losses(read.losses);
  for (const Finding& remark : read.remarks) findings.warn(remark.where, remark.code, remark.message);
  findings.check();
  return plan;
}

DocumentImport::DocumentImport(db::Connection& connection, const SourceFile& source,
                               const ImportOptions& options, SourceKind kind)
    : SourceWriter(source, to_text(kind)),
      m_connection(connection),
      m_source(source),
      m_options(options),
      m_findings(source, options, m_report),
      m_imports(connection),
      m_events(connection),
      m_path(known_as(connection, source.real_path)),
      m_now(util::utc_now_text()) {}

void DocumentImport::begin(const DocumentSource& read) {
  m_sha256 = read.sha256;
  m_canonical_sha256 = read.canonical_sha256;
  m_report.sha256 = m_sha256;
  m_report.records.read = 1;
  m_findings.add_losses(read.losses);
  m_findings.check();
  m_gives_file = read.written ? read.written->gives_file
                              : read.packing != json::Packing::none || m_sha256 == m_canonical_sha256;
  m_is_unchanged_there = m_imports.latest_taken_of(m_path) == m_canonical_sha256;
  m_import_id = m_imports.begin({.source_path = m_path,
                                 .kind = m_report.kind,
                                 .bytes = m_source.bytes,
                                 .modified_at = modified_at(m_source),
                                 .started_at = m_now});
  for (const KeptText& loss : read.losses) m_imports.insert_loss(m_import_id, loss);
  keep_text(m_connection, m_path, m_import_id, read.written);
  m_report.tables["imports"] = 1;
  if (!read.losses.empty()) m_report.tables["import_losses"] = read.losses.size();
}

void DocumentImport::write_event(const Subject& subject) {
  events::NewEvent event{.at = m_now, .kind = EventKind::import_finished};
  event.tree_id = subject.tree_id;
  event.import_id = m_import_id;
  event.reason = subject.reason;
  event.prev_seq = subject.prev_seq;
  event.state_id = subject.state_id;
  event.loop_id = subject.loop_id;
  m_event_seq = m_events.insert(event);
  m_report.tables["events"] = 1;
}

void DocumentImport::finish(bool is_held) {
  m_is_held = is_held && m_options.proof == Proof::required;
  FinishedImport finished;
  finished.sha256 = m_sha256;
  finished.canonical_sha256 = m_canonical_sha256;
  finished.proof = m_is_kept_back ? ProofState::nothing
                   : m_is_held    ? state_of(proven())
                                  : ProofState::skipped;
  finished.top_level = "{}";
  finished.records = m_report.records;
  m_imports.finish(m_import_id, finished);
}

Proven DocumentImport::proven() const {
  return m_gives_file ? Proven::identical : Proven::complete;
}

bool DocumentImport::wins_conflict(const std::string& message, bool is_newer) {
  const bool wins = decides_conflict(message, is_newer);
  m_is_kept_back = !wins;
  return wins;
}

bool DocumentImport::decides_conflict(const std::string& message, bool is_newer) const {
  switch (m_options.on_conflict) {
    case OnConflict::skip:
      return false;
    case OnConflict::replace:
      return true;
    case OnConflict::newer:
      return is_newer;
    case OnConflict::fail:
      break;
  }
  throw Error(ErrorCode::conflict, message, m_source.given_path,
              "nothing was imported; decide with --on-conflict skip, newer or replace");
}

void DocumentImport::prove() {
  if (m_is_kept_back) m_report.proof = ProofResult{Proven::nothing, m_report.records.read, {}};
  if (!m_is_held) return;
  const std::string digest = util::sha256_hex(bytes_of_rows());
  if (digest != m_canonical_sha256)
    throw Error(ErrorCode::internal, "the rows do not give the document back", m_source.given_path,
                "nothing was imported; please report this with the file");
  m_report.proof = ProofResult{proven(), 0, digest};
}

}  // namespace rlmdb::sources
