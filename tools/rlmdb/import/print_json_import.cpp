// SPDX-License-Identifier: MIT
#include "format/json_document.hpp"
#include "import/print_import.hpp"

namespace rlmdb::cli {
namespace {

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
  return {{"path", source.path},
          {"kind", source.kind},
          {"sha256", source.sha256},
          {"bytes", source.bytes},
          {"records", json_of(source.records)},
          {"tables", tables},
          {"already_imported", source.already_imported},
          {"proof", proof},
          {"warnings", json_findings(source.warnings)},
          {"warning_count", source.warning_count},
          {"rejects", json_findings(source.rejects)},
          {"error",
           source.error.has_value() ? json_error(to_text(source.error->code()), *source.error) : Json()}};
}

}  // namespace

std::string json_import(const ImportReport& report, Run run) {
  Json sources = Json::array();
  for (const SourceReport& source : report.sources) {
    sources.push_back(json_of(source));
  }
  return text_of({{"sources", sources},
                  {"database", report.database.string()},
                  {"database_created", report.database_created},
                  {"dry_run", run == Run::dry_run},
                  {"left_aside", json_findings(report.left_aside)},
                  {"duration_ms", report.duration.count()}});
}

}  // namespace rlmdb::cli
