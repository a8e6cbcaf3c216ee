// SPDX-License-Identifier: MIT
#include "print_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "warnings.hpp"

namespace rlmdb::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Bytes that are not UTF-8 (possible in file names) become U+FFFD: a JSON document must be UTF-8.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"where", finding.where}, {"code", finding.code}, {"message", finding.message}});
  }
  return list;
}

Json json_of(const std::vector<Oddity>& oddities) {
  Json list = Json::array();
  for (const Oddity& oddity : oddities) {
    list.push_back({{"where", oddity.where}, {"value", oddity.value}, {"rule", oddity.rule}});
  }
  return list;
}

Json json_of(std::string_view code, const Error& error) {
  return {{"code", code},
          {"message", error.what()},
          {"where", error.where()},
          {"hint", error.hint()},
          {"retryable", error.retryable()}};
}

Json json_of(const RecordCounts& records) {
  return {{"read", records.read},           {"new", records.added},      {"changed", records.changed},
          {"unchanged", records.unchanged}, {"kept", records.kept},      {"missing", records.missing},
          {"rejected", records.rejected},   {"removed", records.removed}};
}

Json json_of(const SourceReport& source) {
  Json tables = Json::object();
  for (const auto& [table, rows] : source.tables) {
    tables[table] = rows;
  }
  Json proof = nullptr;
  if (source.proof.has_value()) {
    proof = Json{{"identical", source.proof->identical}, {"sha256", source.proof->sha256}};
  }
  return {
      {"path", source.path},
      {"kind", source.kind},
      {"sha256", source.sha256},
      {"bytes", source.bytes},
      {"records", json_of(source.records)},
      {"tables", tables},
      {"already_imported", source.already_imported},
      {"proof", proof},
      {"warnings", json_of(source.warnings)},
      {"warning_count", source.warning_count},
      {"rejects", json_of(source.rejects)},
      {"error", source.error.has_value() ? json_of(to_text(source.error->code()), *source.error) : Json()}};
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

Json json_of(const Explanation& explanation) {
  return {{"code", explanation.code},
          {"kind", to_text(explanation.kind)},
          {"meaning", explanation.meaning},
          {"cause", explanation.cause},
          {"remedy", explanation.remedy}};
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (std::size_t start = 0; start < bytes.size(); start += 3) {
    const std::string_view group = bytes.substr(start, 3);
    unsigned bits = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      bits = bits << 8 | (index < group.size() ? static_cast<unsigned char>(group[index]) : 0U);
    }
    for (unsigned digit = 0; digit < 4; ++digit) {
      encoded += digit <= group.size() ? k_digits[bits >> (18 - 6 * digit) & 63U] : '=';
    }
  }
  return encoded;
}

std::string json_value(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return "null";
        } else if constexpr (std::is_same_v<Held, Blob>) {
          return text_of(Json{{"$base64", true}, {"encoded", base64(held.bytes)}});
        } else if constexpr (std::is_same_v<Held, double>) {
          // JSON has no infinity; a literal beyond the range of a double reads back as one.
          return std::isinf(held) ? (held > 0 ? "1e999" : "-1e999") : text_of(Json(held));
        } else {
          return text_of(Json(held));
        }
      },
      value);
}

}  // namespace

std::string json_success(std::string_view command, std::string_view data) {
  const std::string warnings = R"(,"warnings":)" + text_of(json_of(warnings_for_document())) + "}\n";
  std::string document = R"({"rlmdb":1,"command":)" + text_of(Json(command)) + R"(,"ok":true,"data":)";
  document.reserve(document.size() + data.size() + warnings.size());
  return document.append(data).append(warnings);
}

std::string json_failure(std::string_view command, std::string_view code, const Error& error) {
  Json document{{"rlmdb", 1}, {"command", command}, {"ok", false}, {"error", json_of(code, error)}};
  if (const std::vector<Finding> warnings = warnings_for_document(); !warnings.empty()) {
    document["warnings"] = json_of(warnings);
  }
  return text_of(document) + "\n";
}

std::string json_version(std::string_view version, int schema) {
  return text_of({{"version", version}, {"schema", schema}});
}

std::string json_help(std::string_view topic, std::string_view text) {
  return text_of({{"topic", topic}, {"text", text}});
}

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

std::string json_import(const ImportReport& report, Run run) {
  Json sources = Json::array();
  for (const SourceReport& source : report.sources) {
    sources.push_back(json_of(source));
  }
  return text_of({{"sources", sources},
                  {"database", report.database.string()},
                  {"database_created", report.database_created},
                  {"dry_run", run == Run::dry_run},
                  {"left_aside", json_of(report.left_aside)},
                  {"duration_ms", report.duration.count()}});
}

std::string json_export(const ExportReport& report, std::string_view file) {
  return text_of({{"format", to_text(report.format)},
                  {"file", file},
                  {"tasks", report.tasks},
                  {"left_out", report.left_out},
                  {"bytes", report.bytes},
                  {"sha256", report.sha256}});
}

std::string json_project_export(const ProjectExport& report, std::string_view directory) {
  Json files = Json::array();
  for (const ExportedFile& file : report.files) {
    files.push_back({{"place", file.place},
                     {"kind", file.kind},
                     {"records", file.records},
                     {"left_out", file.left_out},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  return text_of({{"format", "project"},
                  {"directory", directory},
                  {"files", files},
                  {"left_out", json_of(report.left_out)}});
}

std::string json_verify(const VerifyReport& report, std::string_view against) {
  Json data = {{"against", against.empty() ? Json() : Json(against)},
               {"tasks_checked", report.tasks_checked},
               {"finding_count", report.finding_count},
               {"findings", json_of(report.findings)}};
  if (against.empty()) {
    data["tables"] = Json::array();
    for (const TableRows& table : report.tables)
      data["tables"].push_back({{"table", table.table}, {"rows", table.rows}});
    data["oddity_count"] = report.oddity_count;
    data["oddities"] = json_of(report.oddities);
  }
  return text_of(data);
}

std::string json_show(const std::vector<std::string>& records) {
  if (records.size() == 1) {
    return R"({"task":)" + records.front() + "}";
  }
  std::string data = R"({"tasks":[)";
  for (const std::string& record : records) {
    data += &record == &records.front() ? "" : ",";
    data += record;
  }
  return data + "]}";
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

std::string json_explanation(const Explanation& explanation) {
  return text_of(json_of(explanation));
}

std::string json_explanations(const std::vector<Explanation>& all) {
  Json list = Json::array();
  for (const Explanation& explanation : all) {
    list.push_back(json_of(explanation));
  }
  return text_of({{"codes", list}});
}

std::string json_strings(const std::vector<std::string>& strings) {
  return text_of(Json(strings));
}

std::string json_row(const std::vector<std::string>& names, const std::vector<SqlValue>& row) {
  std::string object = "{";
  for (std::size_t column = 0; column < row.size(); ++column) {
    object += column == 0 ? "" : ",";
    object += text_of(Json(names[column])) + ":" + json_value(row[column]);
  }
  return object + "}";
}

}  // namespace rlmdb::cli
