// SPDX-License-Identifier: MIT
#include <cstdint>
#include <map>
#include <string>

#include "format/json_writer.hpp"
#include "import/print_import.hpp"

namespace rlmdb::cli {
namespace {

void add_records(JsonObject& object, const RecordCounts& records) {
  object.add("read", records.read)
      .add("new", records.added)
      .add("changed", records.changed)
      .add("unchanged", records.unchanged)
      .add("kept", records.kept)
      .add("missing", records.missing)
      .add("rejected", records.rejected)
      .add("removed", records.removed);
}

void add_tables(JsonObject& object, const std::map<std::string, std::uint64_t>& tables) {
  for (const auto& [table, rows] : tables) {
    object.add(table, rows);
  }
}

void add_proof(JsonObject& object, const ProofResult& proof) {
  object.add("identical", proof.identical).add("sha256", proof.sha256);
}

void add_source(JsonObject& object, const SourceReport& source) {
  object.add("path", source.path)
      .add("kind", source.kind)
      .add("sha256", source.sha256)
      .add("bytes", source.bytes)
      .add_object("records", source.records, add_records)
      .add_object("tables", source.tables, add_tables)
      .add("already_imported", source.already_imported)
      .add_object("proof", source.proof, add_proof)
      .add_array("warnings", source.warnings, add_finding)
      .add("warning_count", source.warning_count)
      .add_array("rejects", source.rejects, add_finding)
      .add_object("error", source.error, [](JsonObject& part, const Error& error) {
        add_error(part, to_text(error.code()), error);
      });
}

}  // namespace

std::string json_import(const ImportReport& report, Run run) {
  return JsonObject()
      .add_array("sources", report.sources, add_source)
      .add("database", report.database)
      .add("database_created", report.database_created)
      .add("dry_run", run == Run::dry_run)
      .add_array("left_aside", report.left_aside, add_finding)
      .add("duration_ms", report.duration.count())
      .text();
}

}  // namespace rlmdb::cli
