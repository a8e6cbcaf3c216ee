// SPDX-License-Identifier: MIT
/// One command line, read by CLI11. No other file knows it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frame/options.hpp"

namespace rlmdb::cli {

/// What a command line says. Nothing of it is taken yet.
struct Parsed {
  enum class End { run, help, version, missing, wrong_values, mistake };
  struct Given {
    Option* option;
    Words words;
  };

  End end = End::run;
  std::optional<std::size_t> command;  ///< the one that is named
  std::vector<Given> given;            ///< in the order of declaration, those of the program first
  Words unknown;                       ///< what is no option and has no place
  std::string mistake;                 ///< what CLI11 says of it

  /// Gives what was read to who takes it. What is no value for its option is a mistake.
  void take();
};

/// The option that `argument` names, "--db", "--db=x" or the last letter of "-qC"; nullptr for any other word.
[[nodiscard]] const Option* option_named(const Options& options, const std::string& argument);

/// `arguments`: without the name of the program. `program`: the options before a command. `commands`: those that
/// the command line may name.
[[nodiscard]] Parsed parse(const Words& arguments, Options& program,
                           const std::vector<std::pair<std::string, Options*>>& commands);

}  // namespace rlmdb::cli
