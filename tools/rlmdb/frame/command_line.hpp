// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frame/command.hpp"
#include "frame/global_options.hpp"
#include "frame/methods.hpp"
#include "frame/parse.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

/// What a command line asks for.
enum class Asked { run, help, version };

/// All commands with their options, and what one argv says about them.
class CommandLine {
 public:
  /// With the options of all commands.
  CommandLine() : CommandLine(0, nullptr) {}
  /// Takes the words of a command line, those of others in our own (other_words.hpp), with the options of the
  /// commands that they name: describing the options of every command takes longer than most commands.
  CommandLine(int argument_count, const char* const* arguments);
  /// For calls by name: what is so for all of them, and no options yet.
  explicit CommandLine(GlobalOptions options);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Of a command line that was typed, before it is parsed.
  template <class Change>
  void change_arguments(const Change& change) {
    m_arguments = change(std::move(m_arguments));
  }

  /// Error usage, with a suggestion where one is near, for what cannot be understood.
  [[nodiscard]] Asked parse();

  /// Takes a call by name in place of a command line. Error usage for a name that is none, and for parameters
  /// that cannot be understood (methods.hpp).
  void parse_call(std::string_view method, std::string_view params);

  [[nodiscard]] const GlobalOptions& options() const noexcept { return m_options; }
  /// The command named on the command line, or nullptr.
  [[nodiscard]] Command* chosen() const;
  /// Its name, or "rlmdb".
  [[nodiscard]] std::string_view chosen_name() const;
  [[nodiscard]] const std::vector<CommandPtr>& commands() const noexcept { return m_commands; }
  /// The options before a command.
  [[nodiscard]] const Options& options_of_program() const noexcept { return m_program; }
  /// Those that setup() of command `index` describes, and what every command takes.
  [[nodiscard]] const Options& options_of(std::size_t index) const { return m_described.at(index); }
  /// The place of a command. Error usage for an unknown name.
  [[nodiscard]] std::size_t find(std::string_view name) const;

  /// What tells this call from others: the command and what was given to it, but for options that only say
  /// how it is waited for, shown and written.
  [[nodiscard]] const std::string& words_of_request() const noexcept { return m_words_of_request; }

  /// The verb of that command that the arguments name, which help may be asked for; "": none.
  [[nodiscard]] std::string verb_asked_for() const;

  /// Error usage where --csv, --header, --columns or --all was given to a call that prints no rows, or beside --json or
  /// --limit.
  void require_rows() const;
  /// Error usage where --owner is given to what only reads, and does not ask who does.
  void require_use_of_owner() const;
  /// How many rows of a list the terminal of standard output gets, where nothing was said of that.
  void limit_rows(Terminal& terminal) const;
  /// Error usage for a verb that is none, and for options that the verb does not take.
  void require_verb() const;

 private:
  void describe(std::size_t index);
  void take_call(const Method& method, std::string_view params);
  [[nodiscard]] const Options& chosen_options() const;
  [[nodiscard]] std::string topic() const;
  [[nodiscard]] static std::string words_of(const Parsed& parsed, std::string_view command);
  [[nodiscard]] Error no_rows(std::string_view option) const;
  [[nodiscard]] Error usage_error(const Parsed& parsed) const;
  void require_known_verb() const;
  [[nodiscard]] std::string words_for(const Parsed& parsed) const;
  [[nodiscard]] Error unknown_command(const std::string& name) const;
  [[nodiscard]] Error unknown_argument(const std::string& argument) const;

  GlobalOptions m_options;
  Options m_program;
  std::vector<CommandPtr> m_commands;
  std::vector<Options> m_described;  ///< same order as m_commands
  std::vector<std::string> m_arguments;
  std::optional<std::size_t> m_chosen;
  std::string m_words_of_request;
};

}  // namespace rlmdb::cli
