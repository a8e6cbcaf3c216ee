// SPDX-License-Identifier: MIT
#include "imports/copy_merge.hpp"

#include <compare>

#include "json/json_scan.hpp"

namespace rlmdb::imports {

namespace {

constexpr std::string_view k_changed_here = "the change that was made here";

std::string_view id_of(const records::TaskRecord& record) {
  return record.task[records::task_legacy_id].text;
}

}  // namespace

CopyMerge::CopyMerge(db::Connection& connection, const sources::SourceFile& source,
                     const ImportOptions& options, SourceReport& report)
    : m_source(source),
      m_options(options),
      m_report(report),
      m_imports(connection),
      m_reissued(connection),
      m_has_reissued(m_reissued.has_any()),
      m_modified_at(sources::modified_at(source)) {}

std::string CopyMerge::known_id(const records::TaskRecord& record) {
  if (!m_has_reissued) return {};
  const auto known = m_reissued.find(id_of(record), records::created_at(record));
  return known ? known->legacy_id : std::string();
}

void CopyMerge::foresee(const records::TaskRecord& record, std::string_view new_id) {
  m_followed.add(id_of(record), new_id);
}

bool CopyMerge::rename_known(sources::SourceRecord& source) {
  m_unfollowed.reset();
  const std::string new_id = known_id(source.record);
  if (!new_id.empty()) m_renamed.emplace_back(id_of(source.record), new_id);
  if (new_id.empty() && m_followed.empty()) return false;
  const util::Digest128 before = source.digest;
  read_anew(source, new_id.empty() ? std::string(id_of(source.record)) : new_id);
  return source.digest != before;
}

bool CopyMerge::is_another(const records::TaskRecord& source, const records::TaskRecord& here) {
  const std::string_view there = records::created_at(source);
  return !there.empty() && !records::created_at(here).empty() && there != records::created_at(here);
}

void CopyMerge::rename(sources::SourceRecord& source, const std::string& new_id, std::string_view against) {
  const std::string old_id(id_of(source.record));
  m_renamed.emplace_back(old_id, new_id);
  m_report.decisions.push_back(
      {old_id, "reissued", "created at another time", std::string(against), TaskId{new_id}});
  read_anew(source, new_id);
}

void CopyMerge::remember(const records::TaskRecord& record, std::int64_t task_id) {
  m_reissued.put(m_renamed.back().first, records::created_at(record), task_id);
}

bool CopyMerge::is_newer(const sources::SourceRecord& source, const TaskHere& here) {
  const Judgement judgement = judge(source, here);
  CopyDecision decision;
  decision.task_id = id_of(source.record);
  for (const auto& [old_id, new_id] : m_renamed) {
    if (new_id != decision.task_id) continue;
    decision.task_id = old_id;
    decision.new_id = TaskId{new_id};
    break;
  }
  decision.decision = judgement.is_newer ? "taken" : "older";
  decision.reason = judgement.rule;
  decision.against = here.against;
  m_report.decisions.push_back(std::move(decision));
  return judgement.is_newer;
}

CopyMerge::Judgement CopyMerge::judge(const sources::SourceRecord& source, const TaskHere& here) {
  if (here.is_as_in_source) return {false, k_changed_here};
  const records::AgeOrder ages =
      records::compare_ages(records::age_of(source.record), records::age_of(here.record));
  if (std::is_neq(ages.order)) return {std::is_gt(ages.order), ages.rule};
  if (here.is_changed_here) return {false, k_changed_here};
  const std::string text =
      records::with_store_id(m_followed.text(canonical_text(source)), id_of(source.record));
  const records::AgeOrder copies =
      records::compare_copies({m_modified_at, text}, {modified_at(here.import_id), here.text});
  return {std::is_gt(copies.order), copies.rule};
}

std::string CopyMerge::canonical_text(const sources::SourceRecord& source) const {
  std::string text;
  json::ScanOptions layout;
  layout.indent_depth = 2;
  layout.max_depth = m_options.max_depth;
  (void)json::scan_value(m_source.read_at(source.byte_offset, source.byte_count), 0, layout, &text);
  return text;
}

/// The record is taken apart anew: what its cells point to is the arena's from here on.
void CopyMerge::read_anew(sources::SourceRecord& source, const std::string& new_id) {
  const std::string unfollowed = records::with_store_id(canonical_text(source), new_id);
  const std::string text = m_followed.text(unfollowed);
  if (text != unfollowed) m_unfollowed = util::digest128(unfollowed);
  source.digest = util::digest128(text);
  source.record = records::TaskRecord{};
  (void)m_reader.read(m_arena.keep(text), m_arena, m_overflow, source.record);
}

/// Empty for a row made here.
const std::string& CopyMerge::modified_at(std::int64_t import_id) {
  const auto [entry, is_new] = m_times.try_emplace(import_id);
  if (is_new && import_id != 0) entry->second = m_imports.modified_at(import_id);
  return entry->second;
}

}  // namespace rlmdb::imports
