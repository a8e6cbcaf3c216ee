// SPDX-License-Identifier: MIT
#include "projects/print_adopt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "export/print_export.hpp"
#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "frame/envelope.hpp"
#include "import/import_kinds.hpp"
#include "import/print_import.hpp"
#include "terminal/visible_text.hpp"
#include "verify/print_verify.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_places_shown = 10;

std::uint64_t unchanged_files(const ProjectExport& written) {
  return static_cast<std::uint64_t>(
      std::count_if(written.files.begin(), written.files.end(),
                    [](const ExportedFile& file) { return file.is_unchanged; }));
}

bool is_all_here(const AdoptReport& report) {
  return !report.backup.has_value() && report.verified.has_value();
}

/// Of either way: what belongs to the other one is absent.
struct AdoptOutcome {
  const std::filesystem::path& root;
  const std::filesystem::path& database;
  Run run;
  std::optional<ImportReport> import;
  std::optional<ProjectBackup> backup;
  std::optional<VerifyReport> verified;
  std::optional<UndoAdoptReport> undone;
};

void add_backup(JsonObject& object, const ProjectBackup& backup) {
  object.add_array("directories", backup.directories, [](const std::filesystem::path& path) { return path; })
      .add("files", backup.files)
      .add("bytes", backup.bytes);
}

void add_verified(JsonObject& object, const VerifyReport& verified) {
  object.add("finding_count", verified.finding_count).add_array("findings", verified.findings, add_finding);
}

void add_undone(JsonObject& object, const UndoAdoptReport& report) {
  object.add_array("files", report.written.files, add_exported_file)
      .add_array("left_out", report.written.left_out, add_finding, "what of the files was not written")
      .add("stays", report.stays, "legacy files that the database does not hold");
}

std::string json_outcome(const AdoptOutcome& outcome) {
  const auto add_imported = [&outcome](JsonObject& object, const ImportReport& import) {
    add_import(object, import, outcome.run);
  };
  return JsonObject()
      .add("root", outcome.root)
      .add("database", outcome.database)
      .add("dry_run", outcome.run == Run::dry_run)
      .add_object("import", outcome.import, add_imported, "as rlmdb import tells it; null with --undo")
      .add_object("backup", outcome.backup, add_backup,
                  "the copy of the project's files; null in a dry run, where all was here already, and with "
                  "--undo")
      .add_object("verified", outcome.verified, add_verified,
                  "what verify finds; null in a dry run and with --undo")
      .add_object("undone", outcome.undone, add_undone, "what --undo put back; null without it")
      .text();
}

}  // namespace

std::string text_adopt(const AdoptReport& report, Run run, const Terminal& terminal) {
  if (is_all_here(report)) {
    return fmt::format("{}: adopted already, {} as they were imported\n",
                       shown(report.root.string(), terminal),
                       counted(report.import.sources.size(), "file", "files"));
  }
  return text_kinds(report.import, run, terminal);
}

std::string text_adopt_details(const AdoptReport& report, Run run, const Terminal& terminal) {
  std::string lines = text_import_remarks(report.import, run, terminal);
  if (run == Run::dry_run) {
    return lines;
  }
  if (report.backup.has_value()) {
    for (const std::filesystem::path& directory : report.backup->directories) {
      lines += fmt::format("  backup:   {}\n", shown(directory.string(), terminal));
    }
    lines += fmt::format("            {}, {}\n", counted(report.backup->files, "file", "files"),
                         bytes_text(report.backup->bytes));
  }
  lines += report.verified->finding_count == 0 ? "  verify:   no difference\n"
                                               : text_verify(*report.verified, terminal);
  lines += fmt::format(
      "  switch:   run agents and scripts with rlmdb here, or with RLMDB_DB={}; start no legacy program in "
      "this project any more\n",
      shown(report.import.database.string(), terminal));
  return lines + fmt::format("  back:     rlmdb adopt --undo {}\n", shown(report.root.string(), terminal));
}

std::string text_undo_adopt(const UndoAdoptReport& report, Run run, const Terminal& terminal) {
  std::string lines;
  for (const ExportedFile& file : report.written.files) {
    if (!file.is_unchanged) {
      lines += fmt::format("{}: {}\n", shown(file.place, terminal), bytes_text(file.bytes));
    }
  }
  const std::uint64_t all = report.written.files.size();
  const std::uint64_t unchanged = unchanged_files(report.written);
  return lines + fmt::format("{}: {} {}, {} as the database has them already\n",
                             shown(report.root.string(), terminal), counted(all - unchanged, "file", "files"),
                             run == Run::apply ? "put back" : "would be put back", count_text(unchanged));
}

std::string text_undo_adopt_details(const UndoAdoptReport& report, const Terminal& terminal) {
  std::string lines;
  for (const Finding& finding : report.written.left_out) {
    lines += fmt::format("  left out: {}  {}  {}\n", shown(finding.where, terminal), finding.code,
                         shown(finding.message, terminal));
  }
  const std::size_t most = std::min(report.stays.size(), k_places_shown);
  for (std::size_t i = 0; i < most; ++i) {
    lines += fmt::format("  stays:    {}: the database does not hold it\n", shown(report.stays[i], terminal));
  }
  if (report.stays.size() > most) {
    lines +=
        fmt::format("            and {} more; --json lists all\n", count_text(report.stays.size() - most));
  }
  return lines;
}

std::string json_adopt(AdoptReport report, Run run) {
  const std::filesystem::path database = report.import.database;
  return json_outcome({report.root,
                       database,
                       run,
                       std::move(report.import),
                       std::move(report.backup),
                       std::move(report.verified),
                       {}});
}

std::string json_undo_adopt(UndoAdoptReport report, const std::filesystem::path& database, Run run) {
  const std::filesystem::path root = report.root;
  return json_outcome({root, database, run, {}, {}, {}, std::move(report)});
}

}  // namespace rlmdb::cli
