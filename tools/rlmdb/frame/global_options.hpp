// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "frame/options.hpp"
#include "rlmdb/store.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// How results are printed.
enum class Format { text, json };

/// The options every command takes, before or after its name.
struct GlobalOptions {
  std::optional<std::string> database;
  std::optional<std::string> directory;
  std::optional<std::string> owner;  ///< who works here
  std::optional<std::string> request_id;
  Format format = Format::text;
  LineForm lines = LineForm::bare;
  std::vector<std::string> columns;  ///< of rows; none: as they are described
  bool all_rows = false;             ///< long lists are shown whole on a screen, too
  bool has_pager = true;             ///< what is long may be shown page by page
  bool quiet = false;
  bool progress = true;
  int verbosity = 0;           ///< number of -v given
  bool only_reads = false;     ///< opening the database for a change is refused
  bool only_database = false;  ///< no file beside the database is written
  bool is_elsewhere = false;   ///< who calls is not where this runs, and names no files here
  ColorChoice color = ColorChoice::automatic;
  Durability durability = Durability::full;
  std::chrono::milliseconds timeout = StoreOptions().busy_timeout;  ///< how long to wait for other writers
};

inline constexpr const char* k_global_section = "Global options";
inline constexpr const char* k_rows_section = "Options for rows";

/// --csv and --header, for a command that prints rows.
void add_row_options(Options& options, GlobalOptions& global);

/// --columns, for rows that come as a list.
void add_columns(Options& options, GlobalOptions& global);

/// --all, for a command that prints what may be too long for a screen; where there is none of that name.
void add_all_rows(Options& options, GlobalOptions& global);

/// --request-id, for what changes something.
void add_request_id(Options& options, std::optional<std::string>& request_id);

/// The global options, --help and --version; a later occurrence on the command line wins.
void add_global_options(Options& options, GlobalOptions& global);

}  // namespace rlmdb::cli
