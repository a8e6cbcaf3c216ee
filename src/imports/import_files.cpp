// SPDX-License-Identifier: MIT
// 1. Open every source; a live or unreadable one ends it here.
// 2. Read and plan all of them before the first is written, where more than one could be refused. A single
//    source is read while it is written: its transaction is given up at the first refusal.
// 3. Write them in one transaction (with keep_going one a source), prove each inside it, commit, and move the
//    WAL into the database file. A database that does not exist yet is built privately and published: there
//    the last proof comes after the commit, beside the check of the file.
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "db/connections.hpp"
#include "db/database.hpp"
#include "db/meta_rows.hpp"
#include "db/open_checks.hpp"
#include "db/publish.hpp"
#include "db/transaction.hpp"
#include "db/trusted_foreign_keys.hpp"
#include "db/wal_checkpoint.hpp"
#include "exports/project_plan.hpp"
#include "imports/destination.hpp"
#include "imports/imported_before.hpp"
#include "imports/planned_source.hpp"
#include "imports/project_sources.hpp"
#include "imports/source_kinds.hpp"
#include "records/task_head.hpp"
#include "rlmdb/import.hpp"
#include "sources/file_rows.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "sources/removed_rows.hpp"
#include "tree_documents/tree_document_text.hpp"
#include "util/new_directories.hpp"

namespace rlmdb {

namespace imports {
namespace {

namespace fs = std::filesystem;

/// Sources that go in together or not at all: all of a call's, or with keep_going one.
using Group = std::span<PlannedSource>;

bool is_document(std::string_view kind) {
  return kind != to_text(sources::SourceKind::kept_text) && kind != to_text(sources::SourceKind::kept_json);
}

/// Where a document came in from, a file that is none any more is damaged, whatever its place says.
void tell_what_it_was(PlannedSource& source, const std::string& kind, const ImportOptions& options) {
  source.defect = {source.file.given_path, "damaged_document",
                   "the file was " + kind + " when it came in, and is no document any more"};
  if (!source.plan) source.plan = find_kind(source.kind).plan(source, options);
  tell_defect(source, source.plan->report);
}

/// A damaged document that is here already, from when its file was whole, stays as it is here.
bool stays_out(db::Connection& connection, PlannedSource& source, const ImportOptions& options) {
  if (!source.defect && is_document(to_text(source.kind))) return false;
  const std::string path = sources::known_as(connection, source.file.real_path);
  const auto before = sources::ImportRows(connection).latest_of(path);
  if (!before || !is_document(before->kind)) return false;
  if (source.defect) return true;
  if (sources::RemovedRows(connection).find_source(path)) return false;
  tell_what_it_was(source, before->kind, options);
  return true;
}

/// REQUIRES: it was planned.
SourceReport report_of_one_left_out(const PlannedSource& source) {
  SourceReport report = source.plan->report;
  report.records = {};
  report.warnings.back().message += "; what was imported of it before stays";
  return report;
}

/// A group on its way into the database.
class GroupImport {
 public:
  GroupImport(db::Connection& connection, Group group, const ImportOptions& options)
      : m_connection(connection), m_group(group), m_options(options) {}

  [[nodiscard]] std::vector<SourceReport> take_reports() { return std::move(m_reports); }
  [[nodiscard]] bool has_written() const noexcept { return m_has_written; }
  /// The source that is written or proved, and may be refused; nullptr before the first one.
  [[nodiscard]] PlannedSource* in_work() const noexcept { return m_in_work; }

  /// Writes all of it inside the open transaction. Every source is proved before the next one is written,
  /// which may change its rows; the last one is left to prove_all().
  void write() {
    if (m_options.after_refusal == AfterRefusal::stop) settle_home(m_connection, m_group, m_options);
    m_first_import_id = sources::ImportRows(m_connection).newest_id() + 1;
    if (m_options.copies == Copies::newest || m_options.damage == Damage::salvage) pass_all_ids();
    for (PlannedSource& source : m_group) {
      prove();
      if (source.refused)
        m_reports.push_back(*source.refused);
      else
        write_one(source);
    }
  }

  /// After the last one: what came in later may have changed what an earlier source would give now.
  void prove_all() {
    prove();
    if (m_reports.size() > 1) prove_end();
  }

 private:
  void prove() {
    if (!m_unproved) return;
    m_unproved->prove();
    m_reports.push_back(std::move(m_unproved->report()));
    m_unproved.reset();
    leave();
  }

  void prove_end() {
    std::map<std::string, const SourceReport*> proved;
    for (std::size_t i = 0; i < m_reports.size(); ++i)
      if (m_reports[i].proof && m_reports[i].proof->proven != Proven::nothing)
        proved.emplace(sources::known_as(m_connection, m_group[i].file.real_path), &m_reports[i]);
    if (proved.empty()) return;
    ProjectExport ignored;
    for (const auto& [place, file] : exports::plan_project(m_connection, {}, ignored)) {
      const auto source = proved.find(file.source);
      // A tasks.json is proved record by record: the database may have others, and some of them otherwise.
      if (source == proved.end() || file.kind == sources::SourceKind::tasks) continue;
      const ExportReport now = file.write([](std::string_view) {});
      const std::string& canonical = now.canonical_sha256.empty() ? now.sha256 : now.canonical_sha256;
      if (canonical != source->second->proof->sha256 && !is_changed_before(file))
        throw Error(ErrorCode::internal, "another source of this call changed what the document is here",
                    source->second->path, "nothing was imported; please report this with the files");
    }
  }

  /// What was changed here stands in the document, as it is to.
  [[nodiscard]] bool is_changed_before(const exports::PlannedFile& file) {
    return tree_documents::is_changed_before(m_connection, file.source, m_first_import_id);
  }

  /// A record that gets another id gets none that comes later.
  void pass_all_ids() {
    db::MetaRows meta(m_connection);
    for (const PlannedSource& source : m_group) {
      if (source.plan) meta.raise_counter(db::k_next_task_number, source.plan->next_number);
    }
  }

  void write_one(PlannedSource& source) {
    m_in_work = &source;
    open_again(source);
    if (m_options.after_refusal == AfterRefusal::keep_going)
      settle_home(m_connection, Group(&source, 1), m_options);
    sources::Pulse pulse(m_options, source.file);
    SourceReport report = sources::new_report(source.file, to_text(source.kind));
    if (stays_out(m_connection, source, m_options)) {
      m_reports.push_back(report_of_one_left_out(source));
      return leave();
    }
    const ImportedBefore before = find_imported_before(m_connection, source, m_options, pulse, report.sha256);
    if (before == ImportedBefore::removed) report = removed_report(std::move(report));
    if (before == ImportedBefore::whole)
      report = report_again(m_connection, source, m_options, std::move(report));
    if (report.already_imported) {
      m_reports.push_back(std::move(report));
      leave();
      return;
    }
    // Without notes of who waits for whom no row that is written has to be looked up among them.
    records::TaskHeads(m_connection).unblock_all();
    // A file whose content went with its tree is back from here on.
    const std::string known_as = sources::known_as(m_connection, source.file.real_path);
    sources::RemovedRows(m_connection).forget_source(known_as);
    if (!sources::is_kept_whole(source.kind)) sources::FileRows(m_connection).remove(known_as);
    m_unproved = find_kind(source.kind).make_writer(m_connection, source, m_options, source.rebuild);
    m_unproved->write();
    tell_defect(source, m_unproved->report());
    if (before == ImportedBefore::again) count_as_restored(m_connection, m_unproved->report());
    m_has_written = true;
  }

  /// Files of a mission are written under the same transaction: what was opened may be an older one by now.
  void open_again(PlannedSource& source) const {
    const bool may_be_newer =
        source.kind == sources::SourceKind::grid && m_options.live == LiveSource::refuse;
    may_be_newer ? source.file.renew() : source.file.reopen();
  }

  void leave() const {
    if (m_in_work->closes_when_idle) m_in_work->file.close();
  }

  db::Connection& m_connection;
  PlannedSource* m_in_work = nullptr;
  Group m_group;
  const ImportOptions& m_options;
  std::int64_t m_first_import_id = 0;  ///< of this call
  std::unique_ptr<sources::SourceWriter> m_unproved;
  std::vector<SourceReport> m_reports;
  bool m_has_written = false;
};

/// An existing database takes the rows twice for a while: in the WAL and in the file.
constexpr double k_existing_space_factor = 2.2;
constexpr double k_fresh_space_factor = 1.1;

/// A new database: built privately, published complete or not at all. Nobody sees what is committed to the
/// private file, so its check can run beside the proof.
std::vector<SourceReport> import_fresh(const std::filesystem::path& database, Group group,
                                       const ImportOptions& options) {
  const util::NewDirectories directories(util::parent_directory(database));
  require_space_for(group, database, k_fresh_space_factor);
  db::Connection connection = db::create_unpublished(database, options.store);
  connection.trust_foreign_keys();
  GroupImport import(connection, group, options);
  {
    db::WriteTransaction transaction(connection);
    import.write();
    transaction.commit();
  }
  db::FileCheck check = db::start_check(connection);
  import.prove_all();
  db::publish(std::move(connection), std::move(check));
  return import.take_reports();
}

std::vector<SourceReport> import_existing(const Destination& destination, Group group,
                                          const ImportOptions& options) {
  require_space_for(group, destination.database, k_existing_space_factor);
  Writable writable(destination, options.store);
  db::Connection& connection = writable.connection();
  GroupImport import(connection, group, options);
  {
    const db::TrustedForeignKeys trusted(connection);
    db::WriteTransaction transaction(connection);
    import.write();
    import.prove_all();
    if (import.has_written()) transaction.commit();
  }
  // Also where nothing is new: an import that was killed after its commit has left that in the -wal.
  db::checkpoint_committed(connection);
  return import.take_reports();
}

std::vector<SourceReport> apply_group(const Destination& destination, Group group,
                                      const ImportOptions& options, ImportReport& report) {
  if (!destination.is_there()) {
    try {
      std::vector<SourceReport> reports = import_fresh(destination.database, group, options);
      report.database_created = true;
      return reports;
    } catch (const Error& error) {
      // Another process published its database first: these sources then go into that one.
      if (error.code() != ErrorCode::conflict || !destination.is_there()) throw;
    }
  }
  return import_existing(destination, group, options);
}

/// Does it again, at most twice, where it turns out that one reading was not enough (only a single source is
/// not planned beforehand), or that records must be checked one by one.
std::vector<SourceReport> apply_group_as_needed(const Destination& destination, Group group,
                                                const ImportOptions& options, ImportReport& report) {
  for (;;) {
    try {
      return apply_group(destination, group, options, report);
    } catch (const sources::NeedsForesight&) {
      group.front().plan = plan_with_progress(group.front().file, options);
    } catch (const sources::NeedsRebuildCheck&) {
      for (PlannedSource& source : group) source.rebuild = sources::Rebuild::checked;
    } catch (const sources::JsonDamage& damage) {
      throw sources::damage_error(group.front().file, damage);
    }
  }
}

/// The real work, which is given up. Nothing where a source is refused that need not stop the others: it is
/// marked, and what the others would be without it takes another rehearsal.
std::optional<std::vector<SourceReport>> rehearse(db::Connection& connection, Group group,
                                                  const ImportOptions& options) {
  db::WriteTransaction transaction(connection);
  GroupImport import(connection, group, options);
  try {
    import.write();
    import.prove_all();
  } catch (const Error& error) {
    PlannedSource* const refused = import.in_work();
    if (options.after_refusal == AfterRefusal::stop || refused == nullptr) throw;
    refused->refused = refused_report(refused->file.given_path, refused->kind, error);
    return std::nullopt;
  }
  std::vector<SourceReport> reports = import.take_reports();
  for (SourceReport& report : reports) {
    report.proof.reset();
    report.tables.clear();
  }
  return reports;
}

std::optional<std::vector<SourceReport>> rehearse_at(const Destination& destination, Group group,
                                                     const ImportOptions& options) {
  if (destination.is_there()) {
    Writable writable(destination, options.store);
    return rehearse(writable.connection(), group, options);
  }
  const fs::path unseen = fs::temp_directory_path() / "rlmdb-dry-run.db";
  require_space_for(group, unseen, k_fresh_space_factor);
  db::Connection connection = db::create_unpublished(unseen, options.store);
  return rehearse(connection, group, options);
}

/// What would be: each source against the database and those before it. Without a database in one that nobody
/// sees; there a single source has nothing before it, and its plan says all.
std::vector<SourceReport> dry_run(const Destination& destination, Group group, const ImportOptions& options) {
  if (group.size() == 1 && !destination.is_there()) {
    const PlannedSource& source = group.front();
    SourceReport report = source.refused ? *source.refused : source.plan->report;
    if (!source.refused) report.records.added = source.plan->records;
    return {std::move(report)};
  }
  for (PlannedSource& source : group) source.rebuild = sources::Rebuild::checked;
  for (;;) {
    if (auto reports = rehearse_at(destination, group, options)) return *std::move(reports);
  }
}

/// A source on its own; with keep_going its refusal is a report.
SourceReport import_or_report(const Destination& destination, PlannedSource& source,
                              const ImportOptions& options, ImportReport& report) {
  if (source.refused) return *source.refused;
  try {
    return imports::apply_group_as_needed(destination, Group(&source, 1), options, report).front();
  } catch (const Error& error) {
    if (options.after_refusal == AfterRefusal::stop) throw;
    return refused_report(source.file.given_path, source.kind, error);
  }
}

}  // namespace

void import_planned(const Destination& destination, std::vector<PlannedSource>& planned,
                    const ImportOptions& options, ImportReport& report) {
  if (options.run == Run::dry_run) {
    report.sources = dry_run(destination, planned, options);
  } else if (options.after_refusal == AfterRefusal::stop) {
    report.sources = apply_group_as_needed(destination, planned, options, report);
  } else {
    for (PlannedSource& source : planned)
      report.sources.push_back(import_or_report(destination, source, options, report));
  }
}

namespace {

ImportReport import_found(const Destination& destination, ProjectSources found, const ImportOptions& options,
                          std::chrono::steady_clock::time_point begin) {
  ImportReport report;
  report.database = destination.database;
  report.left_aside = std::move(found.left_aside);
  std::vector<PlannedSource> planned = plan_all(found.files, options);
  import_planned(destination, planned, options, report);
  report.duration = sources::since(begin);
  return report;
}

}  // namespace
}  // namespace imports

ImportReport import_files(const std::filesystem::path& database,
                          const std::vector<std::filesystem::path>& sources, const ImportOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  return imports::import_found({database}, imports::find_sources(sources, database), options, begin);
}

ImportReport import_files(Store& store, const std::vector<std::filesystem::path>& sources,
                          const ImportOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto use = db::connections_of(store).use();
  const imports::Destination destination{use.connection().path(), &use.connection()};
  return imports::import_found(destination, imports::find_sources(sources, destination.database), options,
                               begin);
}

ImportReport import_texts(Store& store, std::span<const SourceText> sources, const ImportOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto use = db::connections_of(store).use();
  imports::ProjectSources found;
  for (const SourceText& source : sources) found.files.push_back({source.path, std::nullopt, source.bytes});
  ImportOptions at_rest = options;
  at_rest.live = LiveSource::refuse;
  return imports::import_found({use.connection().path(), &use.connection()}, std::move(found), at_rest,
                               begin);
}

}  // namespace rlmdb
