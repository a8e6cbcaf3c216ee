// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frame/answers.hpp"
#include "frame/exit_code.hpp"
#include "frame/exit_status.hpp"
#include "frame/options.hpp"
#include "frame/verbs.hpp"

namespace rlmdb::cli {

struct Context;

/// What calls of a command may do.
enum class Effect {
  reads,
  writes,   ///< to the database or to files
  changes,  ///< the database, once however often a call with one request id is made
};

/// Whether a command opens one.
enum class Database { used, unused };

/// What a command says of itself besides its options: help, manual pages and JSON come from it. Lines are at
/// most 80 columns wide.
struct CommandText {
  std::string_view name;
  std::string_view summary;                     ///< one line, no full stop
  std::string_view synopsis;                    ///< what follows "rlmdb NAME " in the usage line
  std::string_view details;                     ///< paragraphs, lines broken by hand
  std::vector<std::string_view> examples;       ///< whole command lines, "# why" above each
  std::vector<ExitStatus> exits = {};           ///< where they mean more than of every command
  std::vector<std::string_view> see_also = {};  ///< other commands: "export"
  Verbs verbs = {};                             ///< of a command that does what its first word says
  Database database = Database::used;
  std::string_view only_as_program = {};  ///< why another program cannot call it (methods.hpp); "": it can
};

/// One command of the program.
class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  [[nodiscard]] virtual const CommandText& text() const = 0;
  /// Describes the options; touches no file.
  virtual void setup(Options& options) = 0;
  /// That of this call, once it is parsed; nullptr where the command has none. Error usage for a word that is
  /// none.
  [[nodiscard]] virtual const Verb* verb() const { return nullptr; }
  /// Which of its calls print rows, and so take --csv and --header: "always", "with list and show"; "" for
  /// none.
  [[nodiscard]] virtual std::string calls_with_rows() const { return text().verbs.calls_with_rows(); }
  /// Whether this call does; once it is parsed.
  [[nodiscard]] virtual bool prints_rows() const { return verb() == nullptr || verb()->prints_rows; }

  /// Whether there are lists in what it prints that may be long for a screen; it then takes --all.
  [[nodiscard]] virtual bool has_long_lists() const { return !calls_with_rows().empty(); }

  /// Whether this call, on a terminal, goes through a pager: it only reads, asks nothing, and ends by itself.
  [[nodiscard]] virtual bool wants_pager() const {
    const Verb* const verb = this->verb();
    const bool reads = verb == nullptr ? effect() == Effect::reads : !verb->changes && !verb->may_write;
    return reads && prints_rows() && has_long_lists();
  }

  /// Of a command with verbs Verb::changes says it of each.
  [[nodiscard]] virtual Effect effect() const {
    return text().verbs.that_change().empty() ? Effect::reads : Effect::changes;
  }

  /// Whether --owner means something to it though it only reads.
  [[nodiscard]] virtual bool reads_by_owner() const { return false; }

  /// What it prints with --json. Asks its writers; touches no file.
  [[nodiscard]] virtual Answers answers() const { return {}; }

  /// Calls one job of the library and prints its report. Throws Error.
  [[nodiscard]] virtual ExitCode run(Context& context) = 0;
};

using CommandPtr = std::unique_ptr<Command>;

}  // namespace rlmdb::cli
