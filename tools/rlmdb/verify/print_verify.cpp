// SPDX-License-Identifier: MIT
#include "verify/print_verify.hpp"

#include <fmt/format.h>

#include <array>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// "and 3 more", where a list was cut.
std::string more_text(std::uint64_t count, std::size_t listed) {
  return count > listed ? fmt::format("and {} more\n", count_text(count - listed)) : "";
}

/// What stands before the rule that a value breaks. What is required may be there as null.
std::string_view words_before(std::string_view rule) {
  if (rule.starts_with("required")) return "";
  return rule.starts_with('^') ? "not of the form " : "not ";
}

std::string oddity_line(const Oddity& oddity, const Terminal& terminal) {
  const bool is_missing = oddity.value.empty();
  return fmt::format("{}  {}  {}{}\n", shown(oddity.where, terminal),
                     tinted(is_missing ? "missing" : shown(oddity.value, terminal), Tint::yellow, terminal),
                     is_missing ? "" : words_before(oddity.rule), shown(oddity.rule, terminal));
}

std::string oddities_text(const VerifyReport& report, const Terminal& terminal) {
  const auto kept_as = [](std::uint64_t count) { return count == 1 ? "it is" : "they are"; };
  std::string dependencies;
  std::string members;
  for (const Oddity& oddity : report.oddities)
    (oddity.code == "unlike_schema" ? members : dependencies) += oddity_line(oddity, terminal);
  if (const std::uint64_t count = report.dependency_count; count > 0)
    dependencies = fmt::format("{} that can never be met, kept as {} (`rlmdb explain {}`):\n",
                               counted(count, "dependency", "dependencies"), kept_as(count),
                               report.oddities.front().code) +
                   dependencies;
  if (const std::uint64_t count = report.oddity_count - report.dependency_count; count > 0)
    members = fmt::format("{} unlike the schemas, kept as {}:\n", counted(count, "member", "members"),
                          kept_as(count)) +
              members;
  return dependencies + members + more_text(report.oddity_count, report.oddities.size());
}

/// "13 tasks, 2 loops": what a person knows by name, of all that was looked at.
std::string checked_text(const VerifyReport& report) {
  struct Noun {
    std::string_view table, one, many;
  };
  static constexpr std::array k_nouns = {
      Noun{"tree_documents", "tree document", "tree documents"},
      Noun{"states", "state document", "state documents"},
      Noun{"snapshots", "checkpoint", "checkpoints"},
      Noun{"loops", "loop", "loops"},
      Noun{"loop_iterations", "loop iteration", "loop iterations"},
      Noun{"workflow_checkpoints", "workflow checkpoint", "workflow checkpoints"},
      Noun{"files", "file", "files"},
      Noun{"grid_files", "file of the Grid", "files of the Grid"},
  };
  std::string text;
  if (report.files_checked) text = counted(*report.files_checked, "file", "files");
  if (report.tasks_checked > 0 || (report.tables.empty() && text.empty()))
    text += (text.empty() ? "" : ", ") + counted(report.tasks_checked, "task", "tasks");
  for (const Noun& noun : k_nouns) {
    for (const TableRows& table : report.tables) {
      if (table.table != noun.table || table.rows == 0) continue;
      if (!text.empty()) text += ", ";
      text += counted(table.rows, noun.one, noun.many);
    }
  }
  return text.empty() ? "an empty database" : text;
}

void add_oddity(JsonObject& object, const Oddity& oddity) {
  object.add("where", oddity.where)
      .add_or_null("value", oddity.value,
                   "JSON text, cut after some 60 bytes; null where the member is missing")
      .add("rule", oddity.rule)
      .add("code", WordOf<k_oddity_codes>{oddity.code});
}

void add_table(JsonObject& object, const TableRows& table) {
  object.add("table", table.table).add("rows", table.rows);
}

}  // namespace

std::string text_verify(const VerifyReport& report, const Terminal& terminal) {
  std::string lines;
  for (const Finding& finding : report.findings) {
    lines += fmt::format("{}  {}  {}\n", shown(finding.where, terminal),
                         tinted(finding.code, Tint::red, terminal), shown(finding.message, terminal));
  }
  lines += more_text(report.finding_count, report.findings.size());
  const std::string checked = checked_text(report) + " checked";
  lines += report.finding_count == 0
               ? tinted("ok", Tint::green, terminal) + ": " + checked + ", no difference\n"
               : checked + ", " + counted(report.finding_count, "finding", "findings") + "\n";
  return lines + oddities_text(report, terminal);
}

std::string json_verify(const VerifyReport& report, std::string_view against) {
  JsonObject object;
  object.add_or_null("against", against, "the file or directory compared with; null for the database itself")
      .add("tasks_checked", report.tasks_checked)
      .add("finding_count", report.finding_count)
      .add_array("findings", report.findings, add_finding, "the first of finding_count");
  object.add_if_any("files_checked", report.files_checked, "of a project");
  if (against.empty()) {
    object.add_array("tables", report.tables, add_table, "every table, with the rows that were looked at")
        .add("oddity_count", report.oddity_count)
        .add_array("oddities", report.oddities, add_oddity,
                   "the first 1,000 members that are not as the legacy schemas have them, and dependencies "
                   "that can never be met: no differences");
  }
  return object.text();
}

}  // namespace rlmdb::cli
