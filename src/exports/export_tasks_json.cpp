// SPDX-License-Identifier: MIT
// 1. One snapshot: the newest import's top level, then every record in store order.
// 2. `updatedAt` is the source's own, or the time of the newest change made here since.
// 3. A file is written beside its target and takes its name only when it is complete and durable.
#include <chrono>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/event_rows.hpp"
#include "exports/tasks_export.hpp"
#include "outputs/output_file.hpp"
#include "records/record_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "sources/canonical_document.hpp"
#include "sources/import_rows.hpp"
#include "sources/tasks_text.hpp"
#include "util/clock.hpp"
#include "util/sha256_thread.hpp"
#include "variables/value_files.hpp"

namespace rlmdb {

namespace {

/// What a legacy store would write around the tasks of a database that nothing was ever imported into.
std::string new_top_level() {
  return R"({"version":1,"updatedAt":")" + util::utc_now_text() + R"(","tasks":[]})";
}

/// Tells the caller how far an export is, five times a second, and asks whether to go on.
class ExportPulse {
 public:
  ExportPulse(const ExportOptions& options, db::Connection& connection)
      : m_options(options),
        m_total(options.progress
                    ? static_cast<std::uint64_t>(records::TaskRows(connection).count_by_state().total)
                    : 0) {}

  void operator()(const ExportReport& report) {
    if (m_options.cancelled != nullptr && *m_options.cancelled)
      throw Error(ErrorCode::io, "interrupted; the export is not complete", {}, "run the same command again");
    const Clock::time_point now = Clock::now();
    if (!m_options.progress || now < m_next) return;
    m_next = now + std::chrono::milliseconds{200};
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_begin);
    m_options.progress({report.bytes, report.tasks, m_total, elapsed});
  }

 private:
  using Clock = std::chrono::steady_clock;

  const ExportOptions& m_options;
  std::uint64_t m_total;
  Clock::time_point m_begin = Clock::now();
  Clock::time_point m_next = m_begin;
};

using Elements = sources::TasksOutline::Elements;

void note_rejects(sources::ImportRows& imports, ExportReport& report) {
  constexpr std::size_t k_most_rejects_named = 1000;
  const std::vector<sources::StandingReject> rejects = imports.standing_rejects();
  report.left_out += rejects.size();
  for (const sources::StandingReject& reject : rejects) {
    if (report.missing.size() == k_most_rejects_named) break;
    report.missing.push_back(
        {reject.source_path + ": byte " + std::to_string(reject.byte_offset) + " " + reject.json_pointer,
         reject.code, "the import rejected the record: import_rejects has it, and no tasks.json can"});
  }
}

/// In a project the documents of their trees have them.
void note_nodes(std::uint64_t nodes, ExportReport& report) {
  if (nodes == 0) return;
  report.left_out += nodes;
  report.missing.push_back({"tasks.json", "node_left",
                            std::to_string(nodes) +
                                (nodes == 1 ? " node that only a document of its tree has is"
                                            : " nodes that only documents of trees have are") +
                                " in no tasks.json: `rlmdb export --format project` writes them, too"});
}

}  // namespace

ExportReport exports::write_tasks_json(db::Connection& connection, const ByteSink& sink,
                                       const ExportOptions& options, TasksForm form) {
  ExportReport report;
  std::optional<sources::TasksText> written;
  if (form == TasksForm::in_project) written.emplace(connection);
  std::optional<variables::ValueFiles> values;
  if (form == TasksForm::in_project) values.emplace(connection);
  if (written && written->is_canonical()) written.reset();
  ExportPulse pulse(options, connection);
  util::Sha256Thread sha256;
  const ByteSink counted = [&](std::string_view bytes) {
    sha256.update(bytes);
    report.bytes += bytes.size();
    sink(bytes);
    pulse(report);
  };
  sources::ImportRows imports(connection);
  const std::optional<sources::TopLevel> top_level = imports.newest_top_level();
  const std::optional<std::string> updated_at =
      options.updated_at ? options.updated_at : events::EventRows(connection).last_change_time();
  note_rejects(imports, report);
  std::uint64_t nodes = 0;
  const auto write_record = [&](const records::RecordTexts& record, const Elements& element) {
    const std::int64_t id = record.record().id;
    const auto referring = values ? values->record_text(id, record.text()) : std::nullopt;
    const std::string_view text = referring ? std::string_view(*referring) : record.text();
    element(id, written ? written->element(id, text, record.beside()) : text);
    ++report.tasks;
  };
  const auto write_records = [&](const Elements& element) {
    records::RecordTexts records(connection, 0, written ? written->kept_texts() : nullptr);
    while (records.next()) records.has_store_id() ? write_record(records, element) : void(++nodes);
  };
  const std::string around = top_level ? top_level->json : new_top_level();
  if (written) {
    written->write(counted, around, updated_at, write_records);
  } else {
    sources::CanonicalDocument document(counted);
    sources::write_document(document, around, updated_at, [&](const auto& element) {
      write_records([&element](std::int64_t, std::string_view text) { element(text); });
    });
  }
  if (form == TasksForm::canonical) note_nodes(nodes, report);
  report.sha256 = sha256.finish_hex();
  return report;
}

ExportReport export_tasks_json(const Store& store, const ByteSink& sink, const ExportOptions& options) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return exports::write_tasks_json(use.connection(), sink, options, exports::TasksForm::canonical);
}

ExportReport export_tasks_json(const Store& store, const std::filesystem::path& file,
                               const ExportOptions& options) {
  return outputs::export_to_file(store, file, options.overwrite, [&](const ByteSink& sink) {
    return export_tasks_json(store, sink, options);
  });
}

}  // namespace rlmdb
