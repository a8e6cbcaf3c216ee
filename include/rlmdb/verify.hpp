// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/import.hpp"

namespace rlmdb {

struct TreeReport;

/// A member that is not as the legacy schemas have it (missing, of another type, outside an enum, a range or
/// a pattern), or a dependency of an unfinished task that nothing ends: kept and exported as it is, no
/// difference.
struct Oddity {
  /// "task-0003 /metadata/node_id", a record and a pointer into it as `rlmdb show` prints it, or by tree and
  /// node id where it has no store id; "TREE NODE /status", a node as the tree's document has it; "TREE
  /// /version", the document itself; "TREE tree_id"; "state tree:ID /variables/x", "checkpoint ID of OWNER
  /// /name"; loops and checkpoints of workflows by the place of the file, ".aiwg/ralph/loops/ID/state.json
  /// /iteration_history/0/timestamp"
  std::string where;
  std::string value;  ///< its JSON text, cut after some 60 bytes; empty: it is missing
  std::string rule;   ///< "one of queued, running…", "from 0 to 1", "required", or a regular expression
  /// unlike_schema; dependency_unknown, on an id that no task has; dependency_cycle, tasks that depend on
  /// each other, once a circle, at the first of them
  std::string code = "unlike_schema";
};

/// A table that was read to its end, or as far as it can be read.
struct TableRows {
  std::string table;
  std::uint64_t rows = 0;
};

struct VerifyReport {
  std::uint64_t tasks_checked = 0;             ///< records put together; against a file, records of that file
  std::optional<std::uint64_t> files_checked;  ///< against a project: its files and those that it lacks
  /// Every table of the database with the rows that were looked at, by name; empty against files.
  std::vector<TableRows> tables;
  std::uint64_t finding_count = 0;
  std::vector<Finding> findings;  ///< the first 1,000; empty and count 0 = no difference
  std::uint64_t oddity_count = 0;
  std::uint64_t dependency_count = 0;  ///< of the oddities, those of dependencies
  /// The first 1,000 of them: dependencies; ids of trees, each once, by id; records in store order; what tree
  /// documents say besides; states, checkpoints, loops, checkpoints of workflows
  std::vector<Oddity> oddities;
};

/// Checks the database against itself: SQLite's integrity_check, the schema against the migrations, every row
/// of every table, references, counts and the chains of events, every content against its hash, every record
/// and document against the digest of its import where nothing changed it here since, and the columns of
/// documents against their kept texts. It goes on after a fault: a finding names the row, or the table that
/// cannot be read. Columns that are the only truth may say anything; in a record or document that came in and
/// that rlmdb did not change since, any edit is a finding. On the way it lists members that are not as the
/// schemas have them, null counting as absent, and dependencies that nothing ends. Reads a damaged file as
/// far as that goes. Writes nothing; memory holds one document at a time, the open dependencies of
/// unfinished tasks, and for a database that cannot be read in order the ids of its tasks.
[[nodiscard]] VerifyReport verify(const Store& store);

/// Compares the database with a legacy tasks.json, record by record: missing, extra and differing records,
/// each with the JSON pointer of its first difference. No oddities. Reads both once, writes nothing.
[[nodiscard]] VerifyReport verify_against(const Store& store, const std::filesystem::path& tasks_json);

/// Compares the database with a legacy project: `directory` is the project's, its `.aiwg/`, or one beneath
/// that, which stands for the files in it. Every file that export_project() would write is held against the
/// one at its place: a tasks.json as by verify_against(); JSON as import reads it, so that white space and
/// packing are no difference, with the pointer of the first one; anything else byte for byte. missing_there:
/// the directory lacks the file, or a symbolic link stands there, which is not followed; missing_here: import
/// would take the file, and the database does not have it; not_checked: the file kept changing. What has no
/// place in a project is a finding, too (no_place, no_file_name). No oddities. One read snapshot; writes
/// nothing; memory: five times the largest file but tasks.json. Throws Error not_found, invalid_input (the
/// directory is no legacy project), io. `report_text` as ProjectOptions has it: without it the `report.md` of
/// trees made here is a file that the database does not have.
[[nodiscard]] VerifyReport verify_project(
    const Store& store, const std::filesystem::path& directory,
    const std::function<std::string(const TreeReport&)>& report_text = {});

}  // namespace rlmdb
