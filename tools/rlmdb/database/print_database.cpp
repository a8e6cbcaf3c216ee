// SPDX-License-Identifier: MIT
#include "database/print_database.hpp"

#include <fmt/format.h>

#include "format/json_document.hpp"
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
  return object.add("current", std::int64_t{status.current})
      .add("newest", std::int64_t{status.newest})
      .add_array("steps", status.steps, step_rows());
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
  return step_rows().sheet(status.steps, terminal).table(terminal) +
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
  std::string json;
  JsonObject object(json);
  add_status(object, status).close();
  return json;
}

std::string json_migration_run(const MigrationReport& report) {
  std::string json;
  JsonObject object(json);
  add_status(object, report.status)
      .add_array("applied", report.applied,
                 [](std::string& text, std::int64_t step) { append_json(text, step); })
      .add("backup", report.backup.has_value() ? std::optional(report.backup->string()) : std::nullopt)
      .close();
  return json;
}

}  // namespace rlmdb::cli
