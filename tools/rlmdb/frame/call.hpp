// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "frame/context.hpp"
#include "frame/exit_code.hpp"
#include "frame/global_options.hpp"
#include "frame/locate_database.hpp"
#include "frame/open_stores.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

/// Runs the command that was chosen: with a request id no more than once, however often it is called.
[[nodiscard]] ExitCode run_once(Context& context);

/// Inside a catch block: what was thrown, in the words of Error. Anything but OutputClosed.
[[nodiscard]] Error error_in_flight();

struct CallAnswer {
  ExitCode exit = ExitCode::done;
  std::string data;      ///< JSON, what `--json` has there
  std::string warnings;  ///< a JSON array, as `--json` has it
};

/// Answers the calls of one other program, one after the other, on a database that stays open in between. A
/// process has one at a time: interruption and warnings are the process's.
class Session {
 public:
  /// `options` hold for every call: the database, the owner, how long to wait, durability.
  explicit Session(GlobalOptions options);

  /// What the command line does for the same words with --json: `method` and `params` as methods.hpp says.
  /// interrupt() cuts a wait short. `longest`: how long it waits for other writers, where that is less than the
  /// options say. Throws UnknownMethod, Error.
  [[nodiscard]] CallAnswer answer(std::string_view method, std::string_view params,
                                  std::optional<std::chrono::milliseconds> longest = {});

  /// The database that calls use, open to read. Good until the next call. Errors as of a call.
  [[nodiscard]] const Store& reader();
  /// Where that is. Error not_found where it is not, conflict where another one is (OpenStores::require_same).
  [[nodiscard]] DatabaseLocation locate();
  /// Who claims and changes: "" for the user of this process.
  [[nodiscard]] std::string owner();
  /// The project whose files calls may name: find_root().
  [[nodiscard]] std::filesystem::path project();

  [[nodiscard]] const GlobalOptions& options() const noexcept { return m_options; }
  /// For the next calls; with another `database` they begin with that one.
  void set_options(GlobalOptions options);

 private:
  [[nodiscard]] Context context_of(const CommandLine& command_line);

  GlobalOptions m_options;
  LogSink m_log;
  OpenStores m_stores;
};

}  // namespace rlmdb::cli
