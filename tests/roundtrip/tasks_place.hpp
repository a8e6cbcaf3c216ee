// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "rlmdb/export.hpp"
#include "rlmdb/store.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// A tasks.json in a project of its own, and the database it is imported into.
struct Place {
  TestDir dir;
  std::filesystem::path database = dir / "rlm.db";
  std::filesystem::path file = dir / "project/.aiwg/daemon/tasks.json";

  SourceReport import_text(const std::string& text, const ImportOptions& options = quick()) const {
    std::filesystem::create_directories(file.parent_path());
    write_all(file, text);
    return import_one(database, file, options);
  }
  /// As an export of the project writes it.
  std::string written() const {
    const TestDir out;
    (void)export_project(Store::open(database, Access::read_only), out.path());
    return read_all(out / ".aiwg/daemon/tasks.json");
  }
  void change(TaskChange change) const {
    Store store = Store::open(database, Access::read_write);
    (void)store.change(change);
  }
};

inline std::string proof_of(const SourceReport& report) {
  if (!report.proof) return "none";
  return std::string(to_text(report.proof->proven)) + " " + std::to_string(report.proof->left_out);
}

}  // namespace rlmdb::test
