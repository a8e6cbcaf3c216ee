// SPDX-License-Identifier: MIT
#include "frame/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frame/command_line.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_help_text_column = 28;

/// "-o, --output FILE" or "PATH...".
std::string option_head(const Option& option) {
  if (option.is_words()) {
    return option.name() + (option.most > 1 ? "..." : "");
  }
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.type.empty() ? names : names + " " + option.type;
}

std::string option_line(const Option& option) {
  const std::string head = "  " + option_head(option);
  std::string line = head;
  if (head.size() + 2 > k_help_text_column) {
    line += "\n" + std::string(k_help_text_column, ' ');
  } else {
    line += std::string(k_help_text_column - head.size(), ' ');
  }
  return line + wrapped(option.help, k_help_text_column) + "\n";
}

/// Options under the titles of their sections, in the order of declaration, but words before all.
std::string option_sections(const Options& options) {
  std::string arguments;
  std::string others;
  std::string_view title;
  for (const Option& option : options.all()) {
    std::string& lines = option.is_words() ? arguments : others;
    if (option.is_words() ? arguments.empty() : option.section != title) {
      lines += fmt::format("\n{}:\n", option.section);
    }
    if (!option.is_words()) title = option.section;
    lines += option_line(option);
  }
  return arguments + others;
}

std::string examples_of(const CommandText& text) {
  return fmt::format("\nExamples:\n  {}\n", fmt::join(text.examples, "\n  "));
}

std::string command_help(const CommandText& text, const Options& options) {
  std::string help = fmt::format("rlmdb {} - {}\n\nUsage: rlmdb {}{}{}\n", text.name, text.summary, text.name,
                                 text.synopsis.empty() ? "" : " ", text.synopsis);
  if (!text.details.empty()) {
    help += fmt::format("\n{}\n", text.details);
  }
  help += option_sections(options);
  help += examples_of(text);
  return help;
}

std::string program_help(const CommandLine& command_line) {
  const CommandText& text = program_text();
  std::string help =
      fmt::format("{} - {}\n\nUsage: rlmdb {}\n\nCommands:\n", text.name, text.summary, text.synopsis);
  for (const CommandPtr& command : command_line.commands()) {
    help +=
        fmt::format("  {:<{}}{}\n", command->text().name, k_help_text_column - 2, command->text().summary);
  }
  help += option_sections(command_line.options_of_program());
  help += examples_of(text);
  help +=
      "\n"
      "`rlmdb COMMAND -h` tells more about a command, `rlmdb explain` about errors.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 done with findings, 4 not\n"
      "found, 5 busy, 6 bad input, 7 conflict, 8 unusable database.\n";
  return help;
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

const CommandText& program_text() {
  static const CommandText k_text{
      "rlmdb",
      "task stores of RLM agents in one SQLite file, imported without loss",
      "COMMAND [arguments] [options]",
      {},
      {"# bring a project's tasks over, look at them, and write them back",
       "rlmdb import .aiwg/daemon/tasks.json", "rlmdb list --state running", "rlmdb export -o tasks.json"}};
  return k_text;
}

std::string help_for(const CommandLine& command_line, std::optional<std::string_view> name) {
  if (!name.has_value()) {
    return program_help(command_line);
  }
  const std::size_t place = command_line.find(*name);
  return command_help(command_line.commands()[place]->text(), command_line.options_of(place));
}

}  // namespace rlmdb::cli
