// SPDX-License-Identifier: MIT
/// Databases with tasks that ended long ago, and what a cleanup makes of them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "legacy_documents.hpp"
#include "legacy_fixtures.hpp"
#include "rlmdb/cleanup.hpp"
#include "sqlite_shell.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"
#include "util/clock.hpp"

namespace rlmdb::test {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

inline std::string time_before(std::chrono::milliseconds age) {
  return util::utc_text(util::now() - age);
}

/// A task that ended so long ago.
inline std::string ended(const std::string& id, const std::string& state, std::chrono::milliseconds age,
                         const std::string& metadata = "{}") {
  return record(id, {{"state", "\"" + state + "\""},
                     {"createdAt", "\"" + time_before(age + 1h) + "\""},
                     {"completedAt", "\"" + time_before(age) + "\""},
                     {"metadata", metadata}});
}

inline std::string old_node(const std::string& tree, const std::string& parent) {
  return "{\n        \"tree_id\": \"" + tree +
         "\",\n        \"parent_id\": " + (parent.empty() ? "null" : "\"" + parent + "\"") + "\n      }";
}

class OldPlace {
 public:
  explicit OldPlace(const Lines& records) : m_store(made(m_dir, records)) {}
  CleanupReport clean(const CleanupOptions& options = {}) { return cleanup(m_store, options); }
  [[nodiscard]] Lines left() const { return rows("SELECT legacy_id FROM tasks ORDER BY id"); }
  [[nodiscard]] Lines rows(const std::string& sql) const { return rows_of(m_dir / "a.db", sql); }
  [[nodiscard]] Store& store() { return m_store; }
  void edit(const std::string& sql) { edit_in_shell(m_dir / "a.db", sql); }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return m_dir / name; }

 private:
  static Store made(const TestDir& dir, const Lines& records) {
    write_all(dir / "tasks.json", document(records));
    (void)import_one(dir / "a.db", dir / "tasks.json");
    return Store::open(dir / "a.db", Access::read_write);
  }
  TestDir m_dir;
  Store m_store;
};

inline Lines ids_of(const CleanupReport& report) {
  Lines ids;
  for (const Removal& removal : report.tasks) ids.push_back(removal.id.text);
  return ids;
}

}  // namespace rlmdb::test
