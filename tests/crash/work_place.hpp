// SPDX-License-Identifier: MIT
/// A directory with a database, and beside it one with sources, exports and copies to examine.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

#include "program_run.hpp"
#include "store_state.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// The JSON report or failure holds `member` with the JSON value `value`.
inline bool says(const std::string& json, const std::string& member, const std::string& value) {
  return json.find("\"" + member + "\":" + value) != std::string::npos;
}

class WorkPlace {
 public:
  WorkPlace() {
    std::filesystem::create_directory(database_directory());
    std::filesystem::create_directory(m_root / "examined");
  }

  [[nodiscard]] std::filesystem::path root() const { return m_root.path(); }
  [[nodiscard]] std::filesystem::path database_directory() const { return m_root / "db"; }
  [[nodiscard]] std::filesystem::path database() const { return database_directory() / "rlm.db"; }

  std::filesystem::path write_source(const std::string& name, const std::string& bytes) const {
    write_all(m_root / name, bytes);
    return m_root / name;
  }

  [[nodiscard]] Ended rlmdb(std::initializer_list<std::string> arguments) const {
    return run_rlmdb(database(), arguments);
  }

  /// The database's directory with this one file in it; nullopt: with none.
  void reset(const std::optional<std::string>& database_bytes) const {
    std::filesystem::remove_all(database_directory());
    std::filesystem::create_directory(database_directory());
    if (!database_bytes) return;
    write_all(database(), *database_bytes);
    std::filesystem::permissions(database(), std::filesystem::perms{0600});
  }

  /// What the database holds, seen through a copy so that the original stays untouched; "none" without one.
  [[nodiscard]] std::string content(Moments moments) const {
    if (!std::filesystem::exists(database())) return "none";
    return content_of_copy(database(), m_root / "examined/rlm.db", moments);
  }

  /// Files in the database's directory that do not belong beside a database at rest, with their sizes.
  [[nodiscard]] std::string strangers() const {
    std::string names;
    for (const auto& entry : std::filesystem::directory_iterator(database_directory())) {
      const std::string name = entry.path().filename();
      const bool companion = name == "rlm.db" || name == "rlm.db-gate" || name == "rlm.db-shm" ||
                             (name == "rlm.db-wal" && entry.file_size() == 0);
      if (!companion) names += name + " (" + std::to_string(entry.file_size()) + " bytes) ";
    }
    return names;
  }

 private:
  TestDir m_root;
};

}  // namespace rlmdb::test
