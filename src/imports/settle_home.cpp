// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "imports/planned_source.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"
#include "sources/grid_place.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "util/file_mark.hpp"

namespace rlmdb::imports {

namespace {

namespace fs = std::filesystem;

/// What has an id of its own. Any other file two projects may well have just so.
bool has_identity(sources::SourceKind kind) {
  return !sources::is_kept_whole(kind) && kind != sources::SourceKind::grid;
}

/// Its place has the random id of the tree.
bool is_of_tree(sources::SourceKind kind) {
  return kind == sources::SourceKind::tree || kind == sources::SourceKind::node;
}

/// A tasks.json says of each record whose it is.
bool tells_copy(sources::SourceKind kind) {
  return has_identity(kind) && kind != sources::SourceKind::tasks;
}

/// What has no plan with a digest is open: only planned documents are closed in between.
std::string sha256_of(const PlannedSource& source) {
  if (source.plan && !source.plan->report.sha256.empty()) return source.plan->report.sha256;
  return util::sha256_of_file(source.file.descriptor.get(), source.file.given_path);
}

/// The sources of a call that lie in one project.
using Sources = std::vector<const PlannedSource*>;

std::map<fs::path, Sources> by_project(std::span<const PlannedSource> sources) {
  std::map<fs::path, Sources> projects;
  for (const PlannedSource& source : sources) {
    if (source.refused) continue;
    if (const auto root = sources::root_of_project(source.file.real_path)) projects[*root].push_back(&source);
  }
  return projects;
}

class Settling {
 public:
  Settling(db::Connection& connection, const ImportOptions& options)
      : m_connection(connection), m_imports(connection), m_options(options) {}

  void settle(const fs::path& root, const Sources& sources) {
    const auto home = sources::home_of(m_connection);
    if (!home) return sources::keep_home(m_connection, root);
    if (is_beneath(root, *home)) return;
    if (sources::has_project(*home)) {
      if (may_refuse() && !is_known(root) && has_same_document(sources, tells_copy))
        throw copied(root, *home);
    } else if (sources::is_kept_home(m_connection, root) || has_same_document(sources, has_identity)) {
      sources::keep_home(m_connection, root);
    }
  }

 private:
  static bool is_beneath(const fs::path& root, const fs::path& home) {
    return std::mismatch(home.begin(), home.end(), root.begin(), root.end()).first == home.end();
  }

  [[nodiscard]] bool may_refuse() const {
    return m_options.on_conflict == OnConflict::fail && m_options.copies == Copies::apart;
  }

  /// Files of it came in before.
  bool is_known(const fs::path& root) { return m_imports.has_beneath(root.string()); }

  /// One of them came in from the same place of the project here: of a tree, whose id is its place, or with
  /// the same bytes.
  bool has_same_document(const Sources& sources, bool (*counts)(sources::SourceKind)) {
    return std::any_of(sources.begin(), sources.end(), [&](const PlannedSource* source) {
      if (!counts(source->kind)) return false;
      const auto before = m_imports.latest_of(*sources::place_in_project(source->file.real_path));
      if (!before) return false;
      return is_of_tree(source->kind) ||
             (before->bytes == source->file.bytes && before->sha256 == sha256_of(*source));
    });
  }

  static Error copied(const fs::path& root, const fs::path& home) {
    return Error(ErrorCode::conflict,
                 "the project is a copy of " + home.string() + ", whose state this database has",
                 root.string(),
                 "nothing was imported; without --db `rlmdb import` uses the database in the copy; or decide "
                 "with --on-conflict skip, newer or replace");
  }

  db::Connection& m_connection;
  sources::ImportRows m_imports;
  const ImportOptions& m_options;
};

}  // namespace

void settle_home(db::Connection& connection, std::span<const PlannedSource> sources,
                 const ImportOptions& options) {
  const auto here = project_of_database(connection.path());
  if (here && sources::home_of(connection) == here) sources::keep_home(connection, *here);
  Settling settling(connection, options);
  for (const auto& [root, of_root] : by_project(sources)) settling.settle(root, of_root);
}

}  // namespace rlmdb::imports
