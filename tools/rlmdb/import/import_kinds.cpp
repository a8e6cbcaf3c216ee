// SPDX-License-Identifier: MIT
#include "import/import_kinds.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "format/units_text.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {
namespace {

using Count = std::uint64_t RecordCounts::*;

std::uint64_t ImportedKind::*outcome_of(const SourceReport& source) {
  if (source.error.has_value()) {
    return &ImportedKind::refused;
  }
  if (source.already_imported) {
    return &ImportedKind::already_imported;
  }
  if (source.is_salvaged) {
    return &ImportedKind::salvaged;
  }
  constexpr std::array k_of_proof = {&ImportedKind::identical, &ImportedKind::complete,
                                     &ImportedKind::partial, &ImportedKind::nothing};
  return source.proof.has_value() ? k_of_proof[static_cast<std::size_t>(source.proof->proven)]
                                  : &ImportedKind::unproved;
}

void add(ImportedKind& kind, const SourceReport& source) {
  ++kind.files;
  ++(kind.*outcome_of(source));
  for (const RecordCount& count : k_record_counts) {
    kind.records.*count.count += source.records.*count.count;
  }
}

ImportedKind sum_of(const ImportReport& report) {
  ImportedKind sum;
  sum.kind = "total";
  for (const SourceReport& source : report.sources) {
    add(sum, source);
  }
  return sum;
}

/// "identical"; "12 identical, 1 refused".
std::string proof_text(const ImportedKind& kind, Run run) {
  const std::array<std::pair<std::uint64_t, std::string_view>, 8> outcomes = {
      {{kind.identical, "identical"},
       {kind.complete, "complete"},
       {kind.partial, "partial"},
       {kind.nothing, "nothing taken"},
       {kind.unproved, run == Run::dry_run ? "dry run" : "not proved"},
       {kind.salvaged, "salvaged"},
       {kind.already_imported, "already imported"},
       {kind.refused, "refused"}}};
  std::string text;
  for (const auto& [files, word] : outcomes) {
    if (files == kind.files) {
      return std::string(word);
    }
    if (files > 0) {
      text += (text.empty() ? "" : ", ") + count_text(files) + " " + std::string(word);
    }
  }
  return text;
}

Tint tint_of_proof(const ImportedKind& kind) {
  if (kind.refused > 0 || kind.salvaged > 0 || kind.partial > 0 || kind.nothing > 0) {
    return Tint::red;
  }
  return kind.unproved > 0 ? Tint::yellow : Tint::none;
}

auto records(Count count) {
  return [count](const ImportedKind& kind) { return kind.records.*count; };
}

/// On a screen nothing stands for none, so that the column can be left out.
auto unless_none(Count count) {
  return [count](const ImportedKind& kind) {
    return TableCell{kind.records.*count == 0 ? "" : std::to_string(kind.records.*count)};
  };
}

Rows<ImportedKind> make_kind_rows(Run run) {
  return Rows<ImportedKind>(
      {{"kind", word_of<k_source_kinds>(&ImportedKind::kind), {"KIND", 16}},
       {"files", &ImportedKind::files, {"FILES"}},
       {"read", records(&RecordCounts::read), {"READ"}},
       {"new", records(&RecordCounts::added), {"NEW"}},
       {"changed", records(&RecordCounts::changed), {"CHANGED"}},
       {"unchanged", records(&RecordCounts::unchanged), {"SAME"}, unless_none(&RecordCounts::unchanged)},
       {"kept", records(&RecordCounts::kept), {"KEPT"}, unless_none(&RecordCounts::kept)},
       {"missing", records(&RecordCounts::missing), {"MISSING"}, unless_none(&RecordCounts::missing)},
       {"rejected", records(&RecordCounts::rejected), {"REJECTED"}, unless_none(&RecordCounts::rejected)},
       {"removed", records(&RecordCounts::removed), {"REMOVED"}, unless_none(&RecordCounts::removed)},
       {"identical", &ImportedKind::identical},
       {"complete", &ImportedKind::complete},
       {"partial", &ImportedKind::partial},
       {"nothing", &ImportedKind::nothing},
       {"unproved", &ImportedKind::unproved},
       {"salvaged", &ImportedKind::salvaged},
       {"already_imported", &ImportedKind::already_imported},
       {"refused", &ImportedKind::refused}},
      {{"proof",
        [run](const ImportedKind& kind) { return proof_text(kind, run); },
        {"PROOF", 16, 16},
        tint_of_proof}},
      {.screen = "kind files read new changed unchanged kept missing removed rejected proof",
       .lines =
           "kind files read new changed rejected proof unchanged kept missing removed identical complete "
           "partial nothing unproved salvaged already_imported refused",
       .gives_way = "unchanged removed missing kept rejected changed",
       .may_lack = "unchanged kept missing removed rejected"});
}

}  // namespace

std::vector<ImportedKind> kinds_of(const ImportReport& report) {
  std::vector<ImportedKind> kinds;
  for (const std::string_view name : k_source_kinds) {
    ImportedKind kind;
    kind.kind = name;
    for (const SourceReport& source : report.sources) {
      if (source.kind == name) {
        add(kind, source);
      }
    }
    if (kind.files > 0) {
      kinds.push_back(std::move(kind));
    }
  }
  return kinds;
}

const Rows<ImportedKind>& kind_rows(Run run) {
  static const Rows<ImportedKind> k_applied = make_kind_rows(Run::apply);
  static const Rows<ImportedKind> k_dry = make_kind_rows(Run::dry_run);
  return run == Run::dry_run ? k_dry : k_applied;
}

std::string text_kinds(const ImportReport& report, Run run, const Terminal& terminal) {
  const std::vector<ImportedKind> kinds = kinds_of(report);
  if (!terminal.is_terminal || kinds.size() < 2) {
    return kind_rows(run).text(kinds, terminal);
  }
  Sheet sheet = kind_rows(run).sheet(kinds, terminal);
  Cells sum = kind_rows(run).sheet(std::vector{sum_of(report)}, terminal).rows.front();
  std::for_each(sum.begin(), sum.end(), [](TableCell& cell) { cell.tint = Tint::bold; });
  sheet.rows.push_back(std::move(sum));
  return sheet.table(terminal);
}

}  // namespace rlmdb::cli
