// SPDX-License-Identifier: MIT
// verify: SQLite's own checks, the counts of every import, then every record: it must be put together again,
// and where nothing changed it since its import, give the digest it had then. On the way, jobs/oddities.
// verify_against: both documents record by record, matched by id.
#include <algorithm>
#include <unordered_set>

#include "db/backup.hpp"
#include "db/sql_text.hpp"
#include "db/transaction.hpp"
#include "jobs/import_plan.hpp"
#include "jobs/oddities.hpp"
#include "jobs/record_text.hpp"
#include "rlmdb/verify.hpp"
#include "store/connections.hpp"
#include "store/meta_rows.hpp"
#include "store/task_rows.hpp"
#include "verify.sql.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_findings = 1000;

void add(VerifyReport& report, std::string where, std::string code, std::string message) {
  ++report.finding_count;
  if (report.findings.size() < k_most_findings) {
    report.findings.push_back({std::move(where), std::move(code), std::move(message)});
  }
}

std::string id_of(const model::TaskRecord& record) {
  const model::Cell& id = record.task[model::task_legacy_id];
  return id.is_null() ? "tasks:" + std::to_string(record.id) : std::string(id.text);
}

void check_sqlite(db::Connection& connection, VerifyReport& report) {
  for (const std::string& message : db::integrity_messages(connection)) {
    add(report, connection.path().string(), "database_damaged", message);
  }
}

void check_counts(db::Connection& connection, VerifyReport& report) {
  const std::int64_t expected =
      db::get_int64(connection.cached(db::sql_named(k_verify_sql, "sum_imported_new")));
  const std::int64_t present =
      db::get_int64(connection.cached(db::sql_named(k_verify_sql, "count_imported_tasks")));
  const std::int64_t removed = store::MetaRows(connection).counter("removed_imported_tasks");
  if (present + removed < expected) {
    add(report, "tasks", "rows_missing",
        std::to_string(expected) + " tasks were imported, " + std::to_string(present) + " are there" +
            (removed > 0 ? " and " + std::to_string(removed) + " were removed by a cleanup" : ""));
  }
  db::for_each_row(connection.cached(db::sql_named(k_verify_sql, "count_rejects_by_import")),
                   [&](const db::Statement& row) {
                     if (row.column_int64(1) == row.column_int64(2)) return;
                     add(report, "imports:" + std::to_string(row.column_int64(0)), "rejects_missing",
                         "the import rejected " + std::to_string(row.column_int64(1)) + " records, " +
                             std::to_string(row.column_int64(2)) + " are kept");
                   });
}

void check_record(jobs::RecordTexts& records, VerifyReport& report) {
  const model::TaskRecord& record = records.record();
  const bool unchanged_here = record.version == record.source_version;
  if (!unchanged_here || record.source_digest.empty()) return;
  const util::Digest128 digest = util::digest128(records.text());
  if (record.source_digest == std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()))
    return;
  add(report, id_of(record), "changed_outside",
      "the record differs from its import though rlmdb did not change it: it was edited in another tool, or "
      "damaged");
}

void check_records(db::Connection& connection, VerifyReport& report, jobs::Oddities& oddities) {
  jobs::RecordTexts records(connection);
  while (records.next()) {
    ++report.tasks_checked;
    check_record(records, report);
    oddities.judge_record(records.record(), records.text());
  }
}

/// The pointer of the first member in which two objects differ, looked for inside objects that both have.
std::string first_different_member(std::string_view left, std::string_view right) {
  std::vector<legacy::Member> left_members;
  std::vector<legacy::Member> right_members;
  std::string pointer;
  for (;;) {
    legacy::split_members(left, left_members);
    legacy::split_members(right, right_members);
    const std::size_t both = std::min(left_members.size(), right_members.size());
    const auto is_same = [&](std::size_t i) {
      return left_members[i].raw_name == right_members[i].raw_name &&
             left_members[i].raw_value == right_members[i].raw_value;
    };
    std::size_t i = 0;
    while (i < both && is_same(i)) ++i;
    if (i >= left_members.size() && i >= right_members.size()) return pointer;
    const legacy::Member& member = i < right_members.size() ? right_members[i] : left_members[i];
    std::string name;
    legacy::decode_string(member.raw_name, name);
    legacy::append_pointer_name(pointer, name);
    const bool is_inside = i < both && left_members[i].raw_name == right_members[i].raw_name &&
                           left_members[i].kind == legacy::JsonKind::object &&
                           right_members[i].kind == legacy::JsonKind::object;
    if (!is_inside) return pointer;
    left = left_members[i].raw_value;
    right = right_members[i].raw_value;
  }
}

class Comparison {
 public:
  Comparison(db::Connection& connection, const jobs::SourceFile& source, VerifyReport& report)
      : m_tasks(connection), m_finder(connection), m_source(source), m_report(report) {}

  void compare(const jobs::SourceRecord& expected) {
    ++m_report.tasks_checked;
    const std::string id(expected.record.task[model::task_legacy_id].text);
    const auto where = [&](std::string_view pointer) {
      return m_source.given_path + ":" + std::to_string(expected.byte_offset) + " /tasks/" +
             std::to_string(expected.ordinal) + std::string(pointer);
    };
    const std::optional<store::TaskKey> key = m_tasks.find_key(id);
    if (!key) {
      add(m_report, where(""), "missing_here", "task " + id + " is in the file, not in the database");
      return;
    }
    m_seen.insert(key->id);
    const std::string& text = m_finder.find(key->id, 2);
    if (util::digest128(text) == expected.digest) return;
    std::string canonical;
    legacy::ScanOptions layout;
    layout.indent_depth = 2;
    layout.max_depth = 1U << 30;
    (void)legacy::scan_value(m_source.read_at(expected.byte_offset, expected.byte_count), 0, layout,
                             &canonical);
    add(m_report, where(first_different_member(text, canonical)), "differs",
        "task " + id + " differs between the file and the database");
  }
  [[nodiscard]] bool has_seen(std::int64_t id) const { return m_seen.contains(id); }

 private:
  store::TaskRows m_tasks;
  jobs::RecordTextFinder m_finder;
  const jobs::SourceFile& m_source;
  VerifyReport& m_report;
  std::unordered_set<std::int64_t> m_seen;
};

}  // namespace

VerifyReport verify(const Store& store) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  VerifyReport report;
  check_sqlite(connection, report);
  if (report.finding_count > 0) return report;  // the rows of a damaged file prove nothing
  const db::ReadTransaction snapshot(connection);
  check_counts(connection, report);
  jobs::Oddities oddities(report);
  oddities.judge_trees(connection);
  check_records(connection, report, oddities);
  oddities.judge_documents(connection);
  return report;
}

VerifyReport verify_against(const Store& store, const std::filesystem::path& tasks_json) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const jobs::SourceFile source = jobs::open_source(tasks_json, LiveSource::snapshot);
  ImportOptions options;
  options.bad_records = BadRecords::quarantine;
  const jobs::SourcePlan plan = jobs::plan_source(source, options, [](std::uint64_t, std::uint64_t) {});
  VerifyReport report;
  for (const Finding& reject : plan.report.rejects) add(report, reject.where, reject.code, reject.message);
  const db::ReadTransaction snapshot(connection);
  Comparison comparison(connection, source, report);
  jobs::SourceReaderOptions how = jobs::reader_options(options);
  how.foresight = &plan.foresight;
  jobs::SourceReader reader(source, how);
  while (const auto batch = reader.next()) {
    for (const jobs::SourceRecord& record : batch->records) comparison.compare(record);
  }
  jobs::RecordTexts records(connection);
  while (records.next()) {
    if (comparison.has_seen(records.record().id) || !records.has_store_id()) continue;
    add(report, id_of(records.record()), "missing_there", "the task is in the database, not in the file");
  }
  return report;
}

}  // namespace rlmdb
