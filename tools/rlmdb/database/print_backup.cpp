// SPDX-License-Identifier: MIT
#include "database/print_backup.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string verified_text(const VerifyReport& verified) {
  return verified.finding_count == 0
             ? "verified"
             : counted(verified.finding_count, "finding", "findings") + ", see rlmdb verify";
}

JsonObject& add_findings(JsonObject& object, const VerifyReport& verified) {
  return object.add("finding_count", verified.finding_count)
      .add_array("findings", verified.findings, add_finding, "what verify finds in it, the first 1,000");
}

void add_lost(JsonObject& object, const Lacking& lost) {
  object.add("tasks", lost.tasks)
      .add("events", lost.events)
      .add_or_null("newest_event_at", lost.newest_event_at);
}

}  // namespace

std::string text_backup(const BackupReport& report, const Terminal& terminal) {
  return fmt::format("{}: {}, {}, {}\nsha256 {}\n", shown(report.file.string(), terminal),
                     counted(report.tasks, "task", "tasks"), bytes_text(report.bytes),
                     verified_text(report.verified), report.sha256);
}

void add_backup(JsonObject& object, const BackupReport& report) {
  object.add("file", report.file)
      .add("bytes", report.bytes)
      .add("sha256", report.sha256)
      .add("tasks", report.tasks);
  add_findings(object, report.verified);
}

std::string json_backup(const BackupReport& report) {
  JsonObject object;
  add_backup(object, report);
  return object.text();
}

std::string text_restore(const BackupRestored& report, const Terminal& terminal) {
  std::string lines = fmt::format("{}: {}, {}, {}\n", shown(report.database.string(), terminal),
                                  counted(report.tasks, "task", "tasks"), bytes_text(report.bytes),
                                  verified_text(report.verified));
  if (report.lost && (report.lost->tasks > 0 || report.lost->events > 0))
    lines += fmt::format("gone with it: {}, {}\n", counted(report.lost->tasks, "task", "tasks"),
                         counted(report.lost->events, "event", "events"));
  if (report.kept)
    lines += fmt::format("what was there before: {}\n", shown(report.kept->string(), terminal));
  return lines;
}

std::string json_restore(const BackupRestored& report) {
  JsonObject object;
  object.add("database", report.database)
      .add("bytes", report.bytes)
      .add("tasks", report.tasks)
      .add("kept", report.kept, "the copy of what was there before; null where there was no database")
      .add_object("lost", report.lost, add_lost,
                  "what that held and the backup lacks; null where it is not known");
  return add_findings(object, report.verified).text();
}

std::string text_vacuum(const VacuumReport& report) {
  return fmt::format("the file has {}, before {}{}\n", bytes_text(report.bytes_after),
                     bytes_text(report.bytes_before),
                     report.is_complete ? "" : "; a reader keeps the old size until it ends");
}

void add_vacuum(JsonObject& object, const VacuumReport& report) {
  object.add("bytes_before", report.bytes_before, "of the file")
      .add("bytes_after", report.bytes_after)
      .add("free_bytes", report.free_bytes, "of its empty pages before")
      .add("is_complete", report.is_complete, "false where a reader keeps the old size until it ends");
}

std::string json_vacuum(const VacuumReport& report) {
  JsonObject object;
  add_vacuum(object, report);
  return object.text();
}

}  // namespace rlmdb::cli
