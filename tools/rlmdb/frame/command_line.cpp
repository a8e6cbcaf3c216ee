// SPDX-License-Identifier: MIT
#include "frame/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "frame/commands.hpp"
#include "frame/help_text.hpp"

namespace rlmdb::cli {
namespace {

void add_help_and_version(CLI::App& app) {
  app.set_help_flag("-h,--help", "show this help")->group(k_global_group);
  app.set_version_flag("--version", std::string{}, "show the version")->group(k_global_group);
}

/// Letters to change, add, drop or swap with their neighbour.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::vector<std::size_t>> cost(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t changed = cost[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      cost[i][j] = std::min({changed, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[left.size()][right.size()];
}

std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

/// CLI11's words for the mistakes it finds by itself, in ours; all other messages are our own already.
std::string reworded(const CLI::ParseError& mistake) {
  std::string message = mistake.what();
  if (const auto end = message.find(" is required"); end != std::string::npos) {
    return message.substr(0, end) + " is missing";
  }
  if (const auto end = message.find(": 1 required "); end != std::string::npos) {
    return message.substr(0, end) + " needs a value";
  }
  if (const auto end = message.find(" was given a disallowed flag override"); end != std::string::npos) {
    return "--" + message.substr(0, end) + " takes no value";
  }
  return message;
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& words) {
  std::optional<std::string> nearest;
  constexpr std::size_t k_longest_word = 64;
  if (word.size() > k_longest_word) {
    return nearest;
  }
  std::size_t least = std::min<std::size_t>(word.size() / 2, 3) + 1;
  for (const std::string& candidate : words) {
    const bool begins = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

CommandLine::CommandLine(int argument_count, const char* const* arguments)
    : m_root(std::make_unique<CLI::App>("", "rlmdb")), m_commands(make_commands()) {
  const std::set<std::string_view> words(arguments, arguments + argument_count);
  const auto is_named = [&](const CommandPtr& command) { return words.contains(command->text().name); };
  // What needs no command does not wait for the options of all of them.
  const bool needs_none = words.contains("--version");
  const bool all =
      words.contains("help") || (!needs_none && std::none_of(m_commands.begin(), m_commands.end(), is_named));
  add_global_options(*m_root, m_options);
  add_help_and_version(*m_root);
  m_root->require_subcommand(0, 1);
  for (const CommandPtr& command : m_commands) {
    const CommandText& text = command->text();
    CLI::App* app = m_root->add_subcommand(std::string(text.name), std::string(text.summary));
    m_apps.push_back(app);
    if (!all && !is_named(command)) continue;
    command->setup(*app);
    if (!command->calls_with_rows().empty()) {
      add_row_options(*app, m_options);
    }
    add_global_options(*app, m_options);
    add_help_and_version(*app);
  }
}

CommandLine::~CommandLine() = default;

void CommandLine::parse(int argument_count, const char* const* arguments) {
  m_root->parse(argument_count, arguments);
}

Command* CommandLine::chosen() const {
  for (std::size_t index = 0; index < m_apps.size(); ++index) {
    if (m_apps[index]->parsed()) {
      return m_commands[index].get();
    }
  }
  return nullptr;
}

std::string_view CommandLine::chosen_name() const {
  const Command* command = chosen();
  return command == nullptr ? std::string_view{"rlmdb"} : command->text().name;
}

void CommandLine::require_rows() const {
  if (m_options.lines == LineForm::bare) {
    return;
  }
  const std::string_view option = m_options.lines == LineForm::csv ? "--csv" : "--header";
  if (m_options.format == Format::json) {
    throw Error(ErrorCode::usage, fmt::format("{} and --json exclude each other", option), {},
                "leave one of them out");
  }
  if (!chosen()->prints_rows()) {
    throw Error(ErrorCode::usage, fmt::format("{} is for rows, and this call prints none", option), {},
                fmt::format("`rlmdb {}` prints rows {}", chosen_name(), chosen()->calls_with_rows()));
  }
}

std::string CommandLine::help_for(std::optional<std::string_view> name) const {
  if (!name.has_value()) {
    return program_help(*this, *m_root);
  }
  for (std::size_t index = 0; index < m_commands.size(); ++index) {
    if (m_commands[index]->text().name == *name) {
      return command_help(m_commands[index]->text(), *m_apps[index]);
    }
  }
  throw unknown_command(std::string(*name));
}

Error CommandLine::usage_error(const CLI::ParseError& mistake) const {
  for (const std::string& argument : m_root->remaining(true)) {
    if (argument != "--") {
      return chosen() == nullptr && !argument.starts_with('-') ? unknown_command(argument)
                                                               : unknown_argument(argument);
    }
  }
  const Command* command = chosen();
  const std::string topic =
      command == nullptr ? "rlmdb help" : fmt::format("rlmdb {} -h", command->text().name);
  return Error(ErrorCode::usage, reworded(mistake), {}, fmt::format("`{}` shows how it is used", topic));
}

Error CommandLine::unknown_command(const std::string& name) const {
  std::vector<std::string> names;
  for (const CommandPtr& command : m_commands) {
    names.emplace_back(command->text().name);
  }
  const auto nearest = nearest_word(name, names);
  return Error(ErrorCode::usage, fmt::format("there is no command '{}'", name), {},
               nearest.has_value() ? fmt::format("did you mean `rlmdb {}`?", *nearest)
                                   : "`rlmdb help` lists the commands");
}

Error CommandLine::unknown_argument(const std::string& argument) const {
  const Command* command = chosen();
  const std::string help =
      command == nullptr ? "rlmdb help" : fmt::format("rlmdb {} -h", command->text().name);
  if (!argument.starts_with('-')) {
    return Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", argument), {},
                 fmt::format("`{}` shows how it is used", help));
  }
  const std::string name = argument.substr(0, argument.find('='));
  const CLI::App& app = m_root->get_subcommands().empty() ? *m_root : *m_root->get_subcommands().front();
  const auto nearest = nearest_word(name, long_options(app));
  return Error(ErrorCode::usage, fmt::format("there is no option '{}'", name), {},
               nearest.has_value() ? fmt::format("did you mean {}? `{}` lists the options", *nearest, help)
                                   : fmt::format("`{}` lists the options", help));
}

}  // namespace rlmdb::cli
