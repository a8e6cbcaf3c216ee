// SPDX-License-Identifier: MIT
#include "import/print_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/units_text.hpp"
#include "frame/envelope.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_findings_shown = 10;
constexpr std::size_t k_digest_digits_shown = 12;

std::string outcome(const SourceReport& source) {
  const RecordCounts& records = source.records;
  std::string text = counted(records.read, "record", "records") + " read";
  const std::pair<std::uint64_t, std::string_view> parts[] = {
      {records.added, "new"},           {records.changed, "changed"}, {records.unchanged, "unchanged"},
      {records.kept, "kept"},           {records.missing, "missing"}, {records.rejected, "rejected"},
      {records.removed, "removed here"}};
  for (const auto& [count, name] : parts) {
    if (count > 0) {
      text += fmt::format(", {} {}", count_text(count), name);
    }
  }
  return text;
}

std::string proof_word(const SourceReport& source) {
  if (!source.proof.has_value()) {
    return "not proved";
  }
  return source.proof->identical ? "proved identical" : "NOT identical";
}

std::string source_line(const SourceReport& source, Run run) {
  if (source.error.has_value()) {
    return fmt::format("refused ({}), nothing of it was written", to_text(source.error->code()));
  }
  if (source.already_imported) {
    return "already imported, nothing written";
  }
  return outcome(source) + "; " + (run == Run::dry_run ? "dry run, nothing written" : proof_word(source));
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

std::string left_aside_text(const ImportReport& report, const Terminal& terminal) {
  std::string lines;
  append_findings(lines, "left aside", report.left_aside, report.left_aside.size(), terminal);
  return lines;
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
    append_findings(lines, "warnings", source.warnings, source.warning_count, terminal);
    append_findings(lines, "rejected", source.rejects, source.records.rejected, terminal);
  }
  lines += left_aside_text(report, terminal);
  const bool is_dry = run == Run::dry_run;
  lines += fmt::format("  database: {}{}\n", shown(report.database.string(), terminal),
                       report.database_created && !is_dry ? " (created)" : "");
  return lines + fmt::format("  took:     {}\n", duration_text(report.duration));
}

}  // namespace rlmdb::cli
