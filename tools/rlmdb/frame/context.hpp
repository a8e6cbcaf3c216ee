// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "frame/exit_code.hpp"
#include "frame/global_options.hpp"
#include "frame/open_stores.hpp"
#include "rlmdb/request.hpp"
#include "rlmdb/store.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class CommandLine;

/// The answer that was given to the same request before.
struct Repeated {
  ExitCode code;
  std::string printed;
};

/// What a running command may use.
struct Context {
  const CommandLine& command_line;
  const GlobalOptions& options;
  Terminal terminal;        ///< of standard output
  Terminal error_terminal;  ///< of standard error
  LogSink log;
  OpenStores& stores;
  Output out;
  bool is_call = false;              ///< made by another program by name: the answer is one document
  std::unique_ptr<Request> request;  ///< where the call has a request id, once the database is open

  [[nodiscard]] bool wants_json() const noexcept { return options.format == Format::json; }
  [[nodiscard]] StoreOptions store_options(Access access = Access::read_write) const;
  /// A remark for people on standard error: nothing with --quiet or --json.
  void talk(std::string_view text) const;
  /// Once `store` is open for a change: from here on what is printed is held back and kept with the request.
  /// Throws Repeated where it was answered before.
  void begin_request(const Store& store, Access access);
  /// The same for a command that reads its --request-id by itself.
  void begin_request(const Store& store, const std::string& key);
  /// For a call that opens its database without beginning one. Where it only reads (a plan, --dry-run), there is
  /// nothing to remember of an id: the same call again reads again. Error internal where it changes something.
  void require_no_request(Access access) const;
  /// Commits what was changed, and lets go what was printed.
  void end_request(ExitCode code);
  /// What is written from here on is data as it is stored: on a terminal it takes that form.
  void show_as(TerminalForm form);
};

}  // namespace rlmdb::cli
