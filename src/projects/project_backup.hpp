// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "rlmdb/adopt.hpp"

namespace rlmdb::projects {

/// The copies of a project's `.aiwg/` and `.grid/`, made complete under private names and then given their
/// own. Without keep() they are removed again.
class BackupOfProject {
 public:
  /// Removes what killed processes left of theirs. Throws Error io; then nothing of it stays.
  BackupOfProject(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& database);
  ~BackupOfProject();
  BackupOfProject(const BackupOfProject&) = delete;
  BackupOfProject& operator=(const BackupOfProject&) = delete;
  BackupOfProject(BackupOfProject&&) = delete;
  BackupOfProject& operator=(BackupOfProject&&) = delete;

  void keep() noexcept { m_is_kept = true; }
  [[nodiscard]] const ProjectBackup& made() const noexcept { return m_made; }

 private:
  void remove() noexcept;

  ProjectBackup m_made;
  bool m_is_kept = false;
};

}  // namespace rlmdb::projects
