// SPDX-License-Identifier: MIT
// verify, records: each must be put together again, and where nothing changed it since its import, give the
// digest that it had then. On the way, checks/oddities. Where one cannot be read, all others are looked at
// one by one.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "checks/oddities.hpp"
#include "checks/verify_parts.hpp"
#include "db/sql_text.hpp"
#include "json/json_scan.hpp"
#include "records/record_text.hpp"
#include "variables/value_files.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

std::string record_name(const records::TaskRecord& record) {
  const records::Cell& id = record.task[records::task_legacy_id];
  return id.is_null() ? "tasks:" + std::to_string(record.id) : std::string(id.text);
}

namespace {

class TaskCheck {
 public:
  TaskCheck(db::Connection& connection, VerifyNotes& notes)
      : m_connection(connection), m_notes(notes), m_oddities(notes.report()) {}

  void run() {
    m_notes.guarded("tasks", [&] { m_oddities.judge_dependencies(m_connection); });
    m_notes.guarded("tree_nodes", [&] { m_oddities.judge_trees(m_connection); });
    // Before the records: while those are read, the connection is lent.
    m_notes.guarded("value_files", [&] { m_value_files.emplace(m_connection); });
    if (!look_at_all()) look_at_rest();
    if (is_readable()) m_notes.guarded("document_nodes", [&] { m_oddities.judge_documents(m_connection); });
  }

 private:
  /// Documents are asked what they say by now, which takes texts and records that can be read.
  [[nodiscard]] bool is_readable() const {
    const auto& findings = m_notes.report().findings;
    return std::all_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.code == "changed_outside"; });
  }

  /// In store order, as an export reads them. False where it cannot go on.
  bool look_at_all() {
    try {
      records::RecordTexts records(m_connection);
      while (records.next()) {
        m_seen.insert(records.record().id);
        look_at(records.record(), records.text());
      }
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::corrupt && error.code() != ErrorCode::internal) throw;
      return false;
    }
  }

  void look_at_rest() {
    std::vector<std::int64_t> ids;
    m_notes.guarded("tasks", [&] {
      db::for_each_row(m_connection.cached(db::sql_named(k_verify_sql, "select_task_ids")),
                       [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
    });
    for (const std::int64_t id : ids) {
      if (m_seen.contains(id)) continue;
      m_notes.guarded("tasks:" + std::to_string(id), [&] {
        records::RecordTextFinder finder(m_connection);
        const std::string& text = finder.find(id, k_depth);
        look_at(finder.record(), text);
      });
    }
  }

  void look_at(const records::TaskRecord& record, const std::string& text) {
    ++m_notes.report().tasks_checked;
    const bool unchanged_here = record.version == record.source_version;
    if (unchanged_here && !record.source_digest.empty()) check_digest(record, text);
    m_oddities.judge_record(record, text);
  }

  void check_digest(const records::TaskRecord& record, const std::string& text) {
    const auto is_source = [&](std::string_view here) {
      const util::Digest128 digest = util::digest128(here);
      return record.source_digest ==
             std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size());
    };
    if (is_source(text)) return;
    const auto referring = m_value_files ? m_value_files->record_text(record.id, text) : std::nullopt;
    if (referring && is_source(*referring)) return;
    m_notes.add(record_name(record), "changed_outside",
                "the record differs from its import though rlmdb did not change it: it was edited in another "
                "tool, or damaged");
  }

  static constexpr unsigned k_depth = 2;  ///< records stand in a list in an object

  db::Connection& m_connection;
  VerifyNotes& m_notes;
  Oddities m_oddities;
  std::optional<variables::ValueFiles> m_value_files;  ///< nullopt: they cannot be read
  std::unordered_set<std::int64_t> m_seen;
};

}  // namespace

void verify_tasks(db::Connection& connection, VerifyNotes& notes) {
  TaskCheck(connection, notes).run();
}

}  // namespace rlmdb::checks
