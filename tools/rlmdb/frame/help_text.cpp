// SPDX-License-Identifier: MIT
#include "frame/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "frame/command_line.hpp"
#include "rlmdb/error.hpp"

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

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// One line of a command's list of verbs: "  set NAME [VALUE]  create or overwrite it", with those below it
/// that are indented further.
struct VerbLine {
  std::string call;  ///< "set NAME [VALUE]"
  std::string help;
};

/// Whether "pin, unpin ID" is of `verb`; then `call` is "unpin ID".
bool is_of(std::string& call, std::string_view verb) {
  std::string_view rest = call;
  bool is_it = false;
  for (bool has_more = true; has_more;) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    has_more = word.ends_with(',');
    is_it = is_it || word.substr(0, word.size() - (has_more ? 1 : 0)) == verb;
  }
  if (is_it) call = fmt::format("{}{}{}", verb, rest.empty() ? "" : " ", rest);
  return is_it;
}

std::vector<VerbLine> lines_of_verb(const CommandText& text, std::string_view verb) {
  constexpr std::string_view k_indent = "  ";
  std::vector<VerbLine> found;
  bool is_open = false;
  for (const std::string_view line : lines_of(text.details)) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (is_open && begin > k_indent.size()) {
      found.back().help += fmt::format(" {}", line.substr(begin));
      continue;
    }
    const std::size_t gap = line.find("  ", begin);
    is_open = false;
    if (begin != k_indent.size() || gap == std::string_view::npos) continue;
    VerbLine one{std::string(line.substr(begin, gap - begin)),
                 std::string(line.substr(line.find_first_not_of(' ', gap)))};
    is_open = is_of(one.call, verb);
    if (is_open) found.push_back(std::move(one));
  }
  return found;
}

/// Those that every command takes are in the help of the command.
bool is_for_verb(const Option& option, std::string_view verb) {
  if (option.is_words() || option.section == "Global options" || option.section == "Options for rows")
    return false;
  return option.verbs.empty() ||
         std::any_of(option.verbs.begin(), option.verbs.end(),
                     [&](std::string_view name) { return name.substr(0, name.find(' ')) == verb; });
}

std::string verb_help(const CommandText& text, const Options& options, const std::string& verb) {
  std::string help = fmt::format("rlmdb {} {}\n\nUsage:\n", text.name, verb);
  for (const VerbLine& line : lines_of_verb(text, verb)) {
    help += fmt::format("  rlmdb {} {} [options]\n", text.name, line.call);
    help += fmt::format("      {}\n", wrapped(line.help, 6));
  }
  std::string lines;
  for (const Option& option : options.all()) {
    if (is_for_verb(option, verb)) lines += option_line(option);
  }
  if (!lines.empty()) help += "\nOptions:\n" + lines;
  std::string examples;
  for (const std::string_view example : text.examples) {
    if (example.find(fmt::format("rlmdb {} {}", text.name, verb)) != std::string_view::npos) {
      examples += fmt::format("  {}\n", example);
    }
  }
  if (!examples.empty()) help += "\nExamples:\n" + examples;
  return help + fmt::format("\n`rlmdb {} -h` lists the other verbs, and the options that every call takes.\n",
                            text.name);
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

std::string help_for(const CommandLine& command_line, std::optional<std::string_view> name,
                     const std::string& verb) {
  if (!name.has_value()) {
    return program_help(command_line);
  }
  const std::size_t place = command_line.find(*name);
  const CommandText& text = command_line.commands()[place]->text();
  if (verb.empty()) {
    return command_help(text, command_line.options_of(place));
  }
  if (text.verbs.all.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} has no verbs", *name), {},
                fmt::format("`rlmdb {} -h` shows how it is used", *name));
  }
  static_cast<void>(text.verbs.find({verb}));
  return verb_help(text, command_line.options_of(place), verb);
}

}  // namespace rlmdb::cli
