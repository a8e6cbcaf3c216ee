// SPDX-License-Identifier: MIT
// 1. Nobody works here or there.
// 2. The export over the legacy files, each of which is replaced whole, or left where it is the same already.
// 3. What was written is imported, which says that it is what the database holds.
#include <algorithm>
#include <iterator>
#include <set>

#include "imports/planned_source.hpp"
#include "imports/project_sources.hpp"
#include "projects/legacy_writers.hpp"
#include "rlmdb/adopt.hpp"
#include "rlmdb/error.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

void require_nothing_running(const Store& store) {
  TaskFilter running;
  running.state = "running";
  for (const TaskSummary& task : store.list(running)) {
    if (task.is_process_gone) continue;
    throw Error(ErrorCode::conflict, "task " + task.id.text + " is running", store.path().string(),
                "nothing was changed; let it end or release it first, or give --force");
  }
}

/// The places of the legacy files there. Looked for before anything is written, as it may be refused.
std::set<std::string> legacy_places(const fs::path& root, const std::vector<fs::path>& folders,
                                    const fs::path& database) {
  std::set<std::string> places;
  for (const fs::path& folder : folders)
    for (const imports::FoundSource& found : imports::sources_beneath(folder, database).files)
      places.insert(found.path.lexically_relative(root).string());
  return places;
}

/// Each as what it was written as, which its name may not say. What changed meanwhile is no reason to say
/// that nothing was done.
void import_again(const fs::path& root, const fs::path& database, const ProjectExport& written,
                  const StoreOptions& store) {
  std::vector<imports::FoundSource> files;
  // A text that is kept whole is as it came in, and may be a document that is damaged.
  for (const ExportedFile& file : written.files)
    if (file.kind != to_text(sources::SourceKind::kept_text))
      files.push_back({root / file.place, named<sources::SourceKind>(file.kind)});
  ImportOptions options;
  options.store = store;
  std::vector<imports::PlannedSource> planned = imports::plan_all(files, options);
  ImportReport report;
  imports::import_planned({database}, planned, options, report);
}

/// The files are put back, whatever hinders it.
void try_import_again(const fs::path& root, const fs::path& database, ProjectExport& written,
                      const StoreOptions& store) {
  try {
    import_again(root, database, written, store);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict) throw;
    written.left_out.push_back(
        {error.where(), "not_read_again",
         "the files are put back, and were not read again: " + std::string(error.what())});
  }
}

}  // namespace

UndoAdoptReport undo_adopt(const fs::path& root, const fs::path& database, const UndoAdoptOptions& options) {
  UndoAdoptReport report;
  report.root = root;
  const std::vector<fs::path> folders = projects::require_project(root);
  if (options.live == LiveProcesses::refuse) projects::require_no_legacy_writer(folders);
  const std::set<std::string> there = legacy_places(root, folders, database);
  {
    const Store store = Store::open(database, Access::read_only, options.store);
    if (options.live == LiveProcesses::refuse) require_nothing_running(store);
    report.written = export_project(store, root, {options.overwrite, options.report_text, options.run});
  }
  std::set<std::string> written;
  for (const ExportedFile& file : report.written.files) written.insert(file.place);
  std::set_difference(there.begin(), there.end(), written.begin(), written.end(),
                      std::back_inserter(report.stays));
  if (options.run == Run::apply) try_import_again(root, database, report.written, options.store);
  return report;
}

}  // namespace rlmdb
