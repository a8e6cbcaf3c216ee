// SPDX-License-Identifier: MIT
#include "print_text.hpp"

#include <fmt/format.h>

#include <array>
#include <type_traits>
#include <variant>

#include "help_text.hpp"
#include "units_text.hpp"
#include "visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string value_text(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return "";
        } else if constexpr (std::is_same_v<Held, std::string>) {
          return held;
        } else if constexpr (std::is_same_v<Held, Blob>) {
          std::string digits = "x'";
          for (const char byte : held.bytes) {
            digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
          }
          return digits + "'";
        } else {
          return fmt::format("{}", held);
        }
      },
      value);
}

std::string steps_text(const MigrationStatus& status, const Terminal& terminal) {
  TextTable table({{"STEP", Align::right}, {"NAME"}, {"APPLIED", Align::left, 10}}, terminal);
  for (const MigrationStep& step : status.steps) {
    table.add_row({{fmt::format("{:04}", step.number)},
                   {step.name},
                   {step.applied ? step.applied_at : "pending", step.applied ? Tint::none : Tint::yellow}});
  }
  return table.take();
}

/// "and 3 more", where a list was cut.
std::string more_text(std::uint64_t count, std::size_t listed) {
  return count > listed ? fmt::format("and {} more\n", count_text(count - listed)) : "";
}

std::string oddities_text(const VerifyReport& report, const Terminal& terminal) {
  if (report.oddity_count == 0) return "";
  std::string lines = fmt::format("{} outside the schemas' enums and patterns, kept as they are:\n",
                                  counted(report.oddity_count, "value", "values"));
  for (const Oddity& oddity : report.oddities) {
    lines += fmt::format("{}  {}  not {}\n", shown(oddity.where, terminal),
                         tinted(shown(oddity.value, terminal), Tint::yellow, terminal), oddity.rule);
  }
  return lines + more_text(report.oddity_count, report.oddities.size());
}

Tint kind_tint(Explanation::Kind kind) {
  switch (kind) {
    case Explanation::Kind::error:
      return Tint::red;
    case Explanation::Kind::finding:
      return Tint::yellow;
    case Explanation::Kind::reason:
      return Tint::blue;
  }
  return Tint::none;
}

}  // namespace

std::string shown(std::string_view text, const Terminal& terminal) {
  return terminal.is_terminal ? make_visible(text) : std::string(text);
}

std::string text_error(const Error& error, const Terminal& terminal) {
  const std::string message =
      terminal.is_terminal ? make_visible(error.what(), LineBreaks::keep) : std::string(error.what());
  std::string lines = "rlmdb: " + tinted("error:", Tint::red, terminal) + " " + message + "\n";
  const bool is_named = std::string_view(error.what()).find(error.where()) != std::string_view::npos;
  if (!is_named) {
    lines += "  where: " + shown(error.where(), terminal) + "\n";
  }
  if (!error.hint().empty()) {
    lines += "  hint: " + shown(error.hint(), terminal) + "\n";
  }
  return lines;
}

std::string text_warnings(const std::vector<Finding>& warnings, const Terminal& terminal) {
  std::string lines;
  for (const Finding& warning : warnings) {
    lines += fmt::format("rlmdb: warning: {}{}{}\n", shown(warning.where, terminal),
                         warning.where.empty() ? "" : ": ", shown(warning.message, terminal));
  }
  return lines;
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
                     : fmt::format("  left out: {} without a store id\n",
                                   counted(report.left_out, "record", "records"));
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

namespace {

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
  };
  std::string text;
  if (report.tasks_checked > 0 || report.tables.empty())
    text = counted(report.tasks_checked, "task", "tasks");
  for (const Noun& noun : k_nouns) {
    for (const TableRows& table : report.tables) {
      if (table.table != noun.table || table.rows == 0) continue;
      if (!text.empty()) text += ", ";
      text += counted(table.rows, noun.one, noun.many);
    }
  }
  return text.empty() ? "an empty database" : text;
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

std::string text_migration_status(const MigrationStatus& status, const Terminal& terminal) {
  const bool is_current = status.current == status.newest;
  return steps_text(status, terminal) +
         fmt::format("schema {} of {}{}\n", status.current, status.newest,
                     is_current ? "" : "; `rlmdb migrate up` applies the pending steps");
}

std::string text_migration_run(const MigrationReport& report, const Terminal& terminal) {
  if (report.applied.empty()) {
    return fmt::format("schema {}: nothing to do\n", report.status.current);
  }
  std::string lines = fmt::format("schema {}: {} applied\n", report.status.current,
                                  counted(report.applied.size(), "step", "steps"));
  if (report.backup.has_value()) {
    lines += fmt::format("backup of the state before: {}\n", shown(report.backup->string(), terminal));
  }
  return lines;
}

std::string text_explanation(const Explanation& explanation, const Terminal& terminal) {
  constexpr std::size_t k_text_column = 12;
  return fmt::format("{} ({})\n\n{}\n\nWhy:        {}\nWhat to do: {}\n",
                     tinted(explanation.code, Tint::bold, terminal), to_text(explanation.kind),
                     wrapped(explanation.meaning, 0), wrapped(explanation.cause, k_text_column),
                     wrapped(explanation.remedy, k_text_column));
}

std::string text_explanations(const std::vector<Explanation>& all, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    std::string lines;
    for (const Explanation& explanation : all) {
      lines +=
          tab_separated_line({{std::string(explanation.code)}, {std::string(explanation.meaning)}}, terminal);
    }
    return lines;
  }
  TextTable table({{"CODE", Align::left, 24}, {"MEANING"}}, terminal);
  for (const Explanation& explanation : all) {
    table.add_row(
        {{std::string(explanation.code), kind_tint(explanation.kind)}, {std::string(explanation.meaning)}});
  }
  return table.take();
}

TableCell table_cell(const SqlValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    return {"NULL", Tint::dim};
  }
  return {value_text(value), Tint::none};
}

std::string csv_field(const SqlValue& value) {
  return value_text(value);
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    line += &field == &fields.front() ? "" : ",";
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char character : field) {
      line += character == '"' ? "\"\"" : std::string(1, character);
    }
    line += '"';
  }
  return line + "\n";
}

}  // namespace rlmdb::cli
