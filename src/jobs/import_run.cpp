// SPDX-License-Identifier: MIT
// 1. Open every source; a live or unreadable one ends it here.
// 2. Read and plan all of them before the first is written, where more than one could be refused. A single
//    source is read while it is written: its transaction is given up at the first refusal.
// 3. Write them in one transaction (with keep_going one a source), prove each inside it, commit, and move the
//    WAL into the database file. A database that does not exist yet is built privately and published: there
//    the last proof comes after the commit, beside the check of the file.
#include <chrono>
#include <future>
#include <memory>
#include <span>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/checkpoint_import.hpp"
#include "jobs/free_space.hpp"
#include "jobs/rlm_file_import.hpp"
#include "jobs/source_import.hpp"
#include "jobs/source_kind.hpp"
#include "jobs/state_import.hpp"
#include "jobs/tree_import.hpp"
#include "rlmdb/import.hpp"
#include "store/database.hpp"

namespace rlmdb {

namespace jobs {
namespace {

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

/// The sources of one call, each with its plan where there is one.
struct PlannedSource {
  SourceFile file;
  SourceKind kind = SourceKind::tasks;
  std::optional<SourcePlan> plan;
  Rebuild rebuild = Rebuild::proved;
  std::optional<SourceReport> refused;
};

/// The path of a document, with what came in from it: documents of one tree may well be the same, so their
/// bytes alone say nothing.
std::optional<std::string> sha256_of_document(db::Connection& connection, const PlannedSource& planned) {
  const std::string path = planned.file.real_path.string();
  const auto newest = [&](bool is_known) -> std::optional<std::string> {
    const auto import = is_known ? store::ImportRows(connection).latest_of(path) : std::nullopt;
    return import ? std::optional(import->sha256) : std::nullopt;
  };
  switch (planned.kind) {
    case SourceKind::tree:
    case SourceKind::node:
      if (auto document = store::DocumentRows(connection).find(path)) return document->sha256;
      return std::nullopt;
    case SourceKind::state:
      return newest(store::StateRows(connection).find_by_source(path).has_value());
    case SourceKind::checkpoint:
      return newest(store::SnapshotRows(connection).find_by_source(path).has_value());
    case SourceKind::history:
    case SourceKind::value:
      return newest(store::RlmFileRows(connection).find(path).has_value());
    case SourceKind::tasks:
      break;
  }
  return std::nullopt;
}

/// The same bytes are in already when the newest import of some tasks.json had them, or that of this
/// document.
bool is_imported(db::Connection& connection, const PlannedSource& planned, Pulse& pulse,
                 std::string& sha256) {
  const SourceFile& source = planned.file;
  if (planned.kind != SourceKind::tasks) {
    const auto known = sha256_of_document(connection, planned);
    if (!known) return false;
    sha256 = sha256_of(source, pulse);
    return known == sha256;
  }
  for (const store::LatestImport& import : store::ImportRows(connection).latest()) {
    if (import.bytes != source.bytes) continue;
    if (sha256.empty()) sha256 = sha256_of(source, pulse);
    if (import.sha256 == sha256) return true;
  }
  return false;
}

legacy::TreeDocumentKind tree_kind_of(SourceKind kind) {
  return kind == SourceKind::tree ? legacy::TreeDocumentKind::tree : legacy::TreeDocumentKind::node;
}

std::unique_ptr<SourceWriter> make_writer(db::Connection& connection, const PlannedSource& source,
                                          const ImportOptions& options, Rebuild rebuild) {
  switch (source.kind) {
    case SourceKind::tree:
    case SourceKind::node:
      return std::make_unique<TreeImport>(connection, source.file, options, tree_kind_of(source.kind));
    case SourceKind::state:
      return std::make_unique<StateImport>(connection, source.file, options);
    case SourceKind::checkpoint:
      return std::make_unique<CheckpointImport>(connection, source.file, options);
    case SourceKind::history:
    case SourceKind::value:
      return std::make_unique<RlmFileImport>(connection, source.file, options, source.kind);
    case SourceKind::tasks:
      break;
  }
  const Foresight* foresight = source.plan ? &source.plan->foresight : nullptr;
  return std::make_unique<SourceImport>(connection, source.file, options, foresight, rebuild);
}

SourceReport refused_report(const std::filesystem::path& path, SourceKind kind, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = to_text(kind);
  report.error = error;
  return report;
}

SourcePlan plan_with_progress(const SourceFile& source, const ImportOptions& options) {
  Pulse pulse(options, source);
  return plan_source(source, options,
                     [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

SourcePlan plan_tree(const SourceFile& source, legacy::TreeDocumentKind kind, const ImportOptions& options) {
  const TreeSource read = read_tree_source(source, kind, options.max_depth);
  SourcePlan plan;
  plan.report = new_report(source, to_text(kind));
  plan.report.sha256 = read.sha256;
  plan.records = plan.report.records.read = read.document.nodes.size();
  Findings findings(source, options, plan.report);
  findings.add_losses(read.losses);
  findings.check();
  return plan;
}

SourcePlan plan_of(const PlannedSource& source, const ImportOptions& options) {
  switch (source.kind) {
    case SourceKind::tasks:
      return plan_with_progress(source.file, options);
    case SourceKind::tree:
    case SourceKind::node:
      return plan_tree(source.file, tree_kind_of(source.kind), options);
    default:
      return plan_document(source.file, source.kind, options);
  }
}

std::vector<PlannedSource> plan_all(const std::vector<std::filesystem::path>& paths,
                                    const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  for (const std::filesystem::path& path : paths) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = open_source(path, options.live);
      source.kind = find_source_kind(source.file);
      if (paths.size() == 1 && options.run == Run::apply) continue;
      source.plan = plan_of(source, options);
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = refused_report(path, source.kind, error);
    }
  }
  return planned;
}

/// Sources that go in together or not at all: all of a call's, or with keep_going one.
using Group = std::span<PlannedSource>;

/// A group on its way into the database.
class GroupImport {
 public:
  GroupImport(db::Connection& connection, Group group, const ImportOptions& options)
      : m_connection(connection), m_group(group), m_options(options) {}

  /// Writes all of it inside the open transaction. Every source is proved before the next one is written,
  /// which may change its rows; the last one is left to prove().
  void write() {
    for (const PlannedSource& source : m_group) {
      prove();
      write_one(source);
    }
  }

  void prove() {
    if (!m_unproved) return;
    m_unproved->prove();
    m_reports.push_back(std::move(m_unproved->report()));
    m_unproved.reset();
  }

  [[nodiscard]] std::vector<SourceReport> take_reports() { return std::move(m_reports); }
  [[nodiscard]] bool has_written() const noexcept { return m_has_written; }

 private:
  void write_one(const PlannedSource& source) {
    Pulse pulse(m_options, source.file);
    SourceReport report = new_report(source.file, to_text(source.kind));
    report.already_imported = is_imported(m_connection, source, pulse, report.sha256);
    if (report.already_imported) {
      m_reports.push_back(std::move(report));
      return;
    }
    m_unproved = make_writer(m_connection, source, m_options, source.rebuild);
    m_unproved->write();
    m_has_written = true;
  }

  db::Connection& m_connection;
  Group m_group;
  const ImportOptions& m_options;
  std::unique_ptr<SourceWriter> m_unproved;
  std::vector<SourceReport> m_reports;
  bool m_has_written = false;
};

/// An existing database takes the rows twice for a while: in the WAL and in the file.
constexpr double k_existing_space_factor = 2.2;
constexpr double k_fresh_space_factor = 1.1;

void require_space_for(Group group, const std::filesystem::path& database, double factor) {
  double bytes = 0;
  for (const PlannedSource& source : group) bytes += static_cast<double>(source.file.bytes);
  require_free_space(database, static_cast<std::uint64_t>(bytes * factor));
}

/// A new database: built privately, published complete or not at all. Nobody sees what is committed to the
/// private file, so its check can run beside the proof.
std::vector<SourceReport> import_fresh(const std::filesystem::path& database, Group group,
                                       const ImportOptions& options) {
  require_space_for(group, database, k_fresh_space_factor);
  db::Connection connection = store::create_unpublished(database, options.store);
  connection.trust_foreign_keys();
  GroupImport import(connection, group, options);
  {
    db::WriteTransaction transaction(connection);
    import.write();
    transaction.commit();
  }
  std::future<void> check = db::start_check(connection);
  import.prove();
  db::publish(std::move(connection), std::move(check));
  return import.take_reports();
}

std::vector<SourceReport> import_existing(const std::filesystem::path& database, Group group,
                                          const ImportOptions& options) {
  require_space_for(group, database, k_existing_space_factor);
  db::Connection connection = store::open_connection(database, Access::read_write, options.store);
  connection.trust_foreign_keys();
  GroupImport import(connection, group, options);
  {
    db::WriteTransaction transaction(connection);
    import.write();
    import.prove();
    if (import.has_written()) transaction.commit();
  }
  // Also where nothing is new: an import that was killed after its commit has left that in the -wal.
  db::checkpoint_committed(connection);
  return import.take_reports();
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
  if (is_imported(connection, source, pulse, report.sha256)) {
    report.already_imported = true;
    return report;
  }
  const auto import = make_writer(connection, source, options, Rebuild::checked);
  import->write();
  import->prove();
  report = std::move(import->report());
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
    return refused_report(source.file.given_path, source.kind, error);
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
