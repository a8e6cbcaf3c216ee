// SPDX-License-Identifier: MIT
#include "frame/global_options.hpp"

#include <algorithm>
#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void add_row_options(Options& options, GlobalOptions& global) {
  options.section(k_rows_section);
  options.toggle("--csv", global.lines, LineForm::csv, "comma-separated values with a header line");
  options.toggle(
      "--header",
      [&global] { global.lines = global.lines == LineForm::csv ? LineForm::csv : LineForm::headed; },
      "in a pipe, the names of the columns first");
}

void add_columns(Options& options, GlobalOptions& global) {
  options.section(k_rows_section);
  options.text(
      "--columns",
      [&global](const std::string& names) {
        for (std::size_t begin = 0; begin <= names.size();) {
          const std::size_t end = std::min(names.find(',', begin), names.size());
          if (end > begin) global.columns.push_back(names.substr(begin, end - begin));
          begin = end + 1;
        }
      },
      "A,B,...", "only these columns, in this order; a name that is none says which there are");
}

void add_all_rows(Options& options, GlobalOptions& global) {
  if (options.find("--all") != nullptr) return;
  options.section(k_rows_section);
  options.toggle("--all", global.all_rows, "on a terminal, more than the first 50 of a list");
}

void add_request_id(Options& options, std::optional<std::string>& request_id) {
  options.text("--request-id", request_id, "KEY",
               "the same KEY again gives the first answer and changes nothing");
}

void add_global_options(Options& options, GlobalOptions& global) {
  options.section(k_global_section);
  options.text("--db", global.database, "PATH", "the database to use (see rlmdb where)");
  options.text("-C", global.directory, "DIR", "work as if started in DIR");
  options.text(
      "--owner", global.owner, "NAME",
      "who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host");
  options.toggle("--json", global.format, Format::json, "print one JSON document");
  options.toggle("-q,--quiet", global.quiet, "no talk on stderr but errors");
  options.counted("-v,--verbose", global.verbosity,
                  "tell more on stderr; twice for details (ids and sizes, never data)");
  options.choice(
      "--color",
      {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}},
      global.color, "colours; {} (default): on a terminal, unless NO_COLOR is set");
  options.toggle("--no-progress", global.progress, false, "no progress line on stderr");
  options.toggle("--no-pager", global.has_pager, false, "no pager for long output on a terminal");
  options.choice("--durability", {{"full", Durability::full}, {"normal", Durability::normal}},
                 global.durability, "{} (default): what is written survives a power loss");
  // `limits` has an option of that name; there, this one goes before the command.
  if (options.find("--timeout") == nullptr) {
    options.duration("--timeout", global.timeout, "how long to wait for other writers; default {}");
  }
  options.add(Option::Kind::help, "-h,--help", {}, "show this help", {});
  options.add(Option::Kind::version, "--version", {}, "show the version", {});
}

}  // namespace rlmdb::cli
