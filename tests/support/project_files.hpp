// SPDX-License-Identifier: MIT
/// The files of a legacy project, `.aiwg/daemon/tasks.json` and all of `.aiwg/rlm/`, in a directory of their
/// own.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "store_files.hpp"

namespace rlmdb::test {

/// Every file below a directory with its bytes.
inline std::map<std::string, std::string> content_below(const std::filesystem::path& directory) {
  std::map<std::string, std::string> content;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file())
      content[entry.path().lexically_relative(directory).string()] = read_all(entry.path());
  }
  return content;
}

class ProjectPlace {
  TestDir m_dir;

 public:
  ProjectPlace() {
    namespace fs = std::filesystem;
    const fs::path source = fs::path(RLMDB_SOURCE_DIR) / "data/legacy";
    fs::create_directories(root / ".aiwg/daemon");
    fs::copy_file(source / "daemon-tasks.json", root / ".aiwg/daemon/tasks.json");
    fs::copy(source / "rlm", rlm, fs::copy_options::recursive);
    fs::copy(source / "trees", rlm / "trees", fs::copy_options::recursive);
  }

  std::filesystem::path root = m_dir / "project";
  std::filesystem::path rlm = m_dir / "project/.aiwg/rlm";
  std::filesystem::path database = m_dir / "rlm.db";

  SourceReport import(const std::filesystem::path& file, const ImportOptions& options = quick()) const {
    return import_one(database, file, options);
  }
  /// Writes a file below `.aiwg/rlm/` and imports it.
  SourceReport import_text(const std::string& place, const std::string& text,
                           const ImportOptions& options = quick()) const {
    std::filesystem::create_directories((rlm / place).parent_path());
    write_all(rlm / place, text);
    return import(rlm / place, options);
  }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const { return rows_of(database, sql); }

  /// Files of that name below `.aiwg/rlm/`, from there on, sorted.
  [[nodiscard]] std::vector<std::string> files_named(const std::string& name) const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(rlm)) {
      if (entry.path().filename() == name) files.push_back(entry.path().lexically_relative(rlm).string());
    }
    std::sort(files.begin(), files.end());
    return files;
  }
};

}  // namespace rlmdb::test
