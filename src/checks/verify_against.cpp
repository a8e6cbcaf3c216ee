// SPDX-License-Identifier: MIT
// verify_against: both documents record by record, matched by id.
#include <algorithm>
#include <unordered_set>

#include "checks/compare_tasks.hpp"
#include "checks/verify_parts.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/event_rows.hpp"
#include "records/record_text.hpp"
#include "records/store_id_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/verify.hpp"
#include "sources/import_plan.hpp"
#include "sources/reissued_rows.hpp"
#include "util/text_bytes.hpp"
#include "variables/value_files.hpp"

namespace rlmdb {

namespace checks {

namespace {

/// The pointer of the first member in which two objects differ, looked for inside objects that both have.
std::string first_different_member(std::string_view left, std::string_view right) {
  std::vector<json::Member> left_members;
  std::vector<json::Member> right_members;
  std::string pointer;
  for (;;) {
    json::split_members(left, left_members);
    json::split_members(right, right_members);
    const std::size_t both = std::min(left_members.size(), right_members.size());
    const auto is_same = [&](std::size_t i) {
      return left_members[i].raw_name == right_members[i].raw_name &&
             left_members[i].raw_value == right_members[i].raw_value;
    };
    std::size_t i = 0;
    while (i < both && is_same(i)) ++i;
    if (i >= left_members.size() && i >= right_members.size()) return pointer;
    const json::Member& member = i < right_members.size() ? right_members[i] : left_members[i];
    std::string name;
    json::decode_string(member.raw_name, name);
    json::append_pointer_name(pointer, name);
    const bool is_inside = i < both && left_members[i].raw_name == right_members[i].raw_name &&
                           left_members[i].kind == json::JsonKind::object &&
                           right_members[i].kind == json::JsonKind::object;
    if (!is_inside) return pointer;
    left = left_members[i].raw_value;
    right = right_members[i].raw_value;
  }
}

class Comparison {
 public:
  Comparison(db::Connection& connection, const sources::SourceFile& source, const DifferenceSink& sink)
      : m_tasks(connection),
        m_events(connection),
        m_finder(connection),
        m_reissued(connection),
        m_has_reissued(m_reissued.has_any()),
        m_value_files(connection),
        m_source(source),
        m_sink(sink) {}

  [[nodiscard]] bool looks_ahead() const noexcept { return m_has_reissued; }
  /// Of each record, before the first is compared: others may name it.
  void look_ahead(const records::TaskRecord& record) {
    const std::string_view id = record.task[records::task_legacy_id].text;
    const std::optional<sources::ReissuedTask> known = find_reissued(record);
    m_followed.add(id, known ? std::string_view(known->legacy_id) : id);
  }

  void compare(const sources::SourceRecord& expected) {
    const std::string id(expected.record.task[records::task_legacy_id].text);
    const auto where = [&](std::string_view pointer) {
      return util::byte_place(m_source.given_path, expected.byte_offset) + " /tasks/" +
             std::to_string(expected.ordinal) + std::string(pointer);
    };
    const std::optional<std::int64_t> key = find(expected.record);
    if (!key) {
      m_sink({id, {where(""), "missing_here", "task " + id + " is in the file, not in the database"}});
      return;
    }
    m_seen.insert(*key);
    std::string text = m_finder.take(*key, 2);
    if (m_finder.record().task[records::task_legacy_id].text != id) text = records::with_store_id(text, id);
    if (util::digest128(text) == expected.digest) return;
    auto referring = m_value_files.record_text(*key, text);
    if (referring) {
      text = *std::move(referring);
      if (util::digest128(text) == expected.digest) return;
    }
    std::string canonical;
    json::ScanOptions layout;
    layout.indent_depth = 2;
    layout.max_depth = 1U << 30;
    (void)json::scan_value(m_source.read_at(expected.byte_offset, expected.byte_count), 0, layout,
                           &canonical);
    // It may name the records of its file by the ids that they have here.
    canonical = m_followed.text(std::move(canonical));
    if (text == canonical) return;
    m_sink({id,
            {where(first_different_member(text, canonical)), "differs",
             "task " + id + " differs between the file and the database" +
                 (was_purged(*key) ? "; a purge took a text out of it here" : "")}});
  }
  [[nodiscard]] bool has_seen(std::int64_t id) const { return m_seen.contains(id); }

 private:
  [[nodiscard]] bool was_purged(std::int64_t id) {
    const std::vector<Event> events = m_events.of_task(id);
    return std::any_of(events.begin(), events.end(),
                       [](const Event& event) { return event.kind == to_text(EventKind::task_purged); });
  }

  /// One whose id was issued twice may go by another one here.
  [[nodiscard]] std::optional<sources::ReissuedTask> find_reissued(const records::TaskRecord& record) {
    const records::Cell& created = record.task[records::task_created_at];
    if (!m_has_reissued || created.type != records::CellType::text) return std::nullopt;
    return m_reissued.find(record.task[records::task_legacy_id].text, created.text);
  }

  [[nodiscard]] std::optional<std::int64_t> find(const records::TaskRecord& record) {
    if (const auto known = find_reissued(record)) return known->task_id;
    const std::optional<records::TaskKey> key = m_tasks.find_key(record.task[records::task_legacy_id].text);
    return key ? std::optional(key->id) : std::nullopt;
  }

  records::TaskRows m_tasks;
  events::EventRows m_events;
  records::RecordTextFinder m_finder;
  sources::ReissuedRows m_reissued;
  const bool m_has_reissued;
  const variables::ValueFiles m_value_files;
  records::FollowedIds m_followed;
  const sources::SourceFile& m_source;
  const DifferenceSink& m_sink;
  std::unordered_set<std::int64_t> m_seen;
};

}  // namespace

std::uint64_t compare_tasks(db::Connection& connection, const sources::SourceFile& source,
                            const DifferenceSink& sink) {
  ImportOptions options;
  options.bad_records = BadRecords::quarantine;
  const sources::SourcePlan plan = sources::plan_source(source, options, [](std::uint64_t, std::uint64_t) {});
  for (const Finding& reject : plan.report.rejects) sink({"", reject});
  Comparison comparison(connection, source, sink);
  sources::SourceReaderOptions how = sources::reader_options(options);
  how.foresight = &plan.foresight;
  if (comparison.looks_ahead()) {
    sources::SourceReader ahead(source, how);
    while (const auto batch = ahead.next())
      for (const sources::SourceRecord& record : batch->records) comparison.look_ahead(record.record);
  }
  sources::SourceReader reader(source, how);
  std::uint64_t compared = 0;
  while (const auto batch = reader.next()) {
    for (const sources::SourceRecord& record : batch->records) comparison.compare(record);
    compared += batch->records.size();
  }
  records::RecordTexts records(connection);
  while (records.next()) {
    if (comparison.has_seen(records.record().id) || !records.has_store_id()) continue;
    const std::string name = record_name(records.record());
    sink({name, {name, "missing_there", "the task is in the database, not in the file"}});
  }
  return compared;
}

}  // namespace checks

VerifyReport verify_against(const Store& store, const std::filesystem::path& tasks_json) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const sources::SourceFile source = sources::open_source(tasks_json, LiveSource::snapshot);
  VerifyReport report;
  checks::VerifyNotes notes(report);
  const db::ReadTransaction snapshot(connection);
  report.tasks_checked =
      checks::compare_tasks(connection, source, [&notes](const checks::TaskDifference& difference) {
        const auto& [where, code, message] = difference.finding;
        notes.add(where, code, message);
      });
  return report;
}

}  // namespace rlmdb
