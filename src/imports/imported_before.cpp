// SPDX-License-Identifier: MIT
// 1. Is it known by its bytes?
// 2. Would the options decide otherwise than that import did?
// 3. Is everything that it brought still here?
#include "imports/imported_before.hpp"

#include <optional>

#include "db/meta_rows.hpp"
#include "imports/source_kinds.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "sources/removed_rows.hpp"

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

}  // namespace

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
