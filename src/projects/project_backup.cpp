// SPDX-License-Identifier: MIT
#include "projects/project_backup.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>

#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/database_files.hpp"
#include "util/directory_copy.hpp"
#include "util/file_descriptor.hpp"
#include "util/private_file.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::projects {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_finished = ".before-adopt-";
/// Behind it stands the pid of the process that makes the copy.
constexpr std::string_view k_unfinished = ".adopting-";

bool is_abandoned(const fs::path& folder, const std::string& name) {
  const std::string beginning = folder.filename().string() + std::string(k_unfinished);
  if (!name.starts_with(beginning)) return false;
  pid_t pid = 0;
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + beginning.size(), end, pid);
  if (read.ec != std::errc{} || read.ptr != end || util::pid_exists(pid)) return false;
  // A pid can be gone from here and alive in another container that shares the directory; its lock shows.
  const util::FileDescriptor copy(
      ::open((folder.parent_path() / name).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return copy.valid() && ::flock(copy.get(), LOCK_EX | LOCK_NB) == 0;
}

/// While the directory is filled.
util::FileDescriptor locked_directory(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) != 0) util::throw_io("make the directory", path, errno);
  util::FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!directory.valid()) util::throw_io("open the directory", path, errno);
  (void)::flock(directory.get(), LOCK_EX | LOCK_NB);
  return directory;
}

void remove_abandoned_beside(const fs::path& folder) {
  std::error_code failure;
  for (fs::directory_iterator entry(folder.parent_path(), failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::error_code ignored;
    if (is_abandoned(folder, entry->path().filename().string())) fs::remove_all(entry->path(), ignored);
  }
}

util::DirectoryCopy copy(const fs::path& folder, const fs::path& database, const fs::path& finished) {
  remove_abandoned_beside(folder);
  const fs::path unfinished = folder.string() + std::string(k_unfinished) + std::to_string(::getpid());
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

void remove_abandoned(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) remove_abandoned_beside(folder);
}

BackupOfProject::BackupOfProject(const std::vector<fs::path>& folders, const fs::path& database) {
  const std::string time = util::utc_file_text(util::now());
  try {
    for (const fs::path& folder : folders) {
      const fs::path finished = folder.string() + std::string(k_finished) + time;
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
