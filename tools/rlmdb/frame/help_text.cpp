// SPDX-License-Identifier: MIT
#include "frame/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "frame/command_line.hpp"
#include "frame/commands.hpp"
#include "frame/global_options.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_help_text_column = 28;

struct Entry {
  std::string head;  ///< "create NAME", "-o, --output FILE"
  std::string text;
};

std::string entry_line(const Entry& entry, std::size_t column) {
  std::string line = "  " + entry.head;
  line += line.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - line.size(), ' ');
  return line + wrapped(entry.text, column) + "\n";
}

/// Their texts below each other, behind the longest head.
std::string entry_lines(const std::vector<Entry>& entries) {
  std::size_t column = 0;
  for (const Entry& entry : entries) column = std::max(column, entry.head.size() + 4);
  std::string lines;
  for (const Entry& entry : entries) lines += entry_line(entry, std::min(column, k_help_text_column));
  return lines;
}

std::string option_line(const Option& option) {
  return entry_line({option.call(), option.help}, k_help_text_column);
}

/// Those that need an option to be what they are stand by themselves.
std::string verb_lists(const Verbs& verbs) {
  std::vector<std::string_view> with;
  for (const Verb& verb : verbs.all) {
    if (std::find(with.begin(), with.end(), verb.with) == with.end()) with.push_back(verb.with);
  }
  std::string lists;
  for (const std::string_view option : with) {
    std::vector<Entry> entries;
    for (const Verb& verb : verbs.all) {
      if (verb.with == option) entries.push_back({verb.short_call(), std::string(verb.summary)});
    }
    lists += fmt::format("\nVerbs{}{}:\n{}", option.empty() ? "" : " with ", option, entry_lines(entries));
  }
  return lists;
}

/// Options under the titles of their sections, in the order of declaration, but words before all.
std::string option_sections(const Options& options, std::string_view but = {}) {
  std::string arguments;
  std::string others;
  std::string_view title;
  for (const Option& option : options.all()) {
    if (!but.empty() && option.section == but) continue;
    std::string& lines = option.is_words() ? arguments : others;
    if (option.is_words() ? arguments.empty() : option.section != title) {
      lines += fmt::format("\n{}:\n", option.section);
    }
    if (!option.is_words()) title = option.section;
    lines += option_line(option);
  }
  return arguments + others;
}

/// The names of those that every command takes.
std::string wrapped_names_of_global(const Options& options) {
  std::string names;
  for (const Option& option : options.all()) {
    if (option.section == k_global_section) names += (names.empty() ? "" : ", ") + option.name();
  }
  return "\n" + wrapped("Options of every command (rlmdb help -a): " + names, 0) + "\n";
}

std::string examples_of(const CommandText& text) {
  return fmt::format("\nExamples:\n  {}\n", fmt::join(text.examples, "\n  "));
}

std::string command_help(const CommandText& text, const Options& options) {
  std::string help = fmt::format("rlmdb {} - {}\n\nUsage: rlmdb {}{}{}\n", text.name, text.summary, text.name,
                                 text.synopsis.empty() ? "" : " ", text.synopsis);
  help += verb_lists(text.verbs);
  if (!text.details.empty()) {
    help += fmt::format("\n{}\n", text.details);
  }
  help += option_sections(options, k_global_section);
  help += wrapped_names_of_global(options);
  help += examples_of(text);
  return help;
}

std::string codes_of_exit() {
  std::string codes = "Exit codes: ";
  for (const ExitWord& exit : exit_words()) {
    codes += fmt::format("{}{} {}", exit.status == 0 ? "" : ", ", exit.status, exit.word);
  }
  return wrapped(codes + ".", 0) + "\n";
}

std::string head_of_program() {
  const CommandText& text = program_text();
  return fmt::format("{} - {}\n\nUsage: rlmdb {}\n", text.name, text.summary, text.synopsis);
}

/// The commands of each group, with or without what they do.
std::string groups_of_commands(const CommandLine& command_line, bool with_summaries) {
  std::string lines;
  auto command = command_line.commands().begin();
  std::vector<Entry> short_groups;
  for (const CommandGroup& group : command_groups()) {
    std::vector<Entry> commands;
    std::string names;
    for (const auto end = command + static_cast<std::ptrdiff_t>(group.size); command != end; ++command) {
      const CommandText& text = (*command)->text();
      commands.push_back({std::string(text.name), std::string(text.summary)});
      names += (names.empty() ? "" : " ") + std::string(text.name);
    }
    short_groups.push_back({std::string(group.title), names});
    if (with_summaries) lines += fmt::format("\n{}:\n{}", group.title, entry_lines(commands));
  }
  return with_summaries ? lines : "\n" + entry_lines(short_groups);
}

constexpr std::string_view k_environment =
    "Environment: RLMDB_DB the database, RLMDB_OWNER who works here, RLMDB_PAGER or PAGER the pager, "
    "NO_COLOR no colours.";

std::string program_help(const CommandLine& command_line) {
  constexpr std::string_view k_more =
      "`rlmdb COMMAND -h` tells more about a command, `rlmdb help -a` what each does and the options of all, "
      "`rlmdb explain` about errors.";
  return head_of_program() + groups_of_commands(command_line, false) + "\n" + wrapped(k_more, 0) + "\n" +
         wrapped(k_environment, 0) + "\n" + codes_of_exit();
}

/// Those that every command takes are in the help of the command.
bool is_in_help_of(const Option& option, std::string_view verb) {
  return !option.is_words() && option.section != k_global_section && option.section != k_rows_section &&
         option.is_for(verb);
}

std::string verb_help(const CommandText& text, const Options& options, const std::string& verb) {
  std::string help = fmt::format("rlmdb {} {}\n\nUsage:\n", text.name, verb);
  for (const Verb& one : text.verbs.all) {
    if (one.word() != verb) continue;
    help += fmt::format("  rlmdb {} {} [options]\n", text.name, one.call());
    help += fmt::format("      {}\n", wrapped(one.summary, 6));
  }
  std::string lines;
  for (const Option& option : options.all()) {
    if (is_in_help_of(option, verb)) lines += option_line(option);
  }
  if (!lines.empty()) help += "\nOptions:\n" + lines;
  std::string examples;
  for (const std::string_view example : text.examples) {
    if (example.find(fmt::format("rlmdb {} {}", text.name, verb)) != std::string_view::npos) {
      examples += fmt::format("  {}\n", example);
    }
  }
  if (!examples.empty()) help += "\nExamples:\n" + examples;
  return help + fmt::format("\n`rlmdb {} -h` lists the other verbs, and options of every call.\n", text.name);
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
       "rlmdb import .aiwg/daemon/tasks.json", "rlmdb list --state running", "rlmdb export -o tasks.json"},
      {{1,
        "failed; where the disk did not confirm a commit, the error says that the change may or may not be "
        "stored: look before doing it again"},
       {3, "done, with findings"},
       {4, "there is no such thing"},
       {5, "another process is writing, which the error names, and did not finish in time; try again"},
       {6, "the input is damaged or refused; nothing was changed"},
       {7, "something is not as the command needs it; nothing was changed"},
       {8,
        "the database cannot be used; nothing was changed. Also where another program cuts short the -shm "
        "file beside an open database"},
       {130, "SIGINT, SIGTERM or SIGHUP"},
       {141, "(death by SIGPIPE) the reader of standard output went away"}}};
  return k_text;
}

std::string help_of_all(const CommandLine& command_line) {
  return head_of_program() + groups_of_commands(command_line, true) +
         option_sections(command_line.options_of_program()) + examples_of(program_text()) +
         "\n`rlmdb COMMAND -h` tells more about a command, `rlmdb explain` about errors.\n" +
         wrapped(k_environment, 0) + "\n" + codes_of_exit();
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
