// SPDX-License-Identifier: MIT
#include <map>
#include <string>

#include "format/json_writer.hpp"
#include "frame/envelope.hpp"
#include "import/import_kinds.hpp"
#include "import/print_import.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {
namespace {

void add_records(JsonObject& object, const RecordCounts& records) {
  for (const RecordCount& count : k_record_counts) {
    object.add(count.name, records.*count.count);
  }
}

void add_proof(JsonObject& object, const ProofResult& proof) {
  object.add("identical", proof.identical())
      .add("proven", proof.proven)
      .add("left_out", proof.left_out)
      .add("sha256", proof.sha256);
}

void add_range(JsonObject& object, const UnreadableRange& range) {
  object.add("begin", range.begin).add("bytes", range.bytes).add("reason", range.reason);
}

void add_copy_decision(JsonObject& object, const CopyDecision& decision) {
  object.add("task_id", decision.task_id)
      .add("decision", WordOf<k_copy_decisions>{decision.decision})
      .add("reason", decision.reason)
      .add_or_null("against", decision.against)
      .add("new_id", decision.new_id);
}

void add_source(JsonObject& object, const SourceReport& source) {
  object.add("path", source.path)
      .add("kind", WordOf<k_source_kinds>{source.kind})
      .add("sha256", source.sha256)
      .add("bytes", source.bytes)
      .add_object("records", source.records, add_records)
      .add_named("tables", source.tables, "rows that were written, by table")
      .add("already_imported", source.already_imported)
      .add_object("proof", source.proof, add_proof)
      .add_array("warnings", source.warnings, add_finding, "the first of warning_count")
      .add("warning_count", source.warning_count)
      .add("oddity_count", source.oddity_count)
      .add_array("rejects", source.rejects, add_finding)
      .add_object(
          "error", source.error,
          [](JsonObject& part, const Error& error) { add_error(part, to_text(error.code()), error); },
          "why it was refused, with --keep-going: nothing of it was written")
      .add("salvaged", source.is_salvaged)
      .add_array("unreadable", source.unreadable, add_range, "the first of unreadable_count")
      .add("unreadable_count", source.unreadable_count)
      .add("unreadable_bytes", source.unreadable_bytes)
      .add_array("decisions", source.decisions, add_copy_decision);
}

}  // namespace

void add_import(JsonObject& object, const ImportReport& report, Run run) {
  object.add_array("sources", report.sources, add_source)
      .add_array("kinds", kinds_of(report), kind_rows(run))
      .add("database", report.database)
      .add("database_created", report.database_created)
      .add("dry_run", run == Run::dry_run)
      .add_array("left_aside", report.left_aside, add_finding)
      .add("duration_ms", report.duration.count());
}

std::string json_import(const ImportReport& report, Run run) {
  JsonObject object;
  add_import(object, report, run);
  return object.text();
}

}  // namespace rlmdb::cli
