// SPDX-License-Identifier: MIT
/// The files of a legacy project's loops: all of `.aiwg/ralph/`, `.aiwg/ralph-external/` and
/// `.aiwg/checkpoints/`, in a directory of their own.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "json/packed.hpp"
#include "rlmdb/error.hpp"
#include "store_files.hpp"

namespace rlmdb::test {

class LoopPlace {
  TestDir m_dir;

 public:
  enum class Files { all, none };

  explicit LoopPlace(Files files = Files::all) {
    namespace fs = std::filesystem;
    fs::create_directories(aiwg);
    if (files == Files::none) return;
    for (const char* folder : {"ralph", "ralph-external", "checkpoints"})
      fs::copy(fs::path(RLMDB_SOURCE_DIR) / "data/legacy" / folder, aiwg / folder,
               fs::copy_options::recursive);
  }

  std::filesystem::path root = m_dir / "project";
  std::filesystem::path aiwg = m_dir / "project/.aiwg";
  std::filesystem::path database = m_dir / "rlm.db";

  /// Writes a file beneath `.aiwg/`.
  void write(const std::string& place, const std::string& bytes) const {
    std::filesystem::create_directories((aiwg / place).parent_path());
    write_all(aiwg / place, bytes);
  }
  SourceReport import_bytes(const std::string& place, const std::string& bytes,
                            const ImportOptions& options = quick()) const {
    write(place, bytes);
    return import_one(database, aiwg / place, options);
  }
  [[nodiscard]] ImportReport import_all(const ImportOptions& options = quick()) const {
    return import_files(database, {root}, options);
  }
  [[nodiscard]] ProjectExport export_to(const std::filesystem::path& directory) const {
    return export_project(Store::open(database, Access::read_only), directory);
  }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const { return rows_of(database, sql); }
  [[nodiscard]] std::string value(const std::string& sql) const { return value_of(database, sql); }
};

/// Every regular file below a directory with what it holds, unpacked.
inline std::map<std::string, std::string> unpacked_below(const std::filesystem::path& directory) {
  std::map<std::string, std::string> content;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    content[entry.path().lexically_relative(directory).string()] =
        json::unpack(read_all(entry.path()), json::k_most_unpacked_bytes, entry.path().string());
  }
  return content;
}

/// A small state document of a loop, in canonical bytes.
inline const std::string k_loop_text = R"({
  "loopId": "one",
  "task": "t",
  "maxIterations": 10,
  "currentIteration": 2,
  "status": "running",
  "iterations": [
    {
      "iteration": 1
    }
  ]
})";

/// A record that can be restored.
inline std::string workflow_record(const std::string& id) {
  return "{\n  \"checkpoint_id\": \"" + id + R"(",
  "workflow_id": "flow-a-b",
  "created_at": "2026-01-25T15:00:00Z",
  "state": {
    "phase": "p",
    "progress": {},
    "artifacts": [
      {
        "path": "src/a.ts",
        "hash": "ff",
        "status": "modified"
      }
    ]
  }
})";
}

/// Message and place of the refusal; ("", ""): there was none, or one for another reason.
inline std::pair<std::string, std::string> refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) return {};
    const std::string where = error.where();
    return {error.what(), where.substr(where.rfind('/', where.find(".json")) + 1)};
  }
  return {};
}

}  // namespace rlmdb::test
