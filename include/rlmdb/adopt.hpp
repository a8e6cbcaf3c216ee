// SPDX-License-Identifier: MIT
/// The way of a whole project from its legacy files to a database, and back.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb {

/// What to do while a process lives that a legacy file names as its writer: the daemon, or a loop's. A pid
/// counts only if its process was there when the file was written.
enum class LiveProcesses { refuse, ignore };

struct AdoptOptions {
  StoreOptions store;
  Run run = Run::apply;
  LiveProcesses live = LiveProcesses::refuse;
  std::function<void(const ImportProgress&)> progress{};        ///< may be empty
  const std::atomic<bool>* cancelled = nullptr;                 ///< as ImportOptions has it
  std::function<std::string(const TreeReport&)> report_text{};  ///< as ProjectOptions has it
};

/// The copies of a project's `.aiwg/` and `.grid/` as they were.
struct ProjectBackup {
  std::vector<std::filesystem::path> directories;  ///< one a folder that the project has
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

struct AdoptReport {
  std::filesystem::path root;
  ImportReport import;
  std::optional<ProjectBackup> backup;  ///< absent in a dry run, and where all was here already
  /// The database against itself and, where nothing is found there, against the files; absent in a dry run.
  std::optional<VerifyReport> verified;
};

/// Moves the project in `root` into the database at `database`: looks for live legacy processes, copies
/// `.aiwg/` to `<root>/.aiwg.before-adopt-<UTC time>` (without the database) and a `.grid/` likewise, imports
/// all of it with proof in one transaction, verifies the database and holds what an export would write
/// against the files. The legacy files stay as they are. Where every file is in the database already, nothing
/// is copied or written. Durable on return; a process that is killed leaves the legacy files untouched, the
/// database as it was or complete, and the copy complete or under a name that the next call removes. On an
/// error the copy is removed again. Errors: not_found (no `.aiwg/` and no `.grid/` in `root`), conflict (a
/// live process; a file that changed between the copy and the import: the import is in then), io, and what
/// import_files() throws.
[[nodiscard]] AdoptReport adopt(const std::filesystem::path& root, const std::filesystem::path& database,
                                const AdoptOptions& options = {});

struct UndoAdoptOptions {
  StoreOptions store;
  Run run = Run::apply;
  Overwrite overwrite = Overwrite::if_unchanged;
  /// refuse: Error conflict also while a task is running here whose process or lease lives.
  LiveProcesses live = LiveProcesses::refuse;
  std::function<std::string(const TreeReport&)> report_text{};  ///< as ProjectOptions has it
};

struct UndoAdoptReport {
  std::filesystem::path root;
  ProjectExport written;  ///< in a dry run what would be
  /// Legacy files that the database knows nothing of any more (removed here by cleanup or purge), and files
  /// that were never imported: they stay as they are. Beneath `root`.
  std::vector<std::string> stays;
};

/// Puts the legacy files back as an export gives them now, over those that are there; files that hold those
/// bytes already are not touched. The database stays, and knows the files as its own, so that a later adopt()
/// takes only what the legacy programs change from here on. Files change one by one, each from its old bytes
/// to its new ones: a process that is killed leaves some of each, and the database with the new state;
/// calling it again ends it. A conflict that comes up after the first file was written is a finding in
/// `written.left_out`. Errors: those of export_project() and Store::open(); conflict also while a task runs.
[[nodiscard]] UndoAdoptReport undo_adopt(const std::filesystem::path& root,
                                         const std::filesystem::path& database,
                                         const UndoAdoptOptions& options = {});

}  // namespace rlmdb
