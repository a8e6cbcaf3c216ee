// SPDX-License-Identifier: MIT
#include "database/print_backup.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string verified_text(const VerifyReport& verified) {
  return verified.finding_count == 0 ? "verified"
                                     : counted(verified.finding_count, "finding") + ", see rlmdb verify";
}

void add_findings(JsonObject& object, const VerifyReport& verified) {
  object.add("finding_count", static_cast<std::int64_t>(verified.finding_count))
      .add_array("findings", verified.findings, [](std::string& json, const Finding& finding) {
        JsonObject(json)
            .add("where", std::string_view(finding.where))
            .add("code", std::string_view(finding.code))
            .add("message", std::string_view(finding.message))
            .close();
      });
}

}  // namespace

std::string text_backup(const BackupReport& report, const Terminal& terminal) {
  return fmt::format("{}: {}, {}, {}\nsha256 {}\n", shown(report.file.string(), terminal),
                     counted(report.tasks, "task"), bytes_text(report.bytes), verified_text(report.verified),
                     report.sha256);
}

std::string json_backup(const BackupReport& report) {
  std::string json;
  JsonObject object(json);
  object.add("file", std::string_view(report.file.string()))
      .add("bytes", static_cast<std::int64_t>(report.bytes))
      .add("sha256", std::string_view(report.sha256))
      .add("tasks", static_cast<std::int64_t>(report.tasks));
  add_findings(object, report.verified);
  object.close();
  return json;
}

std::string text_restore(const BackupRestored& report, const Terminal& terminal) {
  std::string lines =
      fmt::format("{}: {}, {}, {}\n", shown(report.database.string(), terminal),
                  counted(report.tasks, "task"), bytes_text(report.bytes), verified_text(report.verified));
  if (report.lost && (report.lost->tasks > 0 || report.lost->events > 0))
    lines += fmt::format("gone with it: {}, {}\n", counted(report.lost->tasks, "task"),
                         counted(report.lost->events, "event"));
  if (report.kept)
    lines += fmt::format("what was there before: {}\n", shown(report.kept->string(), terminal));
  return lines;
}

std::string json_restore(const BackupRestored& report) {
  std::string json;
  JsonObject object(json);
  object.add("database", std::string_view(report.database.string()))
      .add("bytes", static_cast<std::int64_t>(report.bytes))
      .add("tasks", static_cast<std::int64_t>(report.tasks))
      .add_or_null("kept", report.kept ? report.kept->string() : std::string());
  if (report.lost) {
    JsonObject(object.member("lost"))
        .add("tasks", static_cast<std::int64_t>(report.lost->tasks))
        .add("events", static_cast<std::int64_t>(report.lost->events))
        .add_or_null("newest_event_at", report.lost->newest_event_at)
        .close();
  } else {
    object.add_literal("lost", "null");
  }
  add_findings(object, report.verified);
  object.close();
  return json;
}

}  // namespace rlmdb::cli
