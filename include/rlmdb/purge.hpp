// SPDX-License-Identifier: MIT
/// Purging: what must be in the database no longer, not even in its history and its empty pages.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

enum class PurgeRun { apply, dry_run };

/// Whether the nodes below a task that goes may go with it.
enum class Descendants { refuse, take };

struct PurgeReport;

/// What is to go: tasks, a tree, a session or a text; exactly one of these four is given.
struct PurgeOptions {
  std::vector<TaskId> tasks{};
  std::optional<TreeId> tree_id{};
  std::optional<std::string> session{};
  /// At least four bytes. It is in no message, report, event or log that rlmdb makes.
  std::optional<std::string> text{};
  Descendants descendants = Descendants::refuse;  ///< of `tasks`
  /// Also tasks that run; of a text, those that are claimed under a lease that lives.
  Force force = Force::no;
  PurgeRun run = PurgeRun::apply;
  /// Asked once, with all that would go and before any of it does; no transaction is open. False: nothing is
  /// changed. May be empty.
  std::function<bool(const PurgeReport&)> agreed{};
};

/// How much goes out of one table.
struct PurgedValues {
  std::string table{};
  std::string column{};     ///< where the text stands; empty: whole rows go
  std::int64_t values = 0;  ///< values that are changed, or rows that go
};

/// A file that a purge does not change.
struct PurgeCopy {
  std::string path{};    ///< a purged text in it stands as the mark
  std::string kind{};    ///< source: it was imported; backup: a database of rlmdb's; file: any other
  bool is_sure = false;  ///< what was purged was found in it; else it may hold it, and nobody can say
};

struct PurgeReport {
  std::vector<PurgedValues> values{};  ///< by table and column
  std::int64_t records = 0;  ///< of tasks, state documents, loops and sources that read otherwise now, or go
  std::string mark{};        ///< what stands in the text's place; empty: no text was purged
  bool applied = false;
  /// The database's files hold nothing of it any more: not in empty pages, not in the -wal. False in a dry
  /// run.
  bool is_clean = false;
  std::string unclean_because{};  ///< empty where `is_clean`
  std::vector<PurgeCopy> copies{};
  /// Files beside the database that could not be read, or were too large to be searched.
  std::vector<std::string> unsearched{};
};

/// Nothing in the database's rows goes by it.
[[nodiscard]] inline bool is_empty(const PurgeReport& report) {
  return report.values.empty();
}

/// Takes it out of all rows in one transaction, and then writes the file anew, without empty pages, and
/// empties the -wal. All of the first or nothing; where the second cannot be done (a reader, a full disk),
/// `is_clean` says so, and a second purge, or a vacuum, does it. Then the files of Grid missions that are
/// written through are written with what is left, unless somebody else has changed them: those are among
/// `copies`. A text is replaced by `mark` in every value that holds it, as it is or escaped as JSON does,
/// also in packed ones; what a digest is of gets its new digest. A task, state document or loop that reads
/// otherwise gets a new version and an event `…:purged`, so that an import of the source that still holds the
/// text leaves it as it is; a source that is kept whole gets `import:purged` (docs/decisions/032). Tasks,
/// trees and sessions go with their events, earlier values and the answers that name them.
///
/// Source: issue 20, part 5. Errors, with nothing changed: usage (not one of the four; a text of less than
/// four bytes, or one that the schema itself is written with, or that stands across JSON's punctuation);
/// not_found; conflict (a task that runs, or of a text one that is claimed, unless forced; one that something
/// needs, or that a tree's document describes; tasks below it); busy; io. Cost: every row is read three
/// times, and the file is written anew.
[[nodiscard]] PurgeReport purge(Store& store, const PurgeOptions& options);

}  // namespace rlmdb
