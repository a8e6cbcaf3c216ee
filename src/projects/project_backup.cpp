// SPDX-License-Identifier: MIT
#include "projects/project_backup.hpp"

#include <unistd.h>

#include <charconv>
#include <string>

#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/database_files.hpp"
#include "util/directory_copy.hpp"
#include "util/private_file.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::projects {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_name = ".aiwg.before-adopt-";
/// Behind it stands the pid of the process that makes the copy.
constexpr std::string_view k_unfinished = ".aiwg.adopting-";

bool is_abandoned(const std::string& name) {
  if (!name.starts_with(k_unfinished)) return false;
  pid_t pid = 0;
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + k_unfinished.size(), end, pid);
  return read.ec == std::errc{} && read.ptr == end && !util::pid_exists(pid);
}

void remove_abandoned(const fs::path& root) {
  std::error_code failure;
  for (fs::directory_iterator entry(root, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::error_code ignored;
    if (is_abandoned(entry->path().filename().string())) fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace

BackupOfProject::BackupOfProject(const fs::path& root, const fs::path& database) {
  remove_abandoned(root);
  const fs::path unfinished = root / (std::string(k_unfinished) + std::to_string(::getpid()));
  const fs::path finished = root / (std::string(k_name) + util::utc_file_text(util::now()));
  std::error_code ignored;
  try {
    const util::DirectoryCopy copied =
        util::copy_directory(root / ".aiwg", unfinished,
                             [&](const fs::path& file) { return util::is_database_file(database, file); });
    std::error_code failure;
    fs::rename(unfinished, finished, failure);
    if (failure) util::throw_io("name the backup", finished, failure.value());
    m_made = {finished, copied.files, copied.bytes};
    util::sync_parent_directory(finished);
  } catch (...) {
    fs::remove_all(unfinished, ignored);
    if (!m_made.directory.empty()) fs::remove_all(m_made.directory, ignored);
    throw;
  }
}

BackupOfProject::~BackupOfProject() {
  std::error_code ignored;
  if (!m_is_kept) fs::remove_all(m_made.directory, ignored);
}

}  // namespace rlmdb::projects
