// SPDX-License-Identifier: MIT
// 1. Nobody writes the legacy files, as far as they say.
// 2. A copy of them, complete and durable before the database is touched.
// 3. The import, proved before it commits; then the copy is held against what was imported.
// 4. The database is verified, and what an export would write held against the files.
#include "rlmdb/adopt.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "projects/legacy_writers.hpp"
#include "projects/project_backup.hpp"
#include "rlmdb/error.hpp"
#include "util/file_descriptor.hpp"
#include "util/file_mark.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

ImportOptions import_options(const AdoptOptions& options) {
  ImportOptions import;
  import.store = options.store;
  import.run = options.run;
  import.progress = options.progress;
  import.cancelled = options.cancelled;
  if (options.live == LiveProcesses::ignore) import.live = LiveSource::snapshot;
  return import;
}

bool is_all_here(const ImportReport& report) {
  return std::all_of(report.sources.begin(), report.sources.end(),
                     [](const SourceReport& source) { return source.already_imported; });
}

/// Whether a failed import went in after all: the commit was made, and what follows it failed. In doubt it
/// did.
bool may_be_in(const fs::path& database, const std::vector<fs::path>& folders, ImportOptions import) {
  std::error_code failure;
  if (!fs::exists(database, failure)) return static_cast<bool>(failure);
  import.run = Run::dry_run;
  try {
    return is_all_here(import_files(database, folders, import));
  } catch (const Error&) {
    return true;
  }
}

std::string sha256_of(const fs::path& path) {
  const util::FileDescriptor file = util::open_foreign(path, O_RDONLY | O_NOFOLLOW);
  if (!file.valid()) util::throw_io("open", path, errno);
  return util::sha256_of_file(file.get(), path.string());
}

/// Sockets, FIFOs and devices come neither into the database nor into the copy.
void tell_of_special_files(const std::vector<fs::path>& folders, std::vector<Finding>& left_aside) {
  for (const fs::path& folder : folders) {
    std::error_code failure;
    for (fs::recursive_directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      const fs::file_status status = entry->symlink_status(failure);
      const std::string where = entry->path().lexically_normal().string();
      const bool is_told = fs::is_regular_file(status) || fs::is_directory(status) ||
                           fs::is_symlink(status) ||
                           std::any_of(left_aside.begin(), left_aside.end(), [&](const Finding& finding) {
                             return fs::path(finding.where).lexically_normal() == where;
                           });
      if (!is_told)
        left_aside.push_back(
            {where, "no_file", "no regular file: it is neither in the database nor in the copy"});
    }
    if (failure) util::throw_io("list", folder, failure.value());
  }
  std::sort(left_aside.begin(), left_aside.end(),
            [](const Finding& left, const Finding& right) { return left.where < right.where; });
}

/// In the copy of the folder that it lies in.
fs::path copy_of(const fs::path& file, const std::vector<fs::path>& folders, const ProjectBackup& backup) {
  for (std::size_t place = 0; place < folders.size(); ++place) {
    const fs::path name = file.lexically_relative(folders[place]);
    if (!name.empty() && *name.begin() != "..") return backup.directories[place] / name;
  }
  return file;
}

/// What is in the copy is what went into the database: nobody wrote in between.
void require_unchanged(const std::vector<fs::path>& folders, const ProjectBackup& backup,
                       const ImportReport& report) {
  for (const SourceReport& source : report.sources) {
    if (sha256_of(copy_of(source.path, folders, backup)) == source.sha256) continue;
    throw Error(ErrorCode::conflict, "the file was written while the project was adopted", source.path,
                "all of it was imported; stop the program that writes it, and adopt the project again");
  }
}

/// What an export would write now, held against the files that are there.
void compare_with_project(const Store& store, const fs::path& root, const AdoptOptions& options,
                          VerifyReport& verified) {
  VerifyReport compared = verify_project(store, root, options.report_text);
  verified.files_checked = compared.files_checked;
  verified.finding_count = compared.finding_count;
  verified.findings = std::move(compared.findings);
}

}  // namespace

AdoptReport adopt(const fs::path& root, const fs::path& database, const AdoptOptions& options) {
  AdoptReport report;
  report.root = root;
  const std::vector<fs::path> folders = projects::require_project(root);
  if (options.live == LiveProcesses::refuse) projects::require_no_legacy_writer(folders);
  if (options.run == Run::apply) (void)util::remove_leftovers(root);
  ImportOptions import = import_options(options);
  std::error_code ignored;
  if (options.run == Run::dry_run || fs::exists(database, ignored)) {
    import.run = Run::dry_run;
    report.import = import_files(database, folders, import);
    if (options.run == Run::dry_run) {
      tell_of_special_files(folders, report.import.left_aside);
      return report;
    }
    import.run = Run::apply;
  }
  if (report.import.sources.empty() || !is_all_here(report.import)) {
    projects::BackupOfProject backup(folders, database);
    try {
      report.import = import_files(database, folders, import);
    } catch (...) {
      if (may_be_in(database, folders, import)) backup.keep();
      throw;
    }
    backup.keep();
    require_unchanged(folders, backup.made(), report.import);
    report.backup = backup.made();
    tell_of_special_files(folders, report.import.left_aside);
  }
  const Store store = Store::open(database, Access::read_only, options.store);
  report.verified = verify(store);
  if (report.verified->finding_count == 0) compare_with_project(store, root, options, *report.verified);
  return report;
}

}  // namespace rlmdb
