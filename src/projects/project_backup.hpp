// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "rlmdb/adopt.hpp"

namespace rlmdb::projects {

/// The copy of a project's `.aiwg/`, made complete under a private name and then given its own. Without
/// keep() it is removed again.
class BackupOfProject {
 public:
  /// Removes what killed processes left of theirs. Throws Error io; then nothing of it stays.
  BackupOfProject(const std::filesystem::path& root, const std::filesystem::path& database);
  ~BackupOfProject();
  BackupOfProject(const BackupOfProject&) = delete;
  BackupOfProject& operator=(const BackupOfProject&) = delete;
  BackupOfProject(BackupOfProject&&) = delete;
  BackupOfProject& operator=(BackupOfProject&&) = delete;

  void keep() noexcept { m_is_kept = true; }
  [[nodiscard]] const ProjectBackup& made() const noexcept { return m_made; }

 private:
  ProjectBackup m_made;
  bool m_is_kept = false;
};

}  // namespace rlmdb::projects
