// SPDX-License-Identifier: MIT
/// Commands that take a verb, `rlmdb task start`: which there are, and what goes with each.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

class Options;
struct Option;

struct Verb {
  static constexpr std::size_t k_any = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] std::string_view word() const noexcept { return name.substr(0, name.find(' ')); }
  /// As it is called: "set NAME [VALUE]".
  [[nodiscard]] std::string short_call() const;
  /// The same with the option that makes it what it is: "prune --workflow ID|--loop ID".
  [[nodiscard]] std::string call() const;

  std::string_view name;  ///< its word; more behind that tells two of one word apart: "prune of workflows"
  std::string_view arguments;  ///< what stands behind its word: "NAME [VALUE]"
  std::string_view summary;    ///< what it does
  std::size_t least = 0;       ///< arguments behind it
  std::size_t most = 0;
  std::string_view needs = {};  ///< what those are that it cannot do without: "an ID and a LEVEL"
  std::string_view with = {};   ///< an option that makes it another thing: "--workflow ID|--loop ID"
  bool changes = false;
  bool may_write = false;  ///< to files, or with some option to the database: what `changes` does not say
  std::string_view but_reads = {};  ///< of a verb that changes: the word behind it with which it only reads
  bool prints_rows = false;
};

/// All of a command. Of several verbs with one word the first is found by it.
struct Verbs {
  std::string_view command;
  std::span<const Verb> all;
  std::string_view where_to_look = {};  ///< the hint for arguments that are missing

  /// The place of the one that `words` begin with. Error usage, with the verb that was probably meant, for
  /// any other word.
  [[nodiscard]] std::size_t find(const std::vector<std::string>& words) const;
  /// `words` without the first, the verb. Error usage for too few, "loop start needs a TASK", or too many.
  [[nodiscard]] std::vector<std::string> arguments(const Verb& verb,
                                                   const std::vector<std::string>& words) const;
  [[nodiscard]] Error too_few(const Verb& verb) const;
  /// For a call without any: names them.
  [[nodiscard]] Error missing() const;
  [[nodiscard]] std::vector<std::string_view> that_change() const;
  [[nodiscard]] std::vector<std::string_view> but(const std::vector<std::string_view>& others) const;
  /// "with list, show and diff"; "" for none.
  [[nodiscard]] std::string calls_with_rows() const;
  /// Error usage for an option that is given and is not for `verb`.
  void require_options(const Verb& verb, const Options& options) const;
};

/// Whether a call of that very verb takes the option; Option::is_for() asks for all of one word.
[[nodiscard]] bool is_for(const Option& option, const Verb& verb);

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string in_words(const std::vector<std::string_view>& words);

}  // namespace rlmdb::cli
