// SPDX-License-Identifier: MIT
#include "database/print_database.hpp"

#include <fmt/format.h>

#include "format/json_document.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string steps_text(const MigrationStatus& status, const Terminal& terminal) {
  TextTable table({{"STEP", Align::right}, {"NAME"}, {"APPLIED", Align::left, 10}}, terminal);
  for (const MigrationStep& step : status.steps) {
    table.add_row({{fmt::format("{:04}", step.number)},
                   {step.name},
                   {step.applied ? step.applied_at : "pending", step.applied ? Tint::none : Tint::yellow}});
  }
  return table.take();
}

Json json_of(const MigrationStatus& status) {
  Json steps = Json::array();
  for (const MigrationStep& step : status.steps) {
    steps.push_back({{"number", step.number},
                     {"name", step.name},
                     {"sha256", step.sha256},
                     {"applied", step.applied},
                     {"applied_at", step.applied_at.empty() ? Json() : Json(step.applied_at)}});
  }
  return {{"current", status.current}, {"newest", status.newest}, {"steps", steps}};
}

}  // namespace

std::string json_init(const std::filesystem::path& database, const DatabaseLocation& location, Made made) {
  return text_of(
      {{"database", database.string()}, {"rule", to_text(location.rule)}, {"created", made == Made::now}});
}

std::string json_where(const DatabaseLocation& location) {
  std::error_code ignored;
  return text_of({{"database", location.path.string()},
                  {"rule", to_text(location.rule)},
                  {"why", location.why},
                  {"exists", std::filesystem::exists(location.path, ignored)}});
}

std::string text_migration_status(const MigrationStatus& status, const Terminal& terminal) {
  const bool is_current = status.current == status.newest;
  return steps_text(status, terminal) +
         fmt::format("schema {} of {}{}\n", status.current, status.newest,
                     is_current ? "" : "; `rlmdb migrate up` applies the pending steps");
}

std::string text_migration_run(const MigrationReport& report, const Terminal& terminal) {
  if (report.applied.empty()) {
    return fmt::format("schema {}: nothing to do\n", report.status.current);
  }
  std::string lines = fmt::format("schema {}: {} applied\n", report.status.current,
                                  counted(report.applied.size(), "step", "steps"));
  if (report.backup.has_value()) {
    lines += fmt::format("backup of the state before: {}\n", shown(report.backup->string(), terminal));
  }
  return lines;
}

std::string json_migration_status(const MigrationStatus& status) {
  return text_of(json_of(status));
}

std::string json_migration_run(const MigrationReport& report) {
  Json data = json_of(report.status);
  data["applied"] = report.applied;
  data["backup"] = report.backup.has_value() ? Json(report.backup->string()) : Json();
  return text_of(data);
}

}  // namespace rlmdb::cli
