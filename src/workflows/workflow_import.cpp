// SPDX-License-Identifier: MIT
// 1. Which of the two contents it is, and whose: by its place, else by what it says.
// 2. What cannot be restored comes in too, and the row says why.
// 3. The content is kept as compact JSON; put into canonical bytes again, it must be the source's.
#include "workflows/workflow_import.hpp"

#include <charconv>
#include <initializer_list>

#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "loops/loop_facts.hpp"
#include "records/content_rows.hpp"
#include "sources/home_rows.hpp"
#include "sources/ralph_kind.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"
#include "util/instant.hpp"
#include "util/sha256.hpp"
#include "util/text_bytes.hpp"
#include "workflows/workflow_rules.hpp"
#include "workflows/workflow_text.hpp"

namespace rlmdb::workflows {

namespace {

constexpr std::string_view k_loop_state = "loop-state";

std::optional<std::string> first_text(std::string_view object,
                                      std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (auto text = json::text_member(object, name); text && !text->empty()) return text;
  }
  return std::nullopt;
}

}  // namespace

WorkflowImport::WorkflowImport(db::Connection& connection, const sources::SourceFile& source,
                               const ImportOptions& options)
    : sources::DocumentImport(connection, source, options, sources::SourceKind::workflow),
      m_checkpoints(connection) {}

void WorkflowImport::write() {
  sources::DocumentSource read =
      sources::read_document_of_kind(m_source, sources::SourceKind::workflow, m_options.max_depth);
  for (const Finding& remark : read.remarks) m_findings.warn(remark.where, remark.code, remark.message);
  read.damage.empty() ? read_head(read) : read_damaged_head(read);
  m_report.oddity_count = read.oddity_count;
  begin(read);
  m_head.import_id = m_import_id;
  const auto known = m_checkpoints.find_by_source(m_path);
  const auto other = known ? std::nullopt : m_checkpoints.find_at(m_head.owner, m_head.place);
  write_event({});
  if (known && is_unchanged_there()) {
    // It may be packed otherwise.
    if (known->payload_sha256 == m_head.payload_sha256)
      m_checkpoints.keep_packing(known->id, read.file_bytes, m_head);
    m_head = *known;
    ++m_report.records.unchanged;
    return finish(true);
  }
  if (other && !takes_place_of(*other)) return finish(false);
  if (known || other) {
    m_head.id = known ? known->id : other->id;
    ++m_report.records.changed;
  } else {
    ++m_report.records.added;
  }
  store_rows(read);
  finish(true);
}

/// All that is known of it is what its place and name say.
void WorkflowImport::read_damaged_head(const sources::DocumentSource& read) {
  const bool is_loop_state = m_source.real_path.filename().string().starts_with("checkpoint-");
  m_head.kind = is_loop_state ? k_loop_state : "workflow";
  m_head.source_path = m_path;
  m_head.compression = rlmdb::to_text(read.packing);
  m_head.payload_sha256 = util::sha256_hex(read.compact);
  m_head.payload_bytes = static_cast<std::int64_t>(read.compact.size());
  m_head.defect = std::string(k_damaged_file) + read.damage;
  read_place("{}");
  read_loop_state("{}");
}

void WorkflowImport::read_head(const sources::DocumentSource& read) {
  m_head.kind = sources::checkpoint_kind_of(read.compact);
  m_head.source_path = m_path;
  m_head.compression = rlmdb::to_text(read.packing);
  m_head.payload_sha256 = util::sha256_hex(read.compact);
  m_head.payload_bytes = static_cast<std::int64_t>(read.compact.size());
  if (const auto fault = fault_of_checkpoint(m_head.kind, read.compact)) {
    if (!sources::ralph_place_of(m_source.real_path) && m_head.kind != k_loop_state &&
        json::find_member(read.compact, "checkpoint_id").empty())
      throw Error(ErrorCode::invalid_input, "the file holds neither a checkpoint nor the state of a loop",
                  sources::place_in(m_source, ""),
                  "nothing was imported; see the documents in rlmdb-format(5)");
    m_head.defect = to_text(*fault);
    m_findings.warn(m_source.given_path, "defective_checkpoint",
                    "the checkpoint cannot be restored: " + *m_head.defect);
  }
  read_place(read.compact);
  if (m_head.kind == k_loop_state) return read_loop_state(read.compact);
  m_head.created_at = first_text(read.compact, {"created_at"});
}

void WorkflowImport::read_place(const std::string& compact) {
  const auto place = sources::ralph_place_of(m_source.real_path);
  const std::string name = m_source.real_path.filename().string();
  const auto named = sources::parse_checkpoint_name(name);
  const auto loop = m_head.kind == k_loop_state ? loops::find_text(compact, loops::LoopFact::loop_id)
                                                : first_text(compact, {"loop_id", "loopId"});
  auto owner = loop ? loop : first_text(compact, {"workflow_id"});
  if (place && !place->owner.empty()) owner = place->owner;
  if (!owner && named) owner = named->workflow_id;
  m_head.owner = owner ? *owner : m_source.real_path.parent_path().filename().string();
  const std::string by_itself = loop ? ".aiwg/ralph/loops/" + *loop + "/checkpoints/" : ".aiwg/checkpoints/";
  m_head.place = sources::path_in_project(m_source.real_path).value_or(by_itself + name);
}

/// It has no members for them: the file's name says when it was taken, and in which iteration.
void WorkflowImport::read_loop_state(const std::string& compact) {
  const auto named = sources::parse_checkpoint_name(m_source.real_path.filename().string());
  if (named) {
    m_head.created_at = named->created_at;
    m_head.iteration = named->iteration;
  }
  if (!m_head.created_at) m_head.created_at = loops::find_text(compact, loops::LoopFact::last_updated);
  if (!m_head.iteration) m_head.iteration = loops::find_number(compact, loops::LoopFact::iteration);
}

bool WorkflowImport::takes_place_of(const WorkflowHead& other) {
  if (other.payload_sha256 == m_head.payload_sha256) {
    ++m_report.records.unchanged;
    return false;
  }
  const bool is_taken =
      wins_conflict("the checkpoint at " + m_head.place + " already belongs to " +
                        sources::text_of_known(m_connection, other.source_path).value_or("this database") +
                        " with other content",
                    util::is_later(m_head.created_at.value_or(""), other.created_at.value_or("")));
  if (!is_taken) ++m_report.records.kept;
  return is_taken;
}

void WorkflowImport::store_rows(const sources::DocumentSource& read) {
  const std::string& compact = read.compact;
  records::ContentRows contents(m_connection);
  const bool is_text = !util::find_invalid_utf8(compact);
  m_head.content_id = is_text ? contents.keep(compact) : contents.keep_bytes(compact);
  m_head.id = m_checkpoints.put(m_head, is_kept_as_file(m_head) ? "{}" : std::string_view(compact));
  m_checkpoints.keep_packing(m_head.id, read.file_bytes, m_head);
  m_report.tables["workflow_checkpoints"] = 1;
  if (const std::size_t artifacts = m_checkpoints.artifacts(m_head.id).size())
    m_report.tables["workflow_artifacts"] = artifacts;
}

std::string WorkflowImport::bytes_of_rows() {
  const auto head = m_checkpoints.find(m_head.id);
  return head ? canonical_bytes(m_connection, *head) : std::string();
}

}  // namespace rlmdb::workflows
