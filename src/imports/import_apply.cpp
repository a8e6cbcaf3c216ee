// SPDX-License-Identifier: MIT
// 1. Every record is inserted as a new row. Only where its id is taken is the row looked at:
// 2. a row of the same source whose record did not change since the last import stays; a changed record
// updates
//    a row that did not change here; anything else is a conflict, for on_conflict to decide.
// 3. Rows keep their place; when the source has moved records, their rows swap places to follow it.
#include "imports/import_apply.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "records/id_rules.hpp"
#include "records/newest_rules.hpp"
#include "records/record_edit.hpp"
#include "sources/home_rows.hpp"
#include "util/clock.hpp"
#include "util/instant.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::imports {

namespace {

std::string_view bytes_of(const util::Digest128& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

ImportApply::ImportApply(db::Connection& connection, const sources::SourceFile& source,
                         const ImportOptions& options, const sources::Foresight* foresight,
                         SourceReport& report)
    : m_connection(connection),
      m_source(source),
      m_texts(connection),
      m_has_texts(m_texts.has_any()),
      m_path(sources::known_as(connection, source.real_path)),
      m_options(options),
      m_foresight(foresight),
      m_report(report),
      m_tasks(connection),
      m_heads(connection),
      m_children(connection),
      m_imports(connection),
      m_events(connection),
      m_meta(connection),
      m_removed(connection),
      m_has_removed(m_removed.has_records()),
      m_layouts(connection),
      m_finder(connection),
      m_copies(connection, source, options, report),
      m_value_files(connection) {
  const std::string now = util::utc_now_text();
  m_import_id = m_imports.begin({.source_path = m_path,
                                 .kind = report.kind,
                                 .bytes = source.bytes,
                                 .modified_at = sources::modified_at(source),
                                 .started_at = now});
  events::NewEvent event{.at = now, .kind = EventKind::import_finished};
  event.import_id = m_import_id;
  m_event_seq = m_events.insert(event);
  m_next_id = m_first_id = m_tasks.next_id();
  m_next_number = m_meta.counter(db::k_next_task_number);
}

void ImportApply::apply(sources::Batch& batch) {
  for (sources::SourceRecord& source : batch.records) apply_record(source);
  for (const sources::KeptText& reject : batch.rejects) m_imports.insert_reject(m_import_id, reject);
  for (const sources::KeptText& loss : batch.losses) m_imports.insert_loss(m_import_id, loss);
  m_report.tables["import_rejects"] += batch.rejects.size();
  m_report.tables["import_losses"] += batch.losses.size();
  for (const auto& layout : batch.overflow) m_layouts.forget(layout.get());
}

void ImportApply::foresee(const sources::Batch& batch) {
  for (const sources::SourceRecord& source : batch.records)
    m_copies.foresee(source.record, foreseen_id(source.record));
}

/// The record's own id where it keeps that.
std::string ImportApply::foreseen_id(const records::TaskRecord& record) {
  const std::string_view id = record.task[records::task_legacy_id].text;
  if (std::string known = m_copies.known_id(record); !known.empty()) return known;
  const bool may_be_another =
      m_copies.is_on() && !(m_has_removed && m_removed.removed_at(id, records::created_at(record)));
  const auto key = may_be_another ? m_tasks.find_key(id) : std::nullopt;
  if (!key) return std::string(id);
  (void)m_finder.find(key->id, 2);
  return CopyMerge::is_another(record, m_finder.record()) ? free_id() : std::string(id);
}

std::string ImportApply::free_id() {
  std::string id;
  do {
    id = records::numbered_id(m_next_number++);
  } while (m_tasks.is_id_taken(id));
  return id;
}

void ImportApply::apply_record(sources::SourceRecord& source) {
  if (m_has_removed && stays_removed(source.record)) {
    leave_out(source.ordinal);
    ++m_report.records.removed;
    return;
  }
  if (m_copies.rename_known(source)) leave_out(source.ordinal);
  if (!insert_new(source)) update_known(source);
}

/// False, and nothing written, when the store id is taken.
bool ImportApply::insert_new(sources::SourceRecord& source) {
  records::TaskRecord& record = source.record;
  m_layouts.assign(record);
  record.id = m_next_id;
  record.import_id = m_import_id;
  record.source_digest = bytes_of(source.digest);
  record.source_version = record.version;
  if (!m_tasks.insert(record)) return false;
  insert_children(record);
  keep_source_text(source, record.id);
  m_next_number =
      std::max(m_next_number, records::next_number_after(record.task[records::task_legacy_id].text));
  ++m_next_id;
  ++m_report.records.added;
  ++m_seen_of_source;
  if (m_met_existing && !m_kept.contains(source.ordinal)) m_ids.push_back(record.id);
  return true;
}

/// The database has the record otherwise, or not at all, on purpose: it is no part of what is proved.
void ImportApply::leave_out(std::uint64_t ordinal) {
  start_order();
  m_kept.insert(ordinal);
}

/// The legacy store issued the id twice: the record here keeps it, the source's gets a free one.
void ImportApply::keep_both(sources::SourceRecord& source, const records::TaskKey& key) {
  std::string id(m_copies.foreseen_id(source.record.task[records::task_legacy_id].text));
  if (id.empty()) id = free_id();
  leave_out(source.ordinal);
  m_copies.rename(source, id, shown_path_of(key.import_id));
  if (!insert_new(source)) throw Error(ErrorCode::internal, "the store id " + id + " is not free", id, "");
  m_copies.remember(source.record, source.record.id);
}

/// Whether that very record was removed here, which is told by its id and the time of its creation, and it
/// is not asked for again. One that comes back is not remembered any more.
bool ImportApply::stays_removed(const records::TaskRecord& record) {
  const std::string_view id = record.task[records::task_legacy_id].text;
  const std::string_view created_at = records::created_at(record);
  const auto removed_at = m_removed.removed_at(id, created_at);
  if (!removed_at) return false;
  const bool comes_back = m_options.on_conflict == OnConflict::replace ||
                          (m_options.on_conflict == OnConflict::newer &&
                           records::latest_time_ms(record) > util::instant_ms(*removed_at));
  if (comes_back) {
    m_removed.forget(id, created_at);
    ++m_report.brought_back;
  }
  return !comes_back;
}

void ImportApply::insert_children(const records::TaskRecord& record) {
  m_children.insert(record);
  ++m_rows.tasks;
  m_rows.nodes += record.has_node ? 1U : 0U;
  m_rows.variables += record.variables.size();
  m_rows.checkpoints += record.checkpoints.size();
}

/// From the first record that meets a row on, the order of rows is no longer simply that of insertion.
void ImportApply::start_order() {
  if (m_met_existing) return;
  m_met_existing = true;
  for (std::int64_t id = m_first_id; id < m_next_id; ++id) m_ids.push_back(id);
}

void ImportApply::update_known(sources::SourceRecord& source) {
  const records::TaskKey key = *m_tasks.find_key(source.record.task[records::task_legacy_id].text);
  const bool is_of_source = key.import_id == m_import_id || m_seen.contains(key.id);
  // One record of each is left of a source that was read beforehand: this one is another.
  if (is_of_source && m_foresight != nullptr) return keep_both(source, key);
  if (m_copies.may_keep_both(is_of_source)) {
    (void)m_finder.find(key.id, 2);
    if (CopyMerge::is_another(source.record, m_finder.record())) return keep_both(source, key);
  }
  if (is_of_source) throw sources::NeedsForesight{};
  start_order();
  m_seen.insert(key.id);
  if (path_of(key.import_id) == m_path) ++m_seen_of_source;
  update_or_keep(source, key);
}

void ImportApply::update_or_keep(sources::SourceRecord& source, const records::TaskKey& key) {
  switch (decide(source, key)) {
    case Decision::unchanged:
      ++m_report.records.unchanged;
      break;
    case Decision::same_here:
      if (path_of(key.import_id) != m_path) ++m_seen_of_source;
      m_tasks.update_source(key.id, m_import_id, bytes_of(source.digest), key.version);
      ++m_report.records.unchanged;
      break;
    case Decision::update:
      if (path_of(key.import_id) != m_path) ++m_seen_of_source;
      update(source, key);
      ++m_report.records.changed;
      break;
    case Decision::keep:
      m_kept.insert(source.ordinal);
      ++m_report.records.kept;
      return;
  }
  if (!m_kept.contains(source.ordinal)) m_ids.push_back(key.id);
  keep_source_text(source, key.id);
}

void ImportApply::keep_source_text(const sources::SourceRecord& source, std::int64_t task_id) {
  if (!source.source_text.empty()) return m_texts.put(task_id, source.source_text);
  if (m_has_texts) m_texts.remove(task_id);
}

ImportApply::Decision ImportApply::decide_newest(const sources::SourceRecord& source,
                                                 const records::TaskKey& key, const util::Digest128& here) {
  const std::string& text = m_finder.find(key.id, 2);
  const TaskHere task{.record = m_finder.record(),
                      .text = text,
                      .import_id = key.import_id,
                      .is_changed_here = !key.has_source_digest || here != key.source_digest,
                      .is_as_in_source = key.has_source_digest && source.digest == key.source_digest,
                      .against = key.import_id == 0 ? std::string() : shown_path_of(key.import_id)};
  return m_copies.is_newer(source, task) ? Decision::update : Decision::keep;
}

util::Digest128 ImportApply::digest_here(const sources::SourceRecord& source, const records::TaskKey& key) {
  const std::string& text = m_finder.find(key.id, 2);
  const util::Digest128 whole = util::digest128(text);
  if (!m_value_files.has_any() || whole == source.digest) return whole;
  const auto referring = m_value_files.record_text(key.id, text);
  if (!referring) return whole;
  const util::Digest128 digest = util::digest128(*referring);
  if (digest == source.digest) m_referring.insert(key.id);
  const bool was_so = key.has_source_digest && digest == key.source_digest;
  return digest == source.digest || was_so ? digest : whole;
}

ImportApply::Decision ImportApply::decide(const sources::SourceRecord& source, const records::TaskKey& key) {
  const util::Digest128 here = digest_here(source, key);
  if (m_copies.names_unclear(here)) {
    m_unclear.insert(source.ordinal);
    return Decision::unchanged;
  }
  if (m_copies.is_on() && here != source.digest) return count_kept_back(decide_newest(source, key, here));
  const bool is_ours = path_of(key.import_id) == m_path;
  if (!is_ours) {
    if (here != source.digest) return count_kept_back(resolve_conflict(source, key, is_ours));
    // One that was made here came back in a file: from now on it is that source's.
    return key.import_id == 0 ? Decision::same_here : Decision::unchanged;
  }
  const bool changed_there = !key.has_source_digest || source.digest != key.source_digest;
  const bool changed_here = !key.has_source_digest || here != key.source_digest;
  if (!changed_there) return changed_here ? Decision::keep : Decision::unchanged;
  if (!changed_here) return Decision::update;
  return here == source.digest ? Decision::same_here
                               : count_kept_back(resolve_conflict(source, key, is_ours));
}

ImportApply::Decision ImportApply::count_kept_back(Decision decision) {
  if (decision == Decision::keep) ++m_kept_back;
  return decision;
}

ImportApply::Decision ImportApply::resolve_conflict(const sources::SourceRecord& source,
                                                    const records::TaskKey& key, bool is_ours) {
  switch (m_options.on_conflict) {
    case OnConflict::skip:
      return Decision::keep;
    case OnConflict::replace:
      return Decision::update;
    case OnConflict::newer:
      return records::latest_time_ms(source.record) > records::latest_time_ms(m_finder.record())
                 ? Decision::update
                 : Decision::keep;
    case OnConflict::fail:
      break;
  }
  std::string message = "task " + std::string(source.record.task[records::task_legacy_id].text);
  if (is_ours) {
    message += " changed both here and in the source since the last import";
  } else {
    const std::string owner = key.import_id == 0 ? "this database" : shown_path_of(key.import_id);
    message += " already belongs to " + owner + " with other content";
  }
  throw Error(
      ErrorCode::conflict, message,
      util::byte_place(m_source.given_path, source.byte_offset) + " /tasks/" + std::to_string(source.ordinal),
      "nothing was imported; decide with --on-conflict skip, newer or replace");
}

void ImportApply::update(sources::SourceRecord& source, const records::TaskKey& key) {
  records::TaskRecord& record = source.record;
  const std::string before = m_finder.find(key.id, 0);
  record.id = key.id;
  record.position = key.position;
  record.version = key.version + 1;
  record.source_version = record.version;
  const bool is_another_run = records::runs_otherwise(m_finder.record(), record);
  m_tasks.update(record);
  if (is_another_run) m_heads.drop_claim(key.id);
  m_children.remove_all(key.id);
  insert_children(record);
  std::string after;
  m_writer.append(after, record, 0);
  m_report.tables["event_changes"] +=
      events::keep_previous_values(m_events, m_event_seq, key.id, before, after);
}

/// Empty for a row made here (0).
const std::string& ImportApply::path_of(std::int64_t import_id) {
  const auto [entry, is_new] = m_paths.try_emplace(import_id);
  if (is_new) entry->second = m_imports.source_path(import_id);
  return entry->second;
}

std::string ImportApply::shown_path_of(std::int64_t import_id) {
  return sources::path_of_known(m_connection, path_of(import_id)).string();
}

void ImportApply::put_in_order() {
  if (!m_met_existing) return;
  std::vector<std::int64_t> positions;
  positions.reserve(m_ids.size());
  for (const std::int64_t id : m_ids) positions.push_back(m_tasks.position(id));
  if (std::is_sorted(positions.begin(), positions.end())) return;
  std::vector<std::int64_t> sorted = positions;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < m_ids.size(); ++i) {
    if (sorted[i] != positions[i]) m_tasks.update_position(m_ids[i], sorted[i]);
  }
}

void ImportApply::count_rest() {
  // Counting reads every task, and a source that comes for the first time has none that it lacks.
  if (m_imports.has_earlier(m_path, m_import_id)) {
    const auto of_source = static_cast<std::uint64_t>(m_tasks.count_of_source(m_path));
    m_report.records.missing = of_source > m_seen_of_source ? of_source - m_seen_of_source : 0;
  }
  m_report.tables["tasks"] = m_rows.tasks;
  m_report.tables["tree_nodes"] = m_rows.nodes;
  m_report.tables["variables"] = m_rows.variables;
  m_report.tables["task_checkpoints"] = m_rows.checkpoints;
  m_report.tables["layouts"] = m_layouts.added();
  m_report.tables["imports"] = 1;
  m_report.tables["events"] = 1;
  std::erase_if(m_report.tables, [](const auto& table) { return table.second == 0; });
}

void ImportApply::finish(const sources::SourceDigests& digests, std::string_view canonical_sha256,
                         sources::ProofState proof) {
  m_tasks.use_ids(m_next_id);
  m_meta.raise_counter(db::k_next_task_number, m_next_number);
  sources::FinishedImport finished;
  finished.sha256 = digests.sha256;
  finished.canonical_sha256 = canonical_sha256;
  finished.proof = proof;
  finished.top_level = digests.top_level;
  finished.records = m_report.records;
  m_imports.finish(m_import_id, finished);
}

}  // namespace rlmdb::imports
