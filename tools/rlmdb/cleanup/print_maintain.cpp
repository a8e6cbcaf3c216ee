// SPDX-License-Identifier: MIT
#include "cleanup/print_maintain.hpp"

#include <fmt/format.h>

#include "cleanup/print_cleanup.hpp"
#include "database/print_backup.hpp"
#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "frame/duration.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string backup_text(const BackupReport& backup, const Terminal& terminal) {
  return fmt::format("{}: {}, {}, {}\n", shown(backup.file.string(), terminal),
                     counted(backup.tasks, "task", "tasks"), bytes_text(backup.bytes),
                     backup.verified.finding_count == 0
                         ? "put back and verified"
                         : counted(backup.verified.finding_count, "finding", "findings"));
}

std::string kept_option(const RetentionSetting& setting) {
  const auto* count = std::get_if<std::int64_t>(&setting.kept);
  return count == nullptr ? duration_option(std::get<std::chrono::milliseconds>(setting.kept))
                          : std::to_string(*count);
}

}  // namespace

const Rows<RetentionSetting>& retention_rows() {
  static const Rows<RetentionSetting> k_rows(
      {{"kind", &RetentionSetting::kind, {"KIND", 9}},
       {"kept", kept_option, {"KEPT", 5}},
       {"kept_ms",
        [](const RetentionSetting& setting) {
          const auto* kept = std::get_if<std::chrono::milliseconds>(&setting.kept);
          return kept == nullptr ? std::nullopt : std::optional(std::int64_t{kept->count()});
        }},
       {"set_at", as_time(&RetentionSetting::set_at), {"SET", time_width()}},
       {"listed_at",
        about("when maintain first listed what would go by it; null: not yet, so nothing goes",
              as_time(unless_empty(&RetentionSetting::listed_at))),
        {"LISTED", 16}},
       {"kept_count",
        [](const RetentionSetting& setting) {
          const auto* kept = std::get_if<std::int64_t>(&setting.kept);
          return kept == nullptr ? std::nullopt : std::optional(*kept);
        }}},
      {}, {.screen = "kind kept set_at listed_at"});
  return k_rows;
}

std::string json_retention(const std::vector<RetentionSetting>& settings) {
  return JsonObject().add_array("settings", settings, retention_rows()).text();
}

std::string text_maintain(const MaintainReport& report, const Terminal& terminal) {
  std::string text = report.backup.has_value() ? backup_text(*report.backup, terminal) : std::string{};
  switch (report.outcome) {
    case MaintainOutcome::no_retention:
      return "no retention is set, so nothing was removed; `rlmdb retention set completed=30d` sets one\n";
    case MaintainOutcome::listed:
      text += text_removals(report.cleanup, terminal) +
              text_cleanup(report.cleanup, CleanupRun::dry_run, terminal) +
              "nothing was removed: this run only lists; the next one removes what is old enough then\n";
      break;
    case MaintainOutcome::backup_unsound:
      text += "nothing was removed: `rlmdb verify` finds what is wrong with the database\n";
      break;
    default:
      text += text_cleanup(report.cleanup, CleanupRun::apply, terminal);
  }
  return report.vacuum.has_value() ? text + text_vacuum(*report.vacuum) : text;
}

std::string json_maintain(const MaintainReport& report) {
  return JsonObject()
      .add("outcome", report.outcome)
      .add_array("retention", report.retention, retention_rows(), "the settings")
      .add_object("cleanup", report.cleanup, add_cleanup, "as rlmdb cleanup tells it")
      .add_object("backup", report.backup, add_backup, "null where nothing was to go")
      .add_object("vacuum", report.vacuum, add_vacuum, "null where too little would be won")
      .text();
}

}  // namespace rlmdb::cli
