// SPDX-License-Identifier: MIT
#include "import/print_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "frame/envelope.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_findings_shown = 10;
constexpr std::size_t k_digest_digits_shown = 12;

/// What became of the records of a source.
struct RecordCount {
  std::string_view name;
  std::uint64_t RecordCounts::*count;
  std::string_view words = name;  ///< for people
};

constexpr std::array k_record_counts = {RecordCount{"read", &RecordCounts::read},
                                        RecordCount{"new", &RecordCounts::added},
                                        RecordCount{"changed", &RecordCounts::changed},
                                        RecordCount{"unchanged", &RecordCounts::unchanged},
                                        RecordCount{"kept", &RecordCounts::kept},
                                        RecordCount{"missing", &RecordCounts::missing},
                                        RecordCount{"rejected", &RecordCounts::rejected},
                                        RecordCount{"removed", &RecordCounts::removed, "removed here"}};

std::string outcome(const SourceReport& source) {
  const RecordCounts& records = source.records;
  std::string text = counted(records.read, "record", "records") + " read";
  for (const RecordCount& count : k_record_counts) {
    if (count.name != "read" && records.*count.count > 0) {
      text += fmt::format(", {} {}", count_text(records.*count.count), count.words);
    }
  }
  return text;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_decisions = {
    {{"taken", "taken"}, {"older", "older"}, {"reissued", "re-issued"}}};

/// ", merged: 3 taken, 1 re-issued": what --merge decided.
std::string decisions_text(const SourceReport& source) {
  std::string text;
  for (const auto& [decision, words] : k_decisions) {
    const auto count =
        std::count_if(source.decisions.begin(), source.decisions.end(),
                      [&name = decision](const CopyDecision& one) { return one.decision == name; });
    if (count == 0) {
      continue;
    }
    text += fmt::format("{}{} {}", text.empty() ? "; merged: " : ", ",
                        count_text(static_cast<std::uint64_t>(count)), words);
  }
  return text;
}

std::string decision_text(const CopyDecision& decision) {
  const std::string other = "the one of " + (decision.against.empty() ? "this database" : decision.against);
  if (decision.decision == "reissued") {
    return fmt::format("{}  re-issued  is {} here, beside {}: {}", decision.task_id, decision.new_id, other,
                       decision.reason);
  }
  const std::string id =
      decision.new_id.empty() ? decision.task_id : decision.task_id + ", here " + decision.new_id;
  const std::string_view verb = decision.decision == "taken" ? "replaces" : "leaves";
  return fmt::format("{}  {}  {} {}: by {}", id, decision.decision, verb, other, decision.reason);
}

void append_decisions(std::string& lines, const SourceReport& source, const Terminal& terminal) {
  if (source.decisions.empty()) {
    return;
  }
  lines += fmt::format("  merged:   {}\n", counted(source.decisions.size(), "decision", "decisions"));
  const std::size_t shown_count = std::min(source.decisions.size(), k_findings_shown);
  for (std::size_t index = 0; index < shown_count; ++index) {
    lines += "    " + shown(decision_text(source.decisions[index]), terminal) + "\n";
  }
  if (source.decisions.size() > shown_count) {
    lines += fmt::format("    and {} more; --json lists them\n",
                         count_text(source.decisions.size() - shown_count));
  }
}

std::string proof_word(const SourceReport& source) {
  if (source.is_salvaged) {
    return fmt::format("salvaged, {} of {} cannot be read", bytes_text(source.unreadable_bytes),
                       bytes_text(source.bytes));
  }
  if (!source.proof.has_value()) {
    return "not proved";
  }
  return source.proof->identical ? "proved identical" : "NOT identical";
}

/// Nothing is refused for them, and `verify` knows where they are once they are in.
std::string oddities_text(const SourceReport& source, Run run) {
  if (source.oddity_count == 0) {
    return "";
  }
  return fmt::format("; {} unlike the schemas{}", counted(source.oddity_count, "member", "members"),
                     run == Run::dry_run ? "" : " (see `rlmdb verify`)");
}

std::string source_line(const SourceReport& source, Run run) {
  if (source.error.has_value()) {
    return fmt::format("refused ({}), nothing of it was written", to_text(source.error->code()));
  }
  if (source.already_imported) {
    return "already imported, nothing written";
  }
  const bool is_dry = run == Run::dry_run;
  const std::string salvaged = is_dry && source.is_salvaged ? proof_word(source) + "; " : "";
  return outcome(source) + decisions_text(source) + "; " + salvaged +
         (is_dry ? "dry run, nothing written" : proof_word(source)) + oddities_text(source, run);
}

void append_findings(std::string& lines, std::string_view title, const std::vector<Finding>& findings,
                     std::uint64_t count, const Terminal& terminal) {
  if (count == 0) {
    return;
  }
  lines += fmt::format("  {}: {}\n", title, count_text(count));
  const std::size_t shown_count = std::min(findings.size(), k_findings_shown);
  for (std::size_t index = 0; index < shown_count; ++index) {
    const Finding& finding = findings[index];
    lines += fmt::format("    {}  {}  {}\n", shown(finding.where, terminal), finding.code,
                         shown(finding.message, terminal));
  }
  if (count > shown_count) {
    lines += fmt::format("    and {} more; --json lists them\n", count_text(count - shown_count));
  }
}

std::string rows_text(const SourceReport& source) {
  std::string text;
  for (const auto& [table, rows] : source.tables) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_text(rows), table);
  }
  return text;
}

void append_unreadable(std::string& lines, const SourceReport& source) {
  if (source.unreadable_count == 0) {
    return;
  }
  lines += fmt::format("  unreadable: {}, {}\n", counted(source.unreadable_count, "range", "ranges"),
                       bytes_text(source.unreadable_bytes));
  const std::size_t shown_count = std::min(source.unreadable.size(), k_findings_shown);
  for (std::size_t index = 0; index < shown_count; ++index) {
    const UnreadableRange& range = source.unreadable[index];
    lines += fmt::format("    byte {}, {} long: {}\n", range.begin, range.bytes, range.reason);
  }
  if (source.unreadable_count > shown_count) {
    lines += fmt::format("    and {} more; --json lists them\n",
                         count_text(source.unreadable_count - shown_count));
  }
}

std::string left_aside_text(const ImportReport& report, const Terminal& terminal) {
  std::string lines;
  append_findings(lines, "left aside", report.left_aside, report.left_aside.size(), terminal);
  return lines;
}

void add_records(JsonObject& object, const RecordCounts& records) {
  for (const RecordCount& count : k_record_counts) {
    object.add(count.name, records.*count.count);
  }
}

void add_tables(JsonObject& object, const std::map<std::string, std::uint64_t>& tables) {
  for (const auto& [table, rows] : tables) {
    object.add(table, rows);
  }
}

void add_proof(JsonObject& object, const ProofResult& proof) {
  object.add("identical", proof.identical).add("sha256", proof.sha256);
}

void add_range(JsonObject& object, const UnreadableRange& range) {
  object.add("begin", range.begin).add("bytes", range.bytes).add("reason", range.reason);
}

void add_decision(JsonObject& object, const CopyDecision& decision) {
  object.add("task_id", decision.task_id)
      .add("decision", decision.decision)
      .add("reason", decision.reason)
      .add_or_null("against", decision.against)
      .add_or_null("new_id", decision.new_id);
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
      .add("oddity_count", source.oddity_count)
      .add_array("rejects", source.rejects, add_finding)
      .add_object("error", source.error,
                  [](JsonObject& part, const Error& error) { add_error(part, to_text(error.code()), error); })
      .add("salvaged", source.is_salvaged)
      .add_array("unreadable", source.unreadable, add_range)
      .add("unreadable_count", source.unreadable_count)
      .add("unreadable_bytes", source.unreadable_bytes)
      .add_array("decisions", source.decisions, add_decision);
}

}  // namespace

std::string text_import(const ImportReport& report, Run run, const Terminal& terminal) {
  std::string lines;
  for (const SourceReport& source : report.sources) {
    lines += shown(source.path, terminal) + ": " + source_line(source, run) + "\n";
  }
  return lines;
}

std::string text_import_details(const ImportReport& report, Run run, const Terminal& terminal) {
  std::string lines;
  for (const SourceReport& source : report.sources) {
    if (report.sources.size() > 1) {
      lines += shown(source.path, terminal) + "\n";
    }
    if (source.error.has_value()) {
      lines += text_error(*source.error, terminal);
      continue;
    }
    lines += fmt::format("  source:   {}, {}\n", source.kind, bytes_text(source.bytes));
    if (const std::string rows = rows_text(source); !rows.empty()) {
      lines += fmt::format("  rows:     {}\n", rows);
    }
    if (source.proof.has_value()) {
      lines += fmt::format(
          "  proof:    {}, sha256 {}…\n",
          source.proof->identical ? "exported again and compared, nothing differs" : "NOT identical",
          source.proof->sha256.substr(0, k_digest_digits_shown));
    }
    append_unreadable(lines, source);
    append_decisions(lines, source, terminal);
    append_findings(lines, "warnings", source.warnings, source.warning_count, terminal);
    append_findings(lines, "rejected", source.rejects, source.records.rejected, terminal);
  }
  lines += left_aside_text(report, terminal);
  const bool is_dry = run == Run::dry_run;
  lines += fmt::format("  database: {}{}\n", shown(report.database.string(), terminal),
                       report.database_created && !is_dry ? " (created)" : "");
  return lines + fmt::format("  took:     {}\n", duration_text(report.duration));
}

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
