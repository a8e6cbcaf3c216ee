// SPDX-License-Identifier: MIT
// 1. Open every source; a live or unreadable one ends it here.
// 2. Read and plan all of them before the first is written, where more than one could be refused. A single
//    source is read while it is written: its transaction is given up at the first refusal.
// 3. Write them in one transaction (with keep_going one a source), prove each inside it, commit, and move the
//    WAL into the database file. A database that does not exist yet is built privately and published.
#include <algorithm>
#include <chrono>
#include <span>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/free_space.hpp"
#include "jobs/import_apply.hpp"
#include "jobs/import_plan.hpp"
#include "jobs/import_prove.hpp"
#include "rlmdb/import.hpp"
#include "store/database.hpp"

namespace rlmdb {

namespace jobs {
namespace {

using Moment = std::chrono::steady_clock::time_point;

std::chrono::milliseconds since(Moment begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

/// Tells the caller how far a source is, five times a second, and asks whether to go on.
class Pulse {
 public:
  Pulse(const ImportOptions& options, const SourceFile& source) : m_options(options), m_source(source) {}

  void operator()(std::string_view phase, std::uint64_t bytes_done, std::uint64_t records_done) {
    if (m_options.cancelled != nullptr && *m_options.cancelled) {
      throw Error(ErrorCode::io, "interrupted; nothing of the source was imported", m_source.given_path,
                  "run the same command again");
    }
    const Moment now = std::chrono::steady_clock::now();
    if (!m_options.progress || now < m_next) return;
    m_next = now + std::chrono::milliseconds{200};
    m_options.progress(
        {m_source.given_path, std::string(phase), bytes_done, m_source.bytes, records_done, since(m_begin)});
  }

 private:
  const ImportOptions& m_options;
  const SourceFile& m_source;
  Moment m_begin = std::chrono::steady_clock::now();
  Moment m_next = m_begin;
};

SourceReport new_report(const SourceFile& source) {
  SourceReport report;
  report.path = source.given_path;
  report.kind = "tasks-json";
  report.bytes = source.bytes;
  return report;
}

std::string sha256_of(const SourceFile& source, Pulse& pulse) {
  source.rewind();
  util::Sha256 sha256;
  legacy::ByteSource bytes(source.descriptor.get());
  std::string chunk(legacy::ByteSource::k_chunk_bytes, '\0');
  while (const std::size_t count = bytes.read(chunk.data(), chunk.size())) {
    sha256.update({chunk.data(), count});
    pulse("read", bytes.bytes_read(), 0);
  }
  return sha256.hex();
}

/// The same bytes are in already when the newest import of some source had them.
bool is_imported(db::Connection& connection, const SourceFile& source, Pulse& pulse, std::string& sha256) {
  for (const store::LatestImport& import : store::ImportRows(connection).latest()) {
    if (import.bytes != source.bytes) continue;
    if (sha256.empty()) sha256 = sha256_of(source, pulse);
    if (import.sha256 == sha256) return true;
  }
  return false;
}

/// Thrown by a proof that failed: some record may have to be kept verbatim.
struct NeedsRebuildCheck {};

/// Everything of one source, inside an open transaction.
class SourceImport {
 public:
  SourceImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
               const Foresight* foresight, Rebuild rebuild, Pulse& pulse)
      : m_connection(connection),
        m_source(source),
        m_options(options),
        m_how(reader_options(options)),
        m_pulse(pulse),
        m_report(new_report(source)),
        m_findings(source, options, m_report),
        m_apply(connection, source, options, m_report) {
    m_how.foresight = foresight;
    m_how.rebuild = options.proof == Proof::skipped ? Rebuild::checked : rebuild;
  }

  SourceReport run() {
    SourceReader reader(m_source, m_how);
    while (const auto batch = reader.next()) {
      m_findings.add(*batch);
      if (!m_findings.refused()) m_apply.apply(*batch);
      m_pulse("write", reader.bytes_read(), m_report.records.added + m_report.records.unchanged);
    }
    m_findings.check();
    if (reader.damage()) m_findings.add_damage(*reader.damage());
    m_source.check_unchanged();
    m_digests = reader.digests();
    m_report.sha256 = m_digests.sha256;
    m_report.records.read = m_digests.records_read;
    m_apply.put_in_order();
    prove();
    m_apply.count_rest();
    m_apply.finish(m_digests, m_digests.canonical_sha256, m_options.proof);
    return std::move(m_report);
  }

 private:
  void prove() {
    if (!m_apply.kept().empty()) leave_out_kept();
    if (m_options.proof == Proof::skipped) return;
    const ProofRows rows{m_apply.first_id(), m_apply.only_new() ? nullptr : &m_apply.ids_in_order()};
    const std::string digest =
        digest_of_rows(m_connection, rows, m_digests.top_level,
                       [&](std::uint64_t records) { m_pulse("prove", share_of_bytes(records), records); });
    if (digest != m_digests.canonical_sha256) {
      if (m_how.rebuild == Rebuild::proved) throw NeedsRebuildCheck{};
      throw first_difference(m_connection, rows, m_source, m_how, m_digests);
    }
    m_report.proof = ProofResult{true, digest};
  }

  /// Bytes of the source that so many of its records stand for.
  [[nodiscard]] std::uint64_t share_of_bytes(std::uint64_t records) const {
    const std::uint64_t all = std::max<std::uint64_t>(1, m_report.records.read);
    return static_cast<std::uint64_t>(static_cast<double>(m_source.bytes) * static_cast<double>(records) /
                                      static_cast<double>(all));
  }

  /// Records that the database keeps otherwise on purpose are no part of what is proved.
  void leave_out_kept() {
    m_how.left_out = &m_apply.kept();
    SourceReader reader(m_source, m_how);
    while (reader.next()) m_pulse("prove", reader.bytes_read(), 0);
    m_digests.canonical_sha256 = reader.digests().canonical_sha256;
  }

  db::Connection& m_connection;
  const SourceFile& m_source;
  const ImportOptions& m_options;
  SourceReaderOptions m_how;
  Pulse& m_pulse;
  SourceReport m_report;
  Findings m_findings;
  ImportApply m_apply;
  SourceDigests m_digests;
};

/// The sources of one call, each with its plan where there is one.
struct PlannedSource {
  SourceFile file;
  std::optional<SourcePlan> plan;
  Rebuild rebuild = Rebuild::proved;
  std::optional<SourceReport> refused;
};

SourceReport refused_report(const std::filesystem::path& path, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = "tasks-json";
  report.error = error;
  return report;
}

SourcePlan plan_with_progress(const SourceFile& source, const ImportOptions& options) {
  Pulse pulse(options, source);
  return plan_source(source, options,
                     [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

std::vector<PlannedSource> plan_all(const std::vector<std::filesystem::path>& paths,
                                    const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  for (const std::filesystem::path& path : paths) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = open_source(path, options.live);
      if (paths.size() == 1 && options.run == Run::apply) continue;
      source.plan = plan_with_progress(source.file, options);
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = refused_report(path, error);
    }
  }
  return planned;
}

/// Sources that go in together or not at all: all of a call's, or with keep_going one.
using Group = std::span<PlannedSource>;

/// Writes a group inside the open transaction `connection` is in.
std::vector<SourceReport> import_group(db::Connection& connection, Group group,
                                       const ImportOptions& options) {
  std::vector<SourceReport> reports;
  for (const PlannedSource& source : group) {
    Pulse pulse(options, source.file);
    SourceReport report = new_report(source.file);
    report.already_imported = is_imported(connection, source.file, pulse, report.sha256);
    if (!report.already_imported) {
      const Foresight* foresight = source.plan ? &source.plan->foresight : nullptr;
      report = SourceImport(connection, source.file, options, foresight, source.rebuild, pulse).run();
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

/// An existing database takes the rows twice for a while: in the WAL and in the file.
constexpr double k_existing_space_factor = 2.2;
constexpr double k_fresh_space_factor = 1.1;

void require_space_for(Group group, const std::filesystem::path& database, double factor) {
  double bytes = 0;
  for (const PlannedSource& source : group) bytes += static_cast<double>(source.file.bytes);
  require_free_space(database, static_cast<std::uint64_t>(bytes * factor));
}

/// A new database: built privately, published complete or not at all.
std::vector<SourceReport> import_fresh(const std::filesystem::path& database, Group group,
                                       const ImportOptions& options) {
  require_space_for(group, database, k_fresh_space_factor);
  db::Connection connection = store::create_unpublished(database, options.store);
  connection.trust_foreign_keys();
  std::vector<SourceReport> reports;
  {
    db::WriteTransaction transaction(connection);
    reports = import_group(connection, group, options);
    transaction.commit();
  }
  db::publish(std::move(connection));
  return reports;
}

std::vector<SourceReport> import_existing(const std::filesystem::path& database, Group group,
                                          const ImportOptions& options) {
  require_space_for(group, database, k_existing_space_factor);
  db::Connection connection = store::open_connection(database, Access::read_write, options.store);
  connection.trust_foreign_keys();
  std::vector<SourceReport> reports;
  {
    db::WriteTransaction transaction(connection);
    reports = import_group(connection, group, options);
    const auto is_new = [](const SourceReport& report) { return !report.already_imported; };
    if (std::any_of(reports.begin(), reports.end(), is_new)) transaction.commit();
  }
  // Also where nothing is new: an import that was killed after its commit has left that in the -wal.
  db::checkpoint_committed(connection);
  return reports;
}

std::vector<SourceReport> apply_group(const std::filesystem::path& database, Group group,
                                      const ImportOptions& options, ImportReport& report) {
  if (!exists(database)) {
    try {
      std::vector<SourceReport> reports = import_fresh(database, group, options);
      report.database_created = true;
      return reports;
    } catch (const Error& error) {
      // Another process published its database first: these sources then go into that one.
      if (error.code() != ErrorCode::conflict || !exists(database)) throw;
    }
  }
  return import_existing(database, group, options);
}

/// Does it again, at most twice, where it turns out that one reading was not enough (only a single source is
/// not planned beforehand), or that records must be checked one by one.
std::vector<SourceReport> apply_group_as_needed(const std::filesystem::path& database, Group group,
                                                const ImportOptions& options, ImportReport& report) {
  for (;;) {
    try {
      return apply_group(database, group, options, report);
    } catch (const NeedsForesight&) {
      group.front().plan = plan_with_progress(group.front().file, options);
    } catch (const NeedsRebuildCheck&) {
      for (PlannedSource& source : group) source.rebuild = Rebuild::checked;
    } catch (const legacy::JsonDamage& damage) {
      throw damage_error(group.front().file, damage);
    }
  }
}

/// What --dry-run says of a source: the plan, and what of it the database would take.
SourceReport dry_run_one(const std::filesystem::path& database, const PlannedSource& source,
                         const ImportOptions& options) {
  SourceReport report = source.plan->report;
  if (!exists(database)) {
    report.records.added = source.plan->records;
    return report;
  }
  // The real work in a transaction that is never committed: nothing else gives the same answer.
  db::Connection connection = store::open_connection(database, Access::read_write, options.store);
  Pulse pulse(options, source.file);
  db::WriteTransaction transaction(connection);
  if (is_imported(connection, source.file, pulse, report.sha256)) {
    report.already_imported = true;
    return report;
  }
  report =
      SourceImport(connection, source.file, options, &source.plan->foresight, Rebuild::checked, pulse).run();
  report.proof.reset();
  report.tables.clear();
  return report;
}

/// A source on its own; with keep_going its refusal is a report.
SourceReport import_or_report(const std::filesystem::path& database, PlannedSource& source,
                              const ImportOptions& options, ImportReport& report) {
  if (source.refused) return *source.refused;
  try {
    if (options.run == Run::dry_run) return dry_run_one(database, source, options);
    return apply_group_as_needed(database, Group(&source, 1), options, report).front();
  } catch (const Error& error) {
    if (options.after_refusal == AfterRefusal::stop) throw;
    return refused_report(source.file.given_path, error);
  }
}

}  // namespace
}  // namespace jobs

ImportReport import_files(const std::filesystem::path& database,
                          const std::vector<std::filesystem::path>& sources, const ImportOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  ImportReport report;
  report.database = database;
  std::vector<jobs::PlannedSource> planned = jobs::plan_all(sources, options);
  if (options.run == Run::apply && options.after_refusal == AfterRefusal::stop) {
    report.sources = jobs::apply_group_as_needed(database, planned, options, report);
  } else {
    for (jobs::PlannedSource& source : planned) {
      report.sources.push_back(jobs::import_or_report(database, source, options, report));
    }
  }
  report.duration = jobs::since(begin);
  return report;
}

}  // namespace rlmdb
