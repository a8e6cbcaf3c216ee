// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/command.hpp"
#include "frame/options_store.hpp"
#include "rlmdb/error.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rlmdb::cli {

/// All commands with their options, and what one argv says about them.
class CommandLine {
 public:
  /// With the options of all commands.
  CommandLine() : CommandLine(0, nullptr) {}
  /// With those of the commands that `arguments` name, or of all where they name none or `help`: declaring
  /// the options of every command takes longer than most commands.
  CommandLine(int argument_count, const char* const* arguments);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Throws CLI::ParseError: a request for help or for the version, or a mistake (see usage_error).
  void parse(int argument_count, const char* const* arguments);

  [[nodiscard]] const GlobalOptions& options() const noexcept { return m_options; }
  /// The command named on the command line, or nullptr.
  [[nodiscard]] Command* chosen() const;
  /// Its name, or "rlmdb".
  [[nodiscard]] std::string_view chosen_name() const;
  [[nodiscard]] const std::vector<CommandPtr>& commands() const noexcept { return m_commands; }
  /// The options of command `index` as declared by its setup().
  [[nodiscard]] const CLI::App& app_of(std::size_t index) const { return *m_apps[index]; }

  /// Error usage where --csv or --header was given to a call that prints no rows, or beside --json.
  void require_rows() const;
  /// Help for one command, or for the program. Error usage for an unknown name.
  [[nodiscard]] std::string help_for(std::optional<std::string_view> name) const;
  /// What CLI11 found wrong, in our words, with a suggestion where one is near.
  [[nodiscard]] Error usage_error(const CLI::ParseError& mistake) const;

 private:
  [[nodiscard]] const CLI::App& chosen_app() const;
  /// What CLI11 found wrong; a mistake that an option of ours found has our words already.
  [[nodiscard]] std::string words_for(const CLI::ParseError& mistake) const;
  [[nodiscard]] Error unknown_command(const std::string& name) const;
  [[nodiscard]] Error unknown_argument(const std::string& argument) const;

  GlobalOptions m_options;
  std::unique_ptr<CLI::App> m_root;
  std::vector<CommandPtr> m_commands;
  std::vector<std::string> m_arguments;
  std::vector<CLI::App*> m_apps;  ///< owned by m_root; same order as m_commands
};

/// Of `words` the one a typing slip away from `word`, or nullopt.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word,
                                                      const std::vector<std::string>& words);

}  // namespace rlmdb::cli
