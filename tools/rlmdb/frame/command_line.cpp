// SPDX-License-Identifier: MIT
#include "frame/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "frame/commands.hpp"
#include "frame/nearest_word.hpp"
#include "frame/other_words.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

std::vector<std::string> long_options(const Options& options) {
  std::vector<std::string> names;
  for (const Option& option : options.all()) {
    if (option.name().starts_with("--")) names.push_back(option.name());
  }
  return names;
}

/// "--json" of "--json=yes" where that takes no value; "" for any other word.
std::string switch_with_value(const Options& options, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const Option* option = name == argument ? nullptr : options.find(name);
  const bool is_switch =
      option != nullptr && (option->kind == Option::Kind::toggle || option->kind == Option::Kind::counted);
  return is_switch ? name : std::string{};
}

/// Whether one of the options in "--workflow ID|--loop ID" is among the parameters.
bool names_one_of(std::string_view params, std::string_view options) {
  for (std::size_t begin = options.find("--"); begin != std::string_view::npos;
       begin = options.find("--", begin)) {
    begin += 2;
    const std::string_view name = options.substr(begin, options.find_first_of(" |", begin) - begin);
    if (find_json_member(params, name).has_value()) return true;
  }
  return false;
}

/// With the method that was probably meant, or why a command is none.
UnknownMethod unknown_method(std::string_view name, const std::vector<CommandPtr>& commands) {
  for (const CommandPtr& command : commands) {
    if (command->text().name == name && !command->text().only_as_program.empty()) {
      return UnknownMethod(ErrorCode::usage,
                           fmt::format("{} cannot be called: {}", name, command->text().only_as_program));
    }
  }
  std::vector<std::string> names;
  for (const Method& method : methods_of(commands)) names.push_back(method.name);
  const auto nearest = nearest_word(std::string(name), names);
  return UnknownMethod(ErrorCode::usage, fmt::format("there is no method '{}'", name), {},
                       nearest.has_value()
                           ? fmt::format("did you mean {}?", *nearest)
                           : "a method is a command and its verb: claim, task.add, checkpoint.create");
}

/// Which of them was mistyped.
std::string near_command(const std::vector<CommandPtr>& commands, const std::string& name) {
  std::vector<std::string> reading;
  std::vector<std::string> writing;
  for (const CommandPtr& command : commands) {
    (command->effect() == Effect::reads ? reading : writing).emplace_back(command->text().name);
  }
  const auto nearest = nearest_word(name, reading, writing);
  return nearest.has_value() ? fmt::format("did you mean `rlmdb {}`?", *nearest)
                             : "`rlmdb help` lists the commands";
}

/// An argument that has to be there and is not; "" for none.
std::string missing_argument(const Options& options) {
  const auto missing = std::find_if(options.all().begin(), options.all().end(), [](const Option& option) {
    return option.is_required && !option.is_given;
  });
  return missing == options.all().end() ? std::string{} : missing->name();
}

}  // namespace

CommandLine::CommandLine(int argument_count, const char* const* arguments)
    : m_commands(make_commands()), m_described(m_commands.size()) {
  add_global_options(m_program, m_options);
  if (argument_count > 0) {
    m_arguments = in_own_words({arguments + 1, arguments + argument_count}, m_program, m_commands);
  }
  const std::set<std::string_view> words(m_arguments.begin(), m_arguments.end());
  for (std::size_t index = 0; index < m_commands.size(); ++index) {
    if (argument_count == 0 || words.contains(m_commands[index]->text().name)) {
      describe(index);
    }
  }
}

CommandLine::CommandLine(GlobalOptions options)
    : m_options(std::move(options)), m_commands(make_commands()), m_described(m_commands.size()) {}

void CommandLine::parse_call(std::string_view name, std::string_view params) {
  const std::string_view command = name.substr(0, name.find('.'));
  const auto named = std::find_if(m_commands.begin(), m_commands.end(),
                                  [&](const CommandPtr& one) { return one->text().name == command; });
  std::vector<Method> methods;
  if (named != m_commands.end()) {
    methods = methods_of(m_commands, static_cast<std::size_t>(named - m_commands.begin()));
    std::erase_if(methods, [&](const Method& method) { return method.name != name; });
  }
  if (methods.empty()) throw unknown_method(name, m_commands);
  const auto meant = std::find_if(methods.begin(), methods.end(), [&](const Method& method) {
    return method.verb != nullptr && names_one_of(params, method.verb->with);
  });
  take_call(meant == methods.end() ? methods.front() : *meant, params);
}

void CommandLine::take_call(const Method& method, std::string_view params) {
  m_chosen = method.command;
  describe(method.command);
  Parsed parsed = parse_params(method, params, m_described[method.command],
                               m_options.is_elsewhere ? Files::refused : Files::taken);
  parsed.take();
  if (parsed.end == Parsed::End::mistake) throw Error(ErrorCode::usage, parsed.mistake, "params");
  m_words_of_request = words_of(parsed, chosen_name());
  require_verb();
}

void CommandLine::describe(std::size_t index) {
  Options& options = m_described[index];
  m_commands[index]->setup(options);
  // Those of `task` and `var` stand among their own.
  if (m_commands[index]->effect() == Effect::changes && options.find("--request-id") == nullptr) {
    std::vector<std::string_view> verbs = m_commands[index]->text().verbs.that_change();
    if (!verbs.empty()) options.section("Options of verbs that change", std::move(verbs));
    add_request_id(options, m_options.request_id);
  }
  if (!m_commands[index]->calls_with_rows().empty()) {
    add_row_options(options, m_options);
    if (m_commands[index]->has_long_lists()) add_columns(options, m_options);
  }
  if (m_commands[index]->has_long_lists()) {
    add_all_rows(options, m_options);
  }
  add_global_options(options, m_options);
}

Asked CommandLine::parse() {
  std::vector<std::pair<std::string, Options*>> named;
  for (std::size_t index = 0; index < m_commands.size(); ++index) {
    if (!m_described[index].all().empty()) {
      named.emplace_back(m_commands[index]->text().name, &m_described[index]);
    }
  }
  Parsed parsed = cli::parse(m_arguments, m_program, named);
  if (parsed.command.has_value()) {
    m_chosen = find(named[*parsed.command].first);
  }
  parsed.take();
  m_words_of_request = words_of(parsed, chosen_name());
  switch (parsed.end) {
    case Parsed::End::run:
      return m_chosen.has_value() ? Asked::run : Asked::help;
    case Parsed::End::help:
      return Asked::help;
    case Parsed::End::version:
      return Asked::version;
    default:
      throw usage_error(parsed);
  }
}

std::string CommandLine::verb_asked_for() const {
  if (!m_chosen.has_value()) return {};
  const auto command = std::find(m_arguments.begin(), m_arguments.end(), chosen_name());
  for (const Verb& verb : m_commands[*m_chosen]->text().verbs.all) {
    if (std::find(command, m_arguments.end(), verb.word()) != m_arguments.end())
      return std::string(verb.word());
  }
  return {};
}

std::string CommandLine::words_of(const Parsed& parsed, std::string_view command) {
  static const std::set<std::string_view> k_no_matter = {
      "--db",         "--timeout",    "--verbose", "--quiet", "--color",   "--no-progress",
      "--durability", "--request-id", "--owner",   "--all",   "--no-pager"};
  std::set<std::string> given;
  for (const Parsed::Given& option : parsed.given) {
    if (k_no_matter.contains(option.option->name())) {
      continue;
    }
    std::string words = option.option->name();
    for (const std::string& word : option.words) {
      words += '\0' + word;
    }
    given.insert(std::move(words));
  }
  std::string all(command);
  for (const std::string& words : given) {
    all += '\n' + words;
  }
  return all;
}

Command* CommandLine::chosen() const {
  return m_chosen.has_value() ? m_commands[*m_chosen].get() : nullptr;
}

std::string_view CommandLine::chosen_name() const {
  return m_chosen.has_value() ? chosen()->text().name : std::string_view{"rlmdb"};
}

const Options& CommandLine::chosen_options() const {
  return m_chosen.has_value() ? m_described[*m_chosen] : m_program;
}

std::size_t CommandLine::find(std::string_view name) const {
  const auto found = std::find_if(m_commands.begin(), m_commands.end(),
                                  [name](const CommandPtr& command) { return command->text().name == name; });
  if (found == m_commands.end()) {
    throw unknown_command(std::string(name));
  }
  return static_cast<std::size_t>(found - m_commands.begin());
}

void CommandLine::require_rows() const {
  const Option* limit = chosen_options().find("--limit");
  if (m_options.all_rows && limit != nullptr && limit->is_given) {
    throw Error(ErrorCode::usage, "--all and --limit exclude each other", {}, "leave one of them out");
  }
  if (m_options.all_rows && chosen()->verb() != nullptr && !chosen()->prints_rows()) {
    throw no_rows("--all");
  }
  if (m_options.lines == LineForm::bare && m_options.columns.empty()) {
    return;
  }
  const std::string_view option = !m_options.columns.empty()         ? "--columns"
                                  : m_options.lines == LineForm::csv ? "--csv"
                                                                     : "--header";
  if (m_options.format == Format::json) {
    throw Error(ErrorCode::usage, fmt::format("{} and --json exclude each other", option), {},
                "leave one of them out");
  }
  if (!chosen()->prints_rows()) {
    throw no_rows(option);
  }
}

void CommandLine::require_use_of_owner() const {
  const Command* command = chosen();
  if (!m_options.owner.has_value() || command == nullptr || command->reads_by_owner()) return;
  const Verb* verb = command->verb();
  const bool only_reads =
      verb == nullptr ? command->effect() == Effect::reads : !verb->changes && !verb->may_write;
  if (!only_reads || command->text().database == Database::unused) return;
  throw Error(ErrorCode::usage,
              fmt::format("--owner says who changes something, and `rlmdb {}{}` only reads", chosen_name(),
                          verb == nullptr ? std::string() : fmt::format(" {}", verb->name)),
              {},
              "leave it out; `rlmdb events --owner NAME` shows what somebody did, and $RLMDB_OWNER says for "
              "all calls who works here");
}

Error CommandLine::no_rows(std::string_view option) const {
  return Error(ErrorCode::usage, fmt::format("{} is for rows, and this call prints none", option), {},
               fmt::format("`rlmdb {}` prints rows {}", chosen_name(), chosen()->calls_with_rows()));
}

void CommandLine::limit_rows(Terminal& terminal) const {
  constexpr std::size_t k_enough = 50;
  const Option* all = chosen_options().find("--all");
  const Option* limit = chosen_options().find("--limit");
  const bool is_said =
      m_options.all_rows || m_options.format == Format::json || (limit != nullptr && limit->is_given);
  if (all == nullptr || all->section != k_rows_section || is_said) {
    return;
  }
  terminal.most_rows = k_enough;
  if (limit != nullptr) terminal.shows_all = "--limit N, --all";
}

void CommandLine::require_verb() const {
  if (const Verb* verb = chosen()->verb(); verb != nullptr) {
    chosen()->text().verbs.require_options(*verb, chosen_options());
  }
}

/// Before its options are judged: those of another verb look like none.
void CommandLine::require_known_verb() const {
  const Verbs& verbs = chosen()->text().verbs;
  const auto command = std::find(m_arguments.begin(), m_arguments.end(), chosen_name());
  const bool is_named = command != m_arguments.end() && command + 1 != m_arguments.end();
  if (is_named && !verbs.all.empty() && !command[1].starts_with('-')) (void)verbs.find({command[1]});
}

std::string CommandLine::topic() const {
  return m_chosen.has_value() ? fmt::format("rlmdb {} -h", chosen_name()) : "rlmdb help";
}

Error CommandLine::usage_error(const Parsed& parsed) const {
  if (m_chosen.has_value()) require_known_verb();
  for (const std::string& argument : parsed.unknown) {
    if (argument != "--") {
      return !m_chosen.has_value() && !argument.starts_with('-') ? unknown_command(argument)
                                                                 : unknown_argument(argument);
    }
  }
  if (parsed.end == Parsed::End::missing && missing_argument(chosen_options()) == "VERB") {
    return chosen()->text().verbs.missing();
  }
  return Error(ErrorCode::usage, words_for(parsed), {}, fmt::format("`{}` shows how it is used", topic()));
}

std::string CommandLine::words_for(const Parsed& parsed) const {
  const Options& options = chosen_options();
  if (parsed.end == Parsed::End::missing) {
    return missing_argument(options) + " is missing";
  }
  if (parsed.end == Parsed::End::wrong_values && !m_arguments.empty()) {
    for (const std::string& argument : m_arguments) {
      if (const std::string name = switch_with_value(options, argument); !name.empty()) {
        return name + " takes no value";
      }
    }
    // Any word is taken for a value, so it is missing only where there are no more words.
    if (const Option* last = option_named(options, m_arguments.back()); last != nullptr) {
      return last->name() + " needs a value";
    }
  }
  return parsed.mistake;
}

Error CommandLine::unknown_command(const std::string& name) const {
  return Error(ErrorCode::usage, fmt::format("there is no command '{}'", name), {},
               instead_of_command(name).value_or(near_command(m_commands, name)));
}

Error CommandLine::unknown_argument(const std::string& argument) const {
  if (!argument.starts_with('-')) {
    return Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", argument), {},
                 chosen_name() == "list" ? fmt::format("`rlmdb search {}` finds it", argument)
                                         : fmt::format("`{}` shows how it is used", topic()));
  }
  const std::string name = argument.substr(0, argument.find('='));
  if (chosen_options().find(name) != nullptr) {
    return Error(ErrorCode::usage, fmt::format("there is no option '{}' in this place", name), {},
                 fmt::format("it goes behind the command: `rlmdb {} {}`", chosen_name(), name));
  }
  if (const auto instead = instead_of_option(chosen_name(), name)) {
    return Error(ErrorCode::usage, fmt::format("there is no option '{}'", name), {}, *instead);
  }
  const auto nearest = nearest_word(name, long_options(chosen_options()));
  return Error(ErrorCode::usage, fmt::format("there is no option '{}'", name), {},
               nearest.has_value() ? fmt::format("did you mean {}? `{}` lists the options", *nearest, topic())
                                   : fmt::format("`{}` lists the options", topic()));
}

}  // namespace rlmdb::cli
