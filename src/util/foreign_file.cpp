// SPDX-License-Identifier: MIT
#include "util/foreign_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rlmdb/error.hpp"
#include "util/database_files.hpp"
#include "util/path_walk.hpp"

namespace rlmdb::util {
namespace {

struct Registered {
  int number = 0;
  struct stat file {};
  std::string shm;  ///< looked up when it is asked for: it comes and goes
};

struct Registry {
  std::mutex mutex;
  std::vector<Registered> open;
  int last_number = 0;
};

Registry& registry() {
  static Registry all;
  return all;
}

bool is_any_open() {
  const std::lock_guard lock(registry().mutex);
  return !registry().open.empty();
}

bool is_of_open_database(const struct stat& status) {
  const std::lock_guard lock(registry().mutex);
  const std::vector<Registered>& open = registry().open;
  return std::any_of(open.begin(), open.end(), [&status](const Registered& database) {
    struct stat shm {};
    return is_same_file(status, database.file) ||
           (::stat(database.shm.c_str(), &shm) == 0 && is_same_file(status, shm));
  });
}

}  // namespace

OpenDatabase::OpenDatabase(const std::filesystem::path& path) {
  Registered database;
  // A file that has gone meanwhile cannot be reached by a path.
  (void)::stat(path.c_str(), &database.file);
  database.shm = path.string() + "-shm";
  const std::lock_guard lock(registry().mutex);
  database.number = m_number = ++registry().last_number;
  registry().open.push_back(std::move(database));
}

OpenDatabase::~OpenDatabase() {
  const std::lock_guard lock(registry().mutex);
  std::erase_if(registry().open, [this](const Registered& open) { return open.number == m_number; });
}

FileDescriptor open_foreign(const std::filesystem::path& path, int flags) {
  return open_foreign(FileDescriptor(), path, flags);
}

FileDescriptor open_foreign(const FileDescriptor& directory, const std::filesystem::path& name, int flags) {
  const int from = directory.valid() ? directory.get() : AT_FDCWD;
  if ((flags & O_PATH) != 0 || !is_any_open()) {
    return FileDescriptor(::openat(from, name.c_str(), flags | O_CLOEXEC));
  }
  // Closing what was opened with O_PATH drops no locks, so that this one may be looked at.
  const FileDescriptor place(
      ::openat(from, name.c_str(), O_PATH | O_CLOEXEC | (flags & (O_NOFOLLOW | O_DIRECTORY))));
  struct stat status {};
  if (!place.valid() || ::fstat(place.get(), &status) != 0) return {};
  if (is_of_open_database(status)) {
    throw Error(ErrorCode::conflict, name.string() + " belongs to the database that is open", name.string(),
                "name another file; `rlmdb backup` makes a copy of a database");
  }
  if (S_ISLNK(status.st_mode)) {
    errno = ELOOP;
    return {};
  }
  const std::string again = "/proc/self/fd/" + std::to_string(place.get());
  FileDescriptor file(::open(again.c_str(), (flags & ~O_NOFOLLOW) | O_CLOEXEC));
  const bool has_no_proc = !file.valid() && errno == ENOENT && ::access("/proc/self/fd", F_OK) != 0;
  return has_no_proc ? FileDescriptor(::openat(from, name.c_str(), flags | O_CLOEXEC)) : std::move(file);
}

FileDescriptor open_named(const std::filesystem::path& path, int flags) {
  const PathEnd end = walk_path(path);
  if (end.error_number != 0) {
    errno = end.error_number;
    return {};
  }
  const int last = end.is_descriptor ? 0 : O_NOFOLLOW;
  return open_foreign(end.directory, end.name.empty() ? "." : end.name, flags | last);
}

bool is_foreign(const std::filesystem::path& path) {
  struct stat status {};
  return !is_any_open() || ::stat(path.c_str(), &status) != 0 || !is_of_open_database(status);
}

}  // namespace rlmdb::util
