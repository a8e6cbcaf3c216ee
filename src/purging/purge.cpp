// SPDX-License-Identifier: MIT
// 1. One snapshot says what would go; the caller may say no.
// 2. One transaction takes it out of all rows.
// 3. The file is written anew without its empty pages, and the -wal emptied.
// 4. Files are named that may still hold it.
#include "rlmdb/purge.hpp"

#include <string>
#include <utility>
#include <vector>

#include "db/cells.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/vacuum.hpp"
#include "events/event_rows.hpp"
#include "purging/purge_copies.hpp"
#include "purging/purge_rows.hpp"
#include "purging/take_records_out.hpp"
#include "purging/take_text_out.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

void require_one_target(const PurgeOptions& options) {
  const int targets = (options.tasks.empty() ? 0 : 1) + (options.tree_id ? 1 : 0) +
                      (options.session ? 1 : 0) + (options.text ? 1 : 0);
  if (targets != 1)
    throw Error(ErrorCode::usage, "a purge takes tasks, a tree, a session or a text, one of these", {},
                "name one; `rlmdb purge -h` shows how");
}

void note_purge(db::Connection& connection) {
  const std::string now = util::utc_text(util::now());
  events::EventRows(connection).insert({.at = now, .kind = "store:purged"});
}

/// Rows are gone already: what fails now is told, not thrown.
void clean_file(db::Connection& connection, PurgeReport& report) {
  try {
    report.is_clean = db::vacuum(connection);
    if (!report.is_clean) report.unclean_because = "another process still reads the pages of before";
  } catch (const Error& error) {
    report.unclean_because = error.what();
  }
}

}  // namespace

PurgeReport purge(Store& store, const PurgeOptions& options) {
  require_one_target(options);
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  PurgeReport report;
  const purging::PurgedText text(options.text.value_or("none"));
  std::vector<std::string> sources;
  {
    const db::ReadTransaction snapshot(connection);
    if (options.text) {
      purging::plan_text(connection, text, report);
      sources = purging::PurgeRows(connection).source_paths();
    } else {
      sources = purging::plan_records(connection, options, report);
    }
  }
  const purging::Copies copies(connection.path(), std::move(sources), options.text ? &text : nullptr);
  if (options.run == PurgeRun::dry_run) {
    copies.find(report);
    return report;
  }
  if (options.agreed && !options.agreed(report)) return report;
  db::erase_freed(connection);
  {
    db::WriteTransaction transaction(connection);
    if (options.text) {
      purging::take_text_out(connection, text, options.force, report);
    } else {
      purging::take_records_out(connection, options, report);
    }
    if (!is_empty(report)) note_purge(connection);
    transaction.commit();
  }
  report.applied = true;
  clean_file(connection, report);
  if (report.is_clean && options.text && copies.is_in_database()) {
    report.is_clean = false;
    report.unclean_because =
        "its bytes still stand in the database's file, by chance in a digest or a number";
  }
  copies.find(report);
  return report;
}

}  // namespace rlmdb
