// SPDX-License-Identifier: MIT
// 1. One snapshot: which files there are, and where each belongs.
// 2. All places are looked at before the first file is written.
// 3. Each file is written beside its place and takes its name when it is complete and durable.
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "exports/project_plan.hpp"
#include "outputs/output.hpp"
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
void look_at(db::Connection& connection, const fs::path& directory, const fs::path& place,
             Overwrite overwrite) {
  util::FileDescriptor folder = util::find_directory_beneath(directory, place.parent_path());
  if (!folder.valid()) return;
  (void)outputs::check_output(connection, place_in(std::move(folder), directory, place), overwrite);
}

class ProjectWriter {
 public:
  ProjectWriter(db::Connection& connection, const fs::path& directory, Overwrite overwrite)
      : m_connection(connection), m_directory(directory), m_overwrite(overwrite) {}

  ExportedFile write(const std::string& name, const exports::PlannedFile& file) {
    const fs::path place(name);
    util::FileDescriptor folder = util::make_directory_beneath(m_directory, place.parent_path());
    if (m_cleaned.insert(place.parent_path().string()).second)
      (void)util::remove_leftovers(util::path_in(folder, ""));
    outputs::Output output(m_connection, place_in(std::move(folder), m_directory, place), m_overwrite);
    const ExportReport written = file.write([&](std::string_view bytes) { output.write(bytes); });
    if (file.modified_ns) output.set_modified(*file.modified_ns);
    output.commit(written.sha256);
    return {name,          std::string(sources::to_text(file.kind)),
            written.tasks, written.left_out,
            written.bytes, written.sha256};
  }

 private:
  db::Connection& m_connection;
  const fs::path& m_directory;
  Overwrite m_overwrite;
  std::set<std::string> m_cleaned;
};

}  // namespace

ProjectExport export_project(const Store& store, const fs::path& directory, Overwrite overwrite) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  ProjectExport report;
  const auto files = exports::plan_project(connection, report);
  for (const auto& [place, file] : files) look_at(connection, directory, place, overwrite);
  ProjectWriter writer(connection, directory, overwrite);
  for (const auto& [place, file] : files) {
    try {
      report.files.push_back(writer.write(place, file));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::corrupt) throw;
      report.left_out.push_back({place, "unreadable", error.what()});
    }
  }
  return report;
}

}  // namespace rlmdb
