// SPDX-License-Identifier: MIT
#include "projects/project_backup.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/database_files.hpp"
#include "util/directory_copy.hpp"
#include "util/file_descriptor.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"

namespace rlmdb::projects {

namespace {

namespace fs = std::filesystem;

/// While the directory is filled.
util::FileDescriptor locked_directory(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) != 0) util::throw_io("make the directory", path, errno);
  util::FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!directory.valid()) util::throw_io("open the directory", path, errno);
  (void)::flock(directory.get(), LOCK_EX | LOCK_NB);
  return directory;
}

util::DirectoryCopy copy(const fs::path& folder, const fs::path& database, const fs::path& finished) {
  const fs::path unfinished = util::name_adopting(folder.string(), ::getpid());
  try {
    const util::FileDescriptor lock = locked_directory(unfinished);
    const util::DirectoryCopy copied = util::copy_directory(
        folder, unfinished, [&](const fs::path& file) { return util::is_database_file(database, file); });
    std::error_code failure;
    fs::rename(unfinished, finished, failure);
    if (failure) util::throw_io("name the backup", finished, failure.value());
    return copied;
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(unfinished, ignored);
    throw;
  }
}

}  // namespace

BackupOfProject::BackupOfProject(const std::vector<fs::path>& folders, const fs::path& database) {
  const std::string time = util::utc_file_text(util::now());
  try {
    for (const fs::path& folder : folders) {
      (void)util::remove_leftovers(util::parent_directory(folder));
      const fs::path finished = util::name_before_adopt(folder.string(), time);
      const util::DirectoryCopy copied = copy(folder, database, finished);
      m_made.directories.push_back(finished);
      m_made.files += copied.files;
      m_made.bytes += copied.bytes;
      util::sync_parent_directory(finished);
    }
  } catch (...) {
    remove();
    throw;
  }
}

BackupOfProject::~BackupOfProject() {
  if (!m_is_kept) remove();
}

void BackupOfProject::remove() noexcept {
  for (const fs::path& directory : m_made.directories) {
    std::error_code ignored;
    fs::remove_all(directory, ignored);
  }
}

}  // namespace rlmdb::projects
