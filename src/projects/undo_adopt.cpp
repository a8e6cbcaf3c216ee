// SPDX-License-Identifier: MIT
// 1. Nobody works here or there.
// 2. The export over the legacy files, each of which is replaced whole, or left where it is the same already.
// 3. What was written is imported, which says that it is what the database holds.
#include <algorithm>
#include <set>

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

/// Legacy files there that the export does not write.
std::vector<std::string> other_files(const fs::path& root, const std::vector<fs::path>& folders,
                                     const fs::path& database, const ProjectExport& written) {
  std::set<std::string> places;
  for (const ExportedFile& file : written.files) places.insert(file.place);
  std::vector<std::string> others;
  for (const imports::FoundSource& found : imports::find_sources(folders, database).files) {
    std::string place = found.path.lexically_relative(root).string();
    if (!places.contains(place)) others.push_back(std::move(place));
  }
  std::sort(others.begin(), others.end());
  return others;
}

void import_again(const fs::path& root, const fs::path& database, const ProjectExport& written,
                  const StoreOptions& store) {
  std::vector<fs::path> files;
  // A text that is kept whole is as it came in, and may be a document that is damaged.
  for (const ExportedFile& file : written.files)
    if (file.kind != sources::to_text(sources::SourceKind::kept_text)) files.push_back(root / file.place);
  ImportOptions options;
  options.store = store;
  (void)import_files(database, files, options);
}

}  // namespace

UndoAdoptReport undo_adopt(const fs::path& root, const fs::path& database, const UndoAdoptOptions& options) {
  UndoAdoptReport report;
  report.root = root;
  const std::vector<fs::path> folders = projects::require_project(root);
  if (options.live == LiveProcesses::refuse) projects::require_no_legacy_writer(folders);
  {
    const Store store = Store::open(database, Access::read_only, options.store);
    if (options.live == LiveProcesses::refuse) require_nothing_running(store);
    report.written = export_project(store, root, {options.overwrite, options.report_text, options.run});
  }
  report.stays = other_files(root, folders, database, report.written);
  if (options.run == Run::apply) import_again(root, database, report.written, options.store);
  return report;
}

}  // namespace rlmdb
