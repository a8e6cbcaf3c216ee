// SPDX-License-Identifier: MIT
// 1. Is it known by its bytes?
// 2. Would the options decide otherwise than that import did?
// 3. Is everything that it brought still here?
// 4. What of it is not in, or differs, is said each time.
#include "imports/imported_before.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "db/meta_rows.hpp"
#include "db/transaction.hpp"
#include "imports/source_kinds.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "sources/removed_rows.hpp"
#include "trees/dependency_faults.hpp"

namespace rlmdb::imports {

namespace {

/// Whether an import with these options would do other than the one before did.
bool decides_anew(sources::ImportRows& imports, std::int64_t before, const ImportOptions& options) {
  const sources::ImportOutcome outcome = imports.outcome_of(before);
  const bool may_take_kept = options.on_conflict == OnConflict::replace ||
                             options.on_conflict == OnConflict::newer || options.copies == Copies::newest;
  const bool is_known_damage = outcome.is_salvaged && options.damage == Damage::salvage;
  return (outcome.has_kept && may_take_kept) ||
         (outcome.has_losses && options.losses == LossPolicy::refuse) ||
         (!outcome.has_kept && !outcome.is_proved && options.proof == Proof::required && !is_known_damage);
}

/// Whether records that were removed could come back.
bool may_bring_back(db::Connection& connection, const ImportOptions& options) {
  const bool is_asked =
      options.on_conflict == OnConflict::replace || options.on_conflict == OnConflict::newer;
  return is_asked && sources::RemovedRows(connection).has_records();
}

std::string sha256_of(const sources::SourceFile& source, sources::Pulse& pulse) {
  source.rewind();
  util::Sha256 sha256;
  json::ByteSource bytes(source.descriptor.get());
  std::string chunk(json::ByteSource::k_chunk_bytes, '\0');
  while (const std::size_t count = bytes.read(chunk.data(), chunk.size())) {
    sha256.update({chunk.data(), count});
    pulse("read", bytes.bytes_read(), 0);
  }
  return sha256.hex();
}

ImportedBefore find_tasks(db::Connection& connection, const sources::SourceFile& source,
                          const ImportOptions& options, sources::Pulse& pulse, std::string& sha256) {
  sources::ImportRows imports(connection);
  for (const sources::LatestImport& import : imports.latest()) {
    if (import.bytes != source.bytes) continue;
    if (sha256.empty()) sha256 = sha256_of(source, pulse);
    if (import.sha256 != sha256) continue;
    const bool has_more = decides_anew(imports, import.id, options) || imports.count_lost_tasks() > 0 ||
                          may_bring_back(connection, options);
    return has_more ? ImportedBefore::again : ImportedBefore::whole;
  }
  return ImportedBefore::no;
}

/// What an import decided stands, until one is told to decide otherwise.
ImportOptions as_decided(const ImportOptions& options) {
  ImportOptions decided = options;
  if (decided.on_conflict == OnConflict::fail) decided.on_conflict = OnConflict::skip;
  decided.proof = Proof::skipped;
  return decided;
}

/// What a document of a tree says, and what tasks wait for, is held against tasks that may have changed since.
/// Else a file says by itself what there is to say of it, but for what was kept back.
bool may_have_remarks(db::Connection& connection, const PlannedSource& source) {
  using sources::SourceKind;
  if (source.kind == SourceKind::tree || source.kind == SourceKind::node) return true;
  const SourceReport& read = source.plan->report;
  if (read.warning_count > 0 || read.records.rejected > 0) return true;
  sources::ImportRows imports(connection);
  const auto leaves_open = [&](const sources::LatestImport& import) {
    return import.is_partial || imports.outcome_of(import.id).has_kept;
  };
  if (source.kind == SourceKind::tasks) {
    trees::DependencyFaults faults(connection);
    if (!faults.circles().empty() || !faults.unknown().empty()) return true;
    const std::vector<sources::LatestImport> latest = imports.latest();
    return std::any_of(latest.begin(), latest.end(), [&](const sources::LatestImport& import) {
      return import.sha256 == read.sha256 && leaves_open(import);
    });
  }
  const auto before = imports.latest_of(sources::known_as(connection, source.file.real_path));
  return before && leaves_open(*before);
}

/// What the files say, and what became of it: nothing of what is written anew.
SourceReport remarks_of(SourceReport said) {
  said.already_imported = true;
  said.records.added = said.records.changed = said.records.unchanged = said.records.missing = 0;
  said.records.read = 0;
  said.oddity_count = said.brought_back = 0;
  said.tables.clear();
  said.decisions.clear();
  said.proof.reset();
  return said;
}

}  // namespace

SourceReport report_again(db::Connection& connection, PlannedSource& source, const ImportOptions& options,
                          SourceReport report) {
  report.already_imported = true;
  // In a database that is being made it came in by this very call, which says it once.
  if (connection.is_unpublished()) return report;
  if (!source.plan) source.plan = find_kind(source.kind).plan(source, options);
  if (!may_have_remarks(connection, source)) return report;
  const db::Rehearsal rehearsal(connection);
  const ImportOptions decided = as_decided(options);
  const auto import =
      find_kind(source.kind).make_writer(connection, source, decided, sources::Rebuild::checked);
  import->write();
  tell_defect(source, import->report());
  return remarks_of(std::move(import->report()));
}

ImportedBefore find_imported_before(db::Connection& connection, const PlannedSource& planned,
                                    const ImportOptions& options, sources::Pulse& pulse,
                                    std::string& sha256) {
  const sources::SourceFile& source = planned.file;
  if (planned.kind == sources::SourceKind::tasks)
    return find_tasks(connection, source, options, pulse, sha256);
  // Documents of one tree may well be the same, so their bytes alone say nothing: the path counts.
  const std::string path = sources::known_as(connection, source.real_path);
  sources::ImportRows imports(connection);
  const auto before = imports.latest_of(path);
  if (!before) return ImportedBefore::no;
  if (const auto removed = sources::RemovedRows(connection).find_source(path)) {
    sha256 = sha256_of(source, pulse);
    const bool stays_away = removed->sha256 == sha256 && options.on_conflict != OnConflict::replace;
    return stays_away ? ImportedBefore::removed : ImportedBefore::no;
  }
  const std::optional<bool> here =
      find_kind(planned.kind).is_here(connection, path, imports.outcome_of(before->id));
  if (!here) return ImportedBefore::no;
  sha256 = sha256_of(source, pulse);
  if (before->sha256 != sha256) return ImportedBefore::no;
  return *here && !decides_anew(imports, before->id, options) ? ImportedBefore::whole : ImportedBefore::again;
}

void count_as_restored(db::Connection& connection, SourceReport& report) {
  if (report.records.added <= report.brought_back || !report.tables.contains("tasks")) return;
  const std::uint64_t restored = report.records.added - report.brought_back;
  db::MetaRows meta(connection);
  constexpr std::string_view k_removed = "removed_imported_tasks";
  meta.raise_counter(k_removed, meta.counter(k_removed) + static_cast<std::int64_t>(restored));
  ++report.warning_count;
  report.warnings.push_back({report.path, "restored",
                             std::to_string(restored) + (restored == 1 ? " record was" : " records were") +
                                 " gone from the database since the last import and came in again"});
}

SourceReport removed_report(SourceReport report) {
  report.already_imported = true;
  ++report.warning_count;
  report.warnings.push_back({report.path, "removed_here",
                             "it is left out, because it was removed here: together with its task or "
                             "tree, or by a prune of checkpoints; --on-conflict replace brings it back"});
  return report;
}

}  // namespace rlmdb::imports
