// SPDX-License-Identifier: MIT
#include "database/print_database.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

TableCell number_cell(const MigrationStep& step) {
  return {fmt::format("{:04}", step.number)};
}

TableCell applied_cell(const MigrationStep& step) {
  return step.applied ? TableCell{step.applied_at} : TableCell{"pending", Tint::yellow};
}

JsonObject& add_status(JsonObject& object, const MigrationStatus& status) {
  return object.add("current", status.current)
      .add("newest", status.newest)
      .add_array("steps", status.steps, step_rows());
}

}  // namespace

std::string json_init(const std::filesystem::path& database, const DatabaseLocation& location, Made made) {
  return JsonObject()
      .add("database", database)
      .add("rule", location.rule, "which rule named it")
      .add("created", made == Made::now, "false where it was there before, and then nothing was changed")
      .text();
}

std::string json_where(const DatabaseLocation& location) {
  std::error_code ignored;
  return JsonObject()
      .add("database", location.path)
      .add("rule", location.rule)
      .add("why", location.why, "the rule in words")
      .add("exists", std::filesystem::exists(location.path, ignored))
      .text();
}

std::string text_migration_status(const MigrationStatus& status, const Terminal& terminal) {
  const bool is_current = status.current == status.newest;
  return step_rows().sheet(status.steps, terminal).table(terminal) +
         fmt::format("schema {} of {}{}\n", status.current, status.newest,
                     is_current ? "" : "; `rlmdb migrate up` applies the pending steps");
}

std::string text_migration_run(const MigrationReport& report, const Terminal& terminal) {
  std::string lines;
  for (const std::string& part : report.made_again)
    lines += fmt::format("made again: {}\n", shown(part, terminal));
  if (!lines.empty()) lines += "`rlmdb verify` says what was written while it was missing\n";
  if (report.applied.empty()) {
    return lines +
           fmt::format("schema {}: nothing {}to do\n", report.status.current, lines.empty() ? "" : "else ");
  }
  lines += fmt::format("schema {}: {} applied\n", report.status.current,
                       counted(report.applied.size(), "step", "steps"));
  if (report.backup.has_value()) {
    lines += fmt::format("backup of the state before: {}\n", shown(report.backup->string(), terminal));
  }
  return lines;
}

const Rows<MigrationStep>& step_rows() {
  static const Rows<MigrationStep> k_rows(
      {{"number", &MigrationStep::number, {"STEP"}, number_cell},
       {"name", &MigrationStep::name, {"NAME"}},
       {"sha256", &MigrationStep::sha256},
       {"applied", &MigrationStep::applied},
       {"applied_at", unless_empty(&MigrationStep::applied_at), {"APPLIED", 10}, applied_cell}},
      {}, {.screen = "number name applied_at"});
  return k_rows;
}

std::string json_migration_status(const MigrationStatus& status) {
  JsonObject object;
  return add_status(object, status).text();
}

std::string json_migration_run(const MigrationReport& report) {
  JsonObject object;
  return add_status(object, report.status)
      .add_array("applied", report.applied, std::identity())
      .add("backup", report.backup)
      .add_array("made_again", report.made_again, std::identity(),
                 "indexes, views and triggers that were dropped in another tool")
      .text();
}

}  // namespace rlmdb::cli
