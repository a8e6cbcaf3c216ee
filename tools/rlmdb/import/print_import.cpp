// SPDX-License-Identifier: MIT
#include "import/print_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "format/units_text.hpp"
#include "frame/envelope.hpp"
#include "import/import_kinds.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_findings_shown = 10;
constexpr std::size_t k_digest_digits_shown = 12;

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
    return fmt::format("{}  re-issued  is {} here, beside {}: {}", decision.task_id, id_text(decision.new_id),
                       other, decision.reason);
  }
  const std::string id =
      decision.new_id.has_value() ? decision.task_id + ", here " + decision.new_id->text : decision.task_id;
  const std::string_view verb = decision.decision == "taken" ? "replaces" : "leaves";
  return fmt::format("{}  {}  {} {}: by {}", id, decision.decision, verb, other, decision.reason);
}

/// The first lines of a list under its title; nothing for an empty one. `count`: of all that there are.
void append_list(std::string& lines, const std::string& title, const std::vector<std::string>& first,
                 std::uint64_t count, const Terminal& terminal) {
  if (count == 0) {
    return;
  }
  lines += "  " + title + "\n";
  const std::size_t shown_count = std::min(first.size(), k_findings_shown);
  for (std::size_t index = 0; index < shown_count; ++index) {
    lines += "    " + shown(first[index], terminal) + "\n";
  }
  if (count > shown_count) {
    lines += fmt::format("    and {} more; --json lists them\n", count_text(count - shown_count));
  }
}

void append_decisions(std::string& lines, const SourceReport& source, const Terminal& terminal) {
  std::vector<std::string> texts;
  for (const CopyDecision& decision : source.decisions) {
    texts.push_back(decision_text(decision));
  }
  append_list(lines, "merged:   " + counted(texts.size(), "decision", "decisions"), texts, texts.size(),
              terminal);
}

std::string unreadable_text(const SourceReport& source) {
  return fmt::format("{} of {} cannot be read", bytes_text(source.unreadable_bytes),
                     bytes_text(source.bytes));
}

std::string left_out_text(const ProofResult& proof) {
  return counted(proof.left_out, "record", "records") + " rejected or kept back";
}

std::string proof_word(const SourceReport& source) {
  if (source.is_salvaged) {
    return "salvaged, " + unreadable_text(source);
  }
  if (!source.proof.has_value()) {
    return "not proved";
  }
  switch (source.proof->proven) {
    case Proven::identical:
      return "proved identical";
    case Proven::complete:
      return "proved complete";
    case Proven::partial:
      return "complete but for " + left_out_text(*source.proof);
    case Proven::nothing:
      return "none of it was taken";
  }
  return "not proved";
}

/// It knows where members unlike the schemas are once they are in; nothing is refused for them.
std::string_view see_verify(Run run) {
  return run == Run::dry_run ? "" : " (see `rlmdb verify`)";
}

std::string oddities_text(const SourceReport& source, Run run) {
  if (source.oddity_count == 0) {
    return "";
  }
  return fmt::format("; {} unlike the schemas{}", counted(source.oddity_count, "member", "members"),
                     see_verify(run));
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
  std::vector<std::string> texts;
  for (const Finding& finding : findings) {
    texts.push_back(fmt::format("{}  {}  {}", finding.where, finding.code, finding.message));
  }
  append_list(lines, fmt::format("{}: {}", title, count_text(count)), texts, count, terminal);
}

std::string rows_text(const SourceReport& source) {
  std::string text;
  for (const auto& [table, rows] : source.tables) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_text(rows), table);
  }
  return text;
}

void append_unreadable(std::string& lines, const SourceReport& source, const Terminal& terminal) {
  std::vector<std::string> texts;
  for (const UnreadableRange& range : source.unreadable) {
    texts.push_back(fmt::format("byte {}, {} long: {}", range.begin, range.bytes, range.reason));
  }
  append_list(lines,
              fmt::format("unreadable: {}, {}", counted(source.unreadable_count, "range", "ranges"),
                          bytes_text(source.unreadable_bytes)),
              texts, source.unreadable_count, terminal);
}

/// What was left aside, where the database is, and how long it took.
std::string end_text(const ImportReport& report, Run run, const Terminal& terminal) {
  std::string lines;
  append_findings(lines, "left aside", report.left_aside, report.left_aside.size(), terminal);
  lines += fmt::format("  database: {}{}\n", shown(report.database.string(), terminal),
                       report.database_created && run == Run::apply ? " (created)" : "");
  return lines + fmt::format("  took:     {}\n", duration_text(report.duration));
}

std::string proof_line(const ProofResult& proof) {
  if (proof.proven == Proven::nothing) {
    return "  proof:    nothing to compare\n";
  }
  const char* text = proof.proven == Proven::identical ? "written again and compared, no byte differs"
                     : proof.proven == Proven::complete
                         ? "written again and compared, nothing is missing; an "
                           "export writes it otherwise than the file"
                         : "the rest was written again and compared";
  return fmt::format("  proof:    {}, sha256 {}…\n", text, proof.sha256.substr(0, k_digest_digits_shown));
}

std::string details_of(const SourceReport& source, const Terminal& terminal) {
  if (source.error.has_value()) {
    return text_error(*source.error, terminal);
  }
  std::string lines = fmt::format("  source:   {}, {}\n", source.kind, bytes_text(source.bytes));
  if (const std::string rows = rows_text(source); !rows.empty()) {
    lines += fmt::format("  rows:     {}\n", rows);
  }
  if (source.proof.has_value()) {
    lines += proof_line(*source.proof);
  }
  append_unreadable(lines, source, terminal);
  append_decisions(lines, source, terminal);
  append_findings(lines, "warnings", source.warnings, source.warning_count, terminal);
  append_findings(lines, "rejected", source.rejects, source.records.rejected, terminal);
  return lines;
}

/// The findings of all sources, as far as they are shown.
struct AllFindings {
  std::vector<Finding> first{};
  std::uint64_t count = 0;

  void add(const std::vector<Finding>& findings, std::uint64_t of_source) {
    const std::size_t room = k_findings_shown - std::min(first.size(), k_findings_shown);
    const auto end = findings.begin() + static_cast<std::ptrdiff_t>(std::min(findings.size(), room));
    first.insert(first.end(), findings.begin(), end);
    count += of_source;
  }
};

void append_all_salvaged(std::string& lines, const ImportReport& report, const Terminal& terminal) {
  std::vector<std::string> texts;
  for (const SourceReport& source : report.sources) {
    if (source.is_salvaged) {
      texts.push_back(source.path + "  " + unreadable_text(source));
    }
  }
  append_list(lines, "salvaged: " + counted(texts.size(), "file", "files"), texts, texts.size(), terminal);
}

void append_all_decisions(std::string& lines, const ImportReport& report, const Terminal& terminal) {
  std::vector<std::string> texts;
  for (const SourceReport& source : report.sources) {
    for (const CopyDecision& decision : source.decisions) {
      texts.push_back(source.path + "  " + decision_text(decision));
    }
  }
  append_list(lines, "merged: " + counted(texts.size(), "decision", "decisions"), texts, texts.size(),
              terminal);
}

void append_all_oddities(std::string& lines, const ImportReport& report, Run run) {
  std::uint64_t members = 0;
  std::uint64_t files = 0;
  for (const SourceReport& source : report.sources) {
    members += source.oddity_count;
    files += source.oddity_count > 0 ? 1 : 0;
  }
  if (members > 0) {
    lines += fmt::format("  unlike the schemas: {} in {}{}\n", counted(members, "member", "members"),
                         counted(files, "file", "files"), see_verify(run));
  }
}

}  // namespace

std::string text_import(const ImportReport& report, Run run, const Terminal& terminal) {
  std::string lines;
  for (const SourceReport& source : report.sources) {
    lines += shown(source.path, terminal) + ": " + source_line(source, run) + "\n";
  }
  return lines;
}

std::string text_import_details(const ImportReport& report, Run run, Heads heads, const Terminal& terminal) {
  std::string lines;
  for (const SourceReport& source : report.sources) {
    if (heads == Heads::lines) {
      lines += shown(source.path, terminal) + ": " + source_line(source, run) + "\n";
    }
    lines += details_of(source, terminal);
  }
  return lines + end_text(report, run, terminal);
}

namespace {

bool is_incomplete(const SourceReport& source) {
  const bool is_to_look_at =
      std::any_of(source.warnings.begin(), source.warnings.end(), [](const Finding& warning) {
        return warning.code == "damaged_document" || warning.code == "damaged_checkpoint" ||
               warning.code == "names_reissued";
      });
  return source.records.rejected > 0 || source.error.has_value() || source.is_salvaged ||
         source.no_work_count > 0 || is_to_look_at;
}

}  // namespace

bool has_findings(const ImportReport& report) {
  return std::any_of(report.sources.begin(), report.sources.end(), is_incomplete) ||
         std::any_of(report.left_aside.begin(), report.left_aside.end(), [](const Finding& left) {
           return left.code == "link_outside" || left.code == "is_directory";
         });
}

std::string text_import_remarks(const ImportReport& report, Run run, const Terminal& terminal) {
  AllFindings warnings;
  AllFindings rejects;
  for (const SourceReport& source : report.sources) {
    warnings.add(source.warnings, source.warning_count);
    rejects.add(source.rejects, source.records.rejected);
  }
  std::string lines;
  append_all_salvaged(lines, report, terminal);
  append_all_decisions(lines, report, terminal);
  append_findings(lines, "warnings", warnings.first, warnings.count, terminal);
  append_findings(lines, "rejected", rejects.first, rejects.count, terminal);
  append_all_oddities(lines, report, run);
  return lines + end_text(report, run, terminal);
}

std::string text_import_refusals(const ImportReport& report, const Terminal& terminal) {
  std::string lines;
  std::uint64_t count = 0;
  for (const SourceReport& source : report.sources) {
    if (source.error.has_value() && ++count <= k_findings_shown) {
      lines += text_error(*source.error, terminal);
    }
  }
  return count <= k_findings_shown ? lines
                                   : lines + fmt::format("    and {} more; --json lists them\n",
                                                         count_text(count - k_findings_shown));
}

}  // namespace rlmdb::cli
