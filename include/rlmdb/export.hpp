// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/dry_run.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/replace_file.hpp"
#include "rlmdb/state.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// Called about five times a second on the exporting thread.
struct ExportProgress {
  std::uint64_t bytes_done = 0;
  std::uint64_t tasks_done = 0;
  std::uint64_t tasks_total = 0;
  std::chrono::milliseconds elapsed{0};
};

struct ExportOptions {
  std::optional<std::string> updated_at;  ///< text for the top-level `updatedAt`; otherwise the source's own
  std::function<void(const ExportProgress&)> progress{};  ///< may be empty
  const std::atomic<bool>* cancelled = nullptr;           ///< set it (e.g. on SIGINT) to stop with Error io
  Overwrite overwrite = Overwrite::if_unchanged;          ///< of the file, where one is written
};

enum class ExportFormat { tasks_json, tree, state, checkpoint, loop };

struct ExportReport {
  std::uint64_t tasks = 0;     ///< records written: tasks, nodes of a tree, variables, entries of lists
  std::uint64_t left_out = 0;  ///< nodes that only documents of trees have, and quarantined records
  std::uint64_t bytes = 0;
  std::string sha256;  ///< of the bytes written, hex
  ExportFormat format = ExportFormat::tasks_json;
  /// Of a document in canonical bytes, hex; "" where those were written, or the file has none.
  std::string canonical_sha256{};
  /// What the database has and the document has not: each quarantined record of the newest import of a source
  /// (the first 1,000), by its reject's code; `node_left`: nodes of a tree without a place in it.
  std::vector<Finding> missing{};
};

/// Receives the document in order, in pieces of some 64 KB; throws to stop.
using ByteSink = std::function<void(std::string_view)>;

/// Writes all tasks that have a store id, in store order, as a legacy tasks.json in canonical bytes
/// (docs/FORMAT.md, "Canonical bytes"), as the legacy store would.
/// One read snapshot; the database is never written.
[[nodiscard]] ExportReport export_tasks_json(const Store& store, const ByteSink& sink,
                                             const ExportOptions& options = {});

/// The same into a file, as replace_file() writes one, with its errors; stopped before the end, nothing new
/// stays behind.
[[nodiscard]] ExportReport export_tasks_json(const Store& store, const std::filesystem::path& file,
                                             const ExportOptions& options = {});

/// Writes a tree as a tree.json: the document that was imported, byte for byte in canonical
/// bytes, with what changed in the tree since; a tree that no document is known of is written in the order of
/// the schema. With `node`, the file of that node. One read snapshot; memory: three times the document.
/// `report.tasks` counts nodes, `left_out` those whose parent is not in the document. Throws Error not_found
/// (no such tree, no such node).
[[nodiscard]] ExportReport export_tree(const Store& store, const TreeId& tree,
                                       const std::optional<std::string>& node, const ByteSink& sink);

/// The same into a file, as export_tasks_json writes one.
[[nodiscard]] ExportReport export_tree(const Store& store, const TreeId& tree,
                                       const std::optional<std::string>& node,
                                       const std::filesystem::path& file,
                                       Overwrite overwrite = Overwrite::if_unchanged);

/// A node as node_of_task gives it.
struct KnownNode {
  /// As a node of a tree document without its children, compact: its record over its tree's
  /// document over its node file.
  JsonText json{};
  bool is_described = false;  ///< a document of its tree, or a file of its own, tells of it
};

/// All that is known of a node, whatever it came from. nullopt: the task is in no tree. Cost: the node,
/// however large its tree. Error not_found.
[[nodiscard]] std::optional<KnownNode> node_of_task(const Store& store, const TaskId& task);

/// Writes a state document: the one that was imported, byte for byte in canonical bytes,
/// with what changed in it since, which its mutation log tells. Large values that were kept apart stand in it
/// again. One read snapshot; memory: three times the document. Throws Error not_found.
[[nodiscard]] ExportReport export_state(const Store& store, const StateName& state, const ByteSink& sink);

/// The same into a file, as export_tasks_json writes one.
[[nodiscard]] ExportReport export_state(const Store& store, const StateName& state,
                                        const std::filesystem::path& file,
                                        Overwrite overwrite = Overwrite::if_unchanged);

/// Writes the file of a checkpoint: the one that was imported, byte for byte in canonical
/// bytes, or one taken here in the members of the seed. `tree` picks one of several with that id by the tree
/// that they count to. Throws Error not_found, conflict (several have the id).
[[nodiscard]] ExportReport export_checkpoint(const Store& store, const std::string& checkpoint_id,
                                             const std::optional<TreeId>& tree, const ByteSink& sink);

/// The same into a file, as export_tasks_json writes one.
[[nodiscard]] ExportReport export_checkpoint(const Store& store, const std::string& checkpoint_id,
                                             const std::optional<TreeId>& tree,
                                             const std::filesystem::path& file,
                                             Overwrite overwrite = Overwrite::if_unchanged);

/// Writes the state document of a loop: the one that was imported, byte for byte in
/// canonical bytes, with what changed in it since. Of several loops of that id it is the one that is not
/// archived, Ralph's own before an external one. One read snapshot; memory: three times the document.
/// `report.tasks` counts the entries of its lists. Throws Error not_found.
[[nodiscard]] ExportReport export_loop(const Store& store, const std::string& loop_id, const ByteSink& sink);

/// The same into a file, as export_tasks_json writes one.
[[nodiscard]] ExportReport export_loop(const Store& store, const std::string& loop_id,
                                       const std::filesystem::path& file,
                                       Overwrite overwrite = Overwrite::if_unchanged);

struct TreeReport;

struct ProjectOptions {
  Overwrite overwrite = Overwrite::if_unchanged;
  /// Writes `report.md` of a tree that was made here and for which no such file is kept, or a sealed one
  /// (report.hpp) that came in before the tree changed; empty: none is written. Called within the snapshot of
  /// the export; `made_at` is the tree's last change.
  std::function<std::string(const TreeReport&)> report_text{};
  Run run = Run::apply;  ///< dry_run: says what would be written, and what is there already
};

struct ExportedFile {
  std::string place;  ///< beneath the directory, ".aiwg/rlm/trees/ID/tree.json"
  std::string kind;   ///< as SourceReport has it
  std::uint64_t records = 0;
  std::uint64_t left_out = 0;  ///< as ExportReport has it
  std::uint64_t bytes = 0;
  std::string sha256;  ///< hex
  /// A legacy file with these bytes is there: it was left as it is.
  bool is_unchanged = false;
};

struct ProjectExport {
  std::vector<ExportedFile> files;  ///< by place
  /// Documents that have no place of their own in a project, and what is `missing` in those that have. Nodes
  /// that no record tells of are in the documents of their trees.
  std::vector<Finding> left_out;
};

/// Writes the files of a legacy project beneath `directory`: `.aiwg/daemon/tasks.json`, beneath `.aiwg/rlm/`
/// every tree document that was imported or whose tree was made here, all state documents, checkpoints,
/// values and histories, and beneath `.aiwg/ralph/`, `.aiwg/ralph-external/` and `.aiwg/checkpoints/` the
/// loops, the checkpoints of workflows, packed as they were, and what was kept with them. Of a state document
/// made here, a value of more than 10,240 bytes is a file of its own, which the document names (`file:`). A
/// document that came from an `.aiwg/` goes to the same place in this one, any other to the place that
/// the legacy programs give it. Directories have mode 0700, files 0600; each file is complete and durable before it
/// takes its name, and all are of one read snapshot. Other files there stay, and a legacy file that has these
/// bytes is not touched. What has no place of its own, or
/// an id that cannot be a file's name, is left out and listed. Errors: conflict (a symbolic link or a file
/// where a directory has to be, a symbolic link where a file has to be, and of any file what replace_file()
/// refuses: all are looked at before the first is written, and one that is refused after that is listed), io
/// (what is written by then stays).
[[nodiscard]] ProjectExport export_project(const Store& store, const std::filesystem::path& directory,
                                           const ProjectOptions& options = {});

}  // namespace rlmdb
