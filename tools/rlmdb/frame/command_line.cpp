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

/// The option that `argument` names, "--db", "--db=" or the last letter of "-qC"; nullptr for any other word.
const CLI::Option* option_named(const CLI::App& app, const std::string& argument) {
  const bool is_cluster = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
  return app.get_option_no_throw(is_cluster ? std::string("-") + argument.back()
                                            : argument.substr(0, argument.find('=')));
}

/// "--json" of "--json=yes" where that takes no value; "" for any other word.
std::string flag_with_value(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const CLI::Option* option = name == argument ? nullptr : app.get_option_no_throw(name);
  return option != nullptr && option->get_disable_flag_override() ? name : std::string{};
}

/// An argument that has to be there and is not; "" for none.
std::string missing_argument(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_required() && option->count() == 0) {
      return option->get_name();
    }
  }
  return {};
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
  m_arguments.assign(arguments + 1, arguments + argument_count);
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
  return Error(ErrorCode::usage, words_for(mistake), {}, fmt::format("`{}` shows how it is used", topic));
}

const CLI::App& CommandLine::chosen_app() const {
  return m_root->get_subcommands().empty() ? *m_root : *m_root->get_subcommands().front();
}

std::string CommandLine::words_for(const CLI::ParseError& mistake) const {
  const CLI::App& app = chosen_app();
  if (dynamic_cast<const CLI::RequiredError*>(&mistake) != nullptr) {
    return missing_argument(app) + " is missing";
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&mistake) != nullptr && !m_arguments.empty()) {
    for (const std::string& argument : m_arguments) {
      if (const std::string flag = flag_with_value(app, argument); !flag.empty()) {
        return flag + " takes no value";
      }
    }
    // Any word is taken for a value, so it is missing only where there are no more words.
    if (const CLI::Option* last = option_named(app, m_arguments.back()); last != nullptr) {
      return last->get_name() + " needs a value";
    }
  }
  return mistake.what();
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
  const auto nearest = nearest_word(name, long_options(chosen_app()));
  return Error(ErrorCode::usage, fmt::format("there is no option '{}'", name), {},
               nearest.has_value() ? fmt::format("did you mean {}? `{}` lists the options", *nearest, help)
                                   : fmt::format("`{}` lists the options", help));
}

}  // namespace rlmdb::cli
