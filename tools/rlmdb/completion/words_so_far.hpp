// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "frame/command_line.hpp"

namespace rlmdb::cli {

/// What the words before the one that is being typed say. They need not be right.
class WordsSoFar {
 public:
  /// `words` behind `rlmdb`; the last is being typed.
  explicit WordsSoFar(const Words& words);

  /// The one that the arguments begin with, of a command that has verbs; "": none yet.
  [[nodiscard]] std::string_view verb() const;

  CommandLine command_line;
  const Command* command = nullptr;
  const Options* options = nullptr;  ///< those that may stand here
  Words arguments;                   ///< of the command, before the last word
  bool ends_options = false;         ///< `--` was there
  const Option* value_of = nullptr;  ///< the last word is its value
  std::string prefix;                ///< of the last word what stands before that value: "--format="
  std::string begun;                 ///< of the last word, or of the value
  GlobalOptions global;              ///< --db and -C alone

 private:
  void read(const Words& words);
  void take(const std::string& word);
  void take_value(const Option& option, const std::string& value);
  void take_last(const std::string& word);
};

}  // namespace rlmdb::cli
