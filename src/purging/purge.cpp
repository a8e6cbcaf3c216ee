// SPDX-License-Identifier: MIT
// 1. One snapshot says what would go; the caller may say no.
// 2. One transaction takes it out of all rows.
// 3. The file is written anew without its empty pages, and the -wal emptied.
// 4. The files of missions that are written through become what is left.
// 5. Files are named that may still hold it.
#include "rlmdb/purge.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "db/cells.hpp"
#include "db/connections.hpp"
#include "db/shrink_file.hpp"
#include "db/transaction.hpp"
#include "events/event_rows.hpp"
#include "grid/grid_rows.hpp"
#include "grid/write_back.hpp"
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
  events::EventRows(connection).insert({.at = now, .kind = EventKind::store_purged});
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

/// The files of missions that are written here, wherever they stand.
void add_files_of_missions(db::Connection& connection, std::vector<std::string>& sources) {
  grid::GridRows rows(connection);
  for (const grid::GridHead& head : rows.all()) {
    if (!head.source_path) continue;
    for (const grid::FileVersion& file : rows.newest(head.id))
      sources.push_back((std::filesystem::path(*head.source_path) / file.name).string());
  }
}

/// Between the two nobody writes them back.
void write_files_of_missions(db::Connection& connection, const std::vector<grid::OwnFile>& own) {
  if (own.empty()) return;
  db::WriteTransaction turn(connection);
  grid::write_again(connection, own);
  turn.commit();
}

}  // namespace

PurgeReport purge(Store& store, const PurgeOptions& options) {
  require_one_target(options);
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  PurgeReport report;
  const purging::PurgedText text(options.text.value_or("none"));
  std::vector<std::string> sources;
  {
    const db::ReadTransaction snapshot(connection);
    if (options.text) {
      purging::plan_text(connection, text, report);
      sources = purging::PurgeRows(connection).source_paths();
      add_files_of_missions(connection, sources);
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
  std::vector<grid::OwnFile> own_files;
  {
    db::WriteTransaction transaction(connection);
    if (options.text) {
      own_files = grid::own_files(connection);
      purging::take_text_out(connection, text, options.force, report);
    } else {
      purging::take_records_out(connection, options, report);
    }
    if (!is_empty(report)) note_purge(connection);
    transaction.commit();
  }
  report.applied = true;
  write_files_of_missions(connection, own_files);
  clean_file(connection, report);
  if (report.is_clean && options.text && copies.is_in_database(connection)) {
    report.is_clean = false;
    report.unclean_because =
        "its bytes still stand in the database's file, by chance in a digest or a number";
  }
  copies.find(report);
  return report;
}

}  // namespace rlmdb
