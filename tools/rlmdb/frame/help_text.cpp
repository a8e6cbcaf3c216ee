// SPDX-License-Identifier: MIT
#include "frame/help_text.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "frame/command_line.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_help_text_column = 28;

/// "-o, --output FILE" or "PATH…".
std::string option_head(const CLI::Option& option) {
  if (option.get_positional()) {
    return option.get_name(true, false) + (option.get_items_expected_max() > 1 ? "..." : "");
  }
  std::string names;
  for (const std::string& name : option.get_snames()) {
    names += (names.empty() ? "-" : ", -") + name;
  }
  for (const std::string& name : option.get_lnames()) {
    names += (names.empty() ? "--" : ", --") + name;
  }
  const std::string type = option.get_items_expected_max() == 0 ? std::string{} : option.get_type_name();
  return type.empty() ? names : names + " " + type;
}

std::string option_line(const CLI::Option& option) {
  const std::string head = "  " + option_head(option);
  std::string line = head;
  if (head.size() + 2 > k_help_text_column) {
    line += "\n" + std::string(k_help_text_column, ' ');
  } else {
    line += std::string(k_help_text_column - head.size(), ' ');
  }
  return line + wrapped(option.get_description(), k_help_text_column) + "\n";
}

enum class Kind { positional, own, global };

Kind kind_of(const CLI::Option& option) {
  if (option.get_positional()) {
    return Kind::positional;
  }
  return option.get_group() == k_global_group ? Kind::global : Kind::own;
}

std::string section(const CLI::App& app, Kind kind, std::string_view title) {
  std::string lines;
  for (const CLI::Option* option : app.get_options()) {
    if (kind_of(*option) == kind) {
      lines += option_line(*option);
    }
  }
  return lines.empty() ? lines : fmt::format("\n{}:\n{}", title, lines);
}

/// The command's own options under the titles of their groups, in the order of declaration.
std::string own_sections(const CLI::App& app) {
  const std::string no_group = CLI::OptionDefaults().get_group();
  std::string sections;
  std::string title;
  for (const CLI::Option* option : app.get_options()) {
    if (kind_of(*option) != Kind::own) {
      continue;
    }
    const std::string& group = option->get_group() == no_group ? "Options" : option->get_group();
    if (group != title) {
      sections += fmt::format("\n{}:\n", group);
      title = group;
    }
    sections += option_line(*option);
  }
  return sections;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t column = indent;
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = text.find(' ', start);
    end = end == std::string::npos ? text.size() : end;
    const std::size_t length = end - start;
    if (column > indent && column + 1 + length > width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += text.substr(start, length);
    column += length;
    start = end + 1;
  }
  return lines;
}

std::string command_help(const CommandText& text, const CLI::App& app) {
  std::string help = fmt::format("rlmdb {} - {}\n\nUsage: rlmdb {}{}{}\n", text.name, text.summary, text.name,
                                 text.synopsis.empty() ? "" : " ", text.synopsis);
  if (!text.details.empty()) {
    help += fmt::format("\n{}\n", text.details);
  }
  help += section(app, Kind::positional, "Arguments");
  help += own_sections(app);
  help += section(app, Kind::global, k_global_group);
  help += "\nExamples:\n";
  for (const std::string_view example : text.examples) {
    help += fmt::format("  {}\n", example);
  }
  return help;
}

std::string program_help(const CommandLine& command_line, const CLI::App& root) {
  std::string help =
      "rlmdb - task stores of RLM agents in one SQLite file, imported without loss\n\n"
      "Usage: rlmdb COMMAND [arguments] [options]\n\nCommands:\n";
  for (const CommandPtr& command : command_line.commands()) {
    help +=
        fmt::format("  {:<{}}{}\n", command->text().name, k_help_text_column - 2, command->text().summary);
  }
  help += section(root, Kind::global, k_global_group);
  help +=
      "\nExamples:\n"
      "  # bring a project's tasks over, look at them, and write them back\n"
      "  rlmdb import .aiwg/daemon/tasks.json\n"
      "  rlmdb list --state running\n"
      "  rlmdb export -o tasks.json\n\n"
      "`rlmdb COMMAND -h` tells more about a command, `rlmdb explain` about errors.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 done with findings, 4 not\n"
      "found, 5 busy, 6 bad input, 7 conflict, 8 unusable database.\n";
  return help;
}

}  // namespace rlmdb::cli
