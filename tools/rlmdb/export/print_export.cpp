// SPDX-License-Identifier: MIT
#include "export/print_export.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "rlmdb/words.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {

std::optional<Finding> many_tasks(std::uint64_t tasks, std::string_view file) {
  constexpr std::uint64_t k_legacy_limit = 1'000;
  if (tasks <= k_legacy_limit) {
    return std::nullopt;
  }
  return Finding{
      std::string(file), "many_tasks",
      fmt::format("{} tasks were written, all that there are, but the legacy store is made for {} at "
                  "most; rlmdb has no such limit",
                  count_text(tasks), count_text(k_legacy_limit))};
}

std::string text_export(const ExportReport& report, std::string_view file, const Terminal& terminal) {
  const bool is_tree = report.format == ExportFormat::tree;
  const bool is_tasks = report.format == ExportFormat::tasks_json;
  const bool is_loop = report.format == ExportFormat::loop;
  const std::string written = is_tree    ? counted(report.tasks, "node", "nodes")
                              : is_tasks ? counted(report.tasks, "task", "tasks")
                              : is_loop  ? counted(report.tasks, "list entry", "list entries")
                                         : counted(report.tasks, "variable", "variables");
  std::string lines = fmt::format("{}: {}, {}, sha256 {}\n", shown(file, terminal), written,
                                  bytes_text(report.bytes), report.sha256);
  if (report.left_out > 0) {
    lines += is_tree ? fmt::format("  left out: {} whose parent is not in the document\n",
                                   counted(report.left_out, "node", "nodes"))
                     : fmt::format("  left out: {}\n", counted(report.left_out, "record", "records"));
  }
  return lines;
}

std::string text_project_export(const ProjectExport& report, std::string_view directory,
                                const Terminal& terminal) {
  std::uint64_t bytes = 0;
  std::string lines;
  for (const ExportedFile& file : report.files) {
    bytes += file.bytes;
    if (file.left_out > 0) {
      lines += fmt::format("  {}: {} left out\n", shown(file.place, terminal),
                           counted(file.left_out, "record", "records"));
    }
  }
  for (const Finding& finding : report.left_out) {
    lines += fmt::format("  left out: {}  {}  {}\n", shown(finding.where, terminal), finding.code,
                         shown(finding.message, terminal));
  }
  return fmt::format("{}: {}, {}\n", shown(directory, terminal),
                     counted(report.files.size(), "file", "files"), bytes_text(bytes)) +
         lines;
}

std::string json_export(const ExportReport& report, std::string_view file) {
  return JsonObject()
      .add("format", report.format)
      .add("file", file)
      .add("tasks", report.tasks)
      .add("left_out", report.left_out)
      .add("bytes", report.bytes)
      .add("sha256", report.sha256)
      .text();
}

void add_exported_file(JsonObject& object, const ExportedFile& file) {
  object.add("place", file.place)
      .add("kind", WordOf<k_source_kinds>{file.kind})
      .add("records", file.records)
      .add("left_out", file.left_out)
      .add("bytes", file.bytes)
      .add("sha256", file.sha256)
      .add("is_unchanged", file.is_unchanged);
}

std::string json_project_export(const ProjectExport& report, std::string_view directory) {
  return JsonObject()
      .add("format", WordOf<k_project_format>{k_project_format.front()})
      .add("directory", directory)
      .add_array("files", report.files, add_exported_file)
      .add_array("left_out", report.left_out, add_finding)
      .text();
}

}  // namespace rlmdb::cli
