// SPDX-License-Identifier: MIT
/// tests/cli/options/trials: what each option of each command is tried with, or why it cannot be seen.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cli_tests {

/// One option with a value that must matter.
struct OptionTrial {
  enum class Kind {
    differs,    ///< the call does something else with it, or is refused
    filters,    ///< what it prints is a part of what the call prints without it
    same,       ///< nothing can differ; `why` says the reason
    elsewhere,  ///< another test tries it: the file that `why` begins with
  };

  std::string place;    ///< "trials:12"
  std::string call;     ///< without the option and without "rlmdb"; "": the first call of the verb
  std::string option;   ///< "--agent"
  std::string given;    ///< "--agent coder"
  std::string nothing;  ///< of a filter: a value that nothing matches; "": there is none
  std::string why;
  bool is_once = false;  ///< tried with the first verb of a command alone, as what it does is of no verb
  Kind kind = Kind::differs;
};

/// What stands in the file under one head: "*", "task", "task add".
struct OptionTrials {
  std::vector<std::string> calls;  ///< each without options; the first is what shared trials are made of
  std::vector<OptionTrial> trials;
};

class TrialTable {
 public:
  explicit TrialTable(const std::filesystem::path& file);

  /// Shell that makes the project richer, in order.
  [[nodiscard]] const std::vector<std::string>& preparation() const { return m_preparation; }
  [[nodiscard]] const std::map<std::string, OptionTrials>& sections() const { return m_sections; }
  /// "" where the verb has no call.
  [[nodiscard]] std::string call_of(const std::string& verb) const;
  /// The trials of an option, of the narrowest of the three heads that has some.
  [[nodiscard]] std::vector<OptionTrial> trials_of(const std::string& command, const std::string& verb,
                                                   const std::string& option) const;

 private:
  void take(const std::string& line, const std::string& place);

  std::vector<std::string> m_preparation;
  std::map<std::string, OptionTrials> m_sections;
  OptionTrials* m_section = nullptr;
};

}  // namespace cli_tests
