// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "frame/global_options.hpp"
#include "rlmdb/store.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class CommandLine;

/// What a running command may use.
struct Context {
  const CommandLine& command_line;
  const GlobalOptions& options;
  Terminal terminal;        ///< of standard output
  Terminal error_terminal;  ///< of standard error
  LogSink log;
  Output out;

  [[nodiscard]] bool wants_json() const noexcept { return options.format == Format::json; }
  [[nodiscard]] StoreOptions store_options() const;
  /// A remark for people on standard error: nothing with --quiet or --json.
  void talk(std::string_view text) const;
  /// What is written from here on is data as it is stored: on a terminal it takes that form.
  void show_as(TerminalForm form);
};

}  // namespace rlmdb::cli
