// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "db/transaction.hpp"
#include "outputs/output_file.hpp"
#include "retention/cleanup_remove.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/reference.hpp"
#include "sources/home_rows.hpp"
#include "sources/rlm_place.hpp"
#include "trees/tree_parts.hpp"
#include "util/beneath.hpp"

namespace rlmdb::retention {

namespace {

namespace fs = std::filesystem;

/// What lies beneath a directory, what is deepest first; no link is followed.
std::vector<fs::directory_entry> entries_beneath(const fs::path& directory) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    entries.push_back(*entry);
  std::sort(entries.begin(), entries.end(), std::greater<>());
  return entries;
}

/// Returns how many files of others there are.
std::size_t remove_tree_files(db::Connection& connection, const fs::path& root, const std::string& place,
                              CleanupReport& report) {
  std::size_t others = 0;
  for (const fs::directory_entry& entry : entries_beneath(root / place)) {
    std::error_code ignored;
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) {
      fs::remove(entry.path(), ignored);  // only an empty one goes
      continue;
    }
    const std::string file = entry.path().lexically_relative(root).string();
    if (outputs::remove_own_file(connection, root, file, "") == outputs::OwnFile::removed) {
      report.project_files.push_back(file);
    } else {
      ++others;
    }
  }
  std::error_code ignored;
  fs::remove(root / place, ignored);
  return others;
}

void remove_files_of(db::Connection& connection, const fs::path& root, const std::string& tree,
                     CleanupReport& report) {
  if (!util::is_file_name(tree) || trees::is_tree_there(trees::parts_of_tree(connection, tree))) return;
  const std::string place = sources::directory_of({StateScope::tree, tree});
  try {
    // A link on the way is somebody else's.
    if (!util::find_directory_beneath(root, place).valid()) return;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict) throw;
    return;
  }
  const std::size_t others = remove_tree_files(connection, root, place, report);
  if (others == 0) return;
  const std::string stay = others == 1 ? "1 file of tree " + tree + " is not as rlmdb wrote it, and stays"
                                       : std::to_string(others) + " files of tree " + tree +
                                             " are not as rlmdb wrote them, and stay";
  report.warnings.push_back({(root / place).string(), "tree_files_left", stay});
}

}  // namespace

void remove_project_files(Store& store, db::Connection& connection, CleanupReport& report) {
  const auto root = sources::home_of(connection);
  if (!root) return;
  const ValueFileReport values = settle_value_files(store, *root);
  report.project_files = values.removed;
  report.warnings.insert(report.warnings.end(), values.left.begin(), values.left.end());
  const db::ReadTransaction snapshot(connection);
  for (const TreeRemoval& tree : report.trees) remove_files_of(connection, *root, tree.tree_id.text, report);
}

}  // namespace rlmdb::retention
