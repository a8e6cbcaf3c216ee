// SPDX-License-Identifier: MIT
// 1. One snapshot: which files there are, and where each belongs.
// 2. All places are looked at before the first file is written.
// 3. Each file is written beside its place and takes its name when it is complete and durable.
#include <algorithm>
#include <map>
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "exports/project_plan.hpp"
#include "exports/tasks_export.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "util/beneath.hpp"
#include "util/private_file.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

util::OutputPlace place_in(util::FileDescriptor folder, const fs::path& directory, const fs::path& place) {
  return util::output_place_in(std::move(folder), place.filename().string(), directory / place);
}

/// Throws what the writing would throw, while nothing is written yet.
outputs::OutputCheck look_at(db::Connection& connection, const fs::path& directory, const fs::path& place,
                             Overwrite overwrite) {
  util::FileDescriptor folder = util::find_directory_beneath(directory, place.parent_path());
  if (!folder.valid()) return {};
  return outputs::check_output(connection, place_in(std::move(folder), directory, place), overwrite);
}

/// A tasks.json that says what would be written is left as it is, however it is written.
bool is_there(db::Connection& connection, const outputs::OutputCheck& there, const exports::PlannedFile& file,
              const ExportReport& written) {
  if (there.sha256 == written.sha256) return true;
  // One in canonical bytes would have been the same by now.
  const bool may_say_so = file.kind == sources::SourceKind::tasks && !there.is_partial &&
                          !there.canonical_sha256.empty() && there.canonical_sha256 != there.sha256;
  if (!may_say_so) return false;
  const auto nowhere = [](std::string_view) {};
  return exports::write_tasks_json(connection, nowhere, {}, exports::TasksForm::canonical).sha256 ==
         there.canonical_sha256;
}

ExportedFile exported(const std::string& place, const exports::PlannedFile& file, const ExportReport& written,
                      bool is_unchanged, std::vector<Finding>& left_out) {
  left_out.insert(left_out.end(), written.missing.begin(), written.missing.end());
  return {place,         std::string(to_text(file.kind)),
          written.tasks, written.left_out,
          written.bytes, written.sha256,
          is_unchanged};
}

/// Files that the directory has though they were removed here.
void list_removed(db::Connection& connection, const fs::path& directory, ProjectExport& report) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) return;
  for (const std::string& place : exports::removed_places(connection)) {
    if (util::look_beneath(directory, place).fault == util::BeneathFault::absent) continue;
    report.left_out.push_back(
        {place, "removed_here", "the file was removed here, and is still there: an export removes nothing"});
  }
}

/// A conflict ends a call only while nothing is done yet.
bool has_written(const ProjectExport& report, Run run) {
  return run == Run::apply && std::any_of(report.files.begin(), report.files.end(),
                                          [](const ExportedFile& file) { return !file.is_unchanged; });
}

class ProjectWriter {
 public:
  ProjectWriter(db::Connection& connection, const fs::path& directory, Overwrite overwrite,
                std::vector<Finding>& left_out)
      : m_connection(connection), m_directory(directory), m_overwrite(overwrite), m_left_out(left_out) {}

  ExportedFile write(const std::string& name, const exports::PlannedFile& file) {
    const fs::path place(name);
    util::FileDescriptor folder = util::make_directory_beneath(m_directory, place.parent_path());
    if (m_cleaned.insert(place.parent_path().string()).second)
      (void)util::remove_leftovers(util::path_in(folder, ""));
    outputs::Output output(m_connection, place_in(std::move(folder), m_directory, place), m_overwrite);
    const ExportReport written = file.write([&](std::string_view bytes) { output.write(bytes); });
    if (is_there(m_connection, output.there(), file, written))
      return exported(name, file, written, true, m_left_out);
    if (file.modified_ns) output.set_modified(*file.modified_ns);
    output.commit(written.sha256);
    return exported(name, file, written, false, m_left_out);
  }

 private:
  db::Connection& m_connection;
  const fs::path& m_directory;
  Overwrite m_overwrite;
  std::vector<Finding>& m_left_out;
  std::set<std::string> m_cleaned;
};

}  // namespace

ProjectExport export_project(const Store& store, const fs::path& directory, const ProjectOptions& options) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  ProjectExport report;
  const auto files = exports::plan_project(connection, options, report);
  std::map<std::string, outputs::OutputCheck> there;
  for (const auto& [place, file] : files)
    there[place] = look_at(connection, directory, place, options.overwrite);
  list_removed(connection, directory, report);
  ProjectWriter writer(connection, directory, options.overwrite, report.left_out);
  for (const auto& [place, file] : files) {
    try {
      if (options.run == Run::apply) {
        report.files.push_back(writer.write(place, file));
      } else {
        const ExportReport made = file.write([](std::string_view) {});
        report.files.push_back(
            exported(place, file, made, is_there(connection, there[place], file, made), report.left_out));
      }
    } catch (const Error& error) {
      const bool is_late = error.code() == ErrorCode::conflict && has_written(report, options.run);
      if (error.code() != ErrorCode::corrupt && !is_late) throw;
      report.left_out.push_back({place, is_late ? "changed_meanwhile" : "unreadable", error.what()});
    }
  }
  return report;
}

}  // namespace rlmdb
