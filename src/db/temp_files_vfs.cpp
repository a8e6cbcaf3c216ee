// SPDX-License-Identifier: MIT
#include "db/temp_files_vfs.hpp"

#include <sqlite3.h>

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rlmdb/error.hpp"
#include "util/own_names.hpp"

namespace rlmdb::db {

namespace {

struct TempFilesVfs {
  sqlite3_vfs vfs{};
  sqlite3_vfs* base = nullptr;
  std::string name;
  std::string prefix;  ///< the directory, and how the names begin
};

constexpr int k_random_digits = 16;

sqlite3_vfs* base_of(sqlite3_vfs* vfs) {
  return static_cast<TempFilesVfs*>(vfs->pAppData)->base;
}

int open_file(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  auto* const self = static_cast<TempFilesVfs*>(vfs->pAppData);
  // Only files without a name are temporary ones whose place the VFS chooses.
  if (name != nullptr) return self->base->xOpen(self->base, name, file, flags, out_flags);
  file->pMethods = nullptr;
  try {
    const std::string path = self->prefix + util::random_name();
    // The base keeps the pointer while the file is open; szOsFile has room for the text behind its own part.
    // Two zero bytes end it, because SQLite looks for URI parameters behind a name.
    char* const kept = reinterpret_cast<char*>(file) + self->base->szOsFile;
    std::memcpy(kept, path.data(), path.size());
    kept[path.size()] = kept[path.size() + 1] = '\0';
    return self->base->xOpen(self->base, kept, file, flags, out_flags);
  } catch (...) {
    return SQLITE_CANTOPEN;  // no exception may pass through SQLite's C frames
  }
}

/// The other methods hand over to the base with the base's own pointer.
void forward_the_rest(sqlite3_vfs& vfs) {
  vfs.xDelete = [](sqlite3_vfs* v, const char* n, int sync) {
    return base_of(v)->xDelete(base_of(v), n, sync);
  };
  vfs.xAccess = [](sqlite3_vfs* v, const char* n, int flags, int* result) {
    return base_of(v)->xAccess(base_of(v), n, flags, result);
  };
  vfs.xFullPathname = [](sqlite3_vfs* v, const char* n, int size, char* out) {
    return base_of(v)->xFullPathname(base_of(v), n, size, out);
  };
  vfs.xRandomness = [](sqlite3_vfs* v, int size, char* out) {
    return base_of(v)->xRandomness(base_of(v), size, out);
  };
  vfs.xSleep = [](sqlite3_vfs* v, int microseconds) { return base_of(v)->xSleep(base_of(v), microseconds); };
  vfs.xCurrentTime = [](sqlite3_vfs* v, double* out) { return base_of(v)->xCurrentTime(base_of(v), out); };
  vfs.xGetLastError = [](sqlite3_vfs* v, int size, char* out) {
    return base_of(v)->xGetLastError(base_of(v), size, out);
  };
  vfs.xCurrentTimeInt64 = [](sqlite3_vfs* v, sqlite3_int64* out) {
    return base_of(v)->xCurrentTimeInt64(base_of(v), out);
  };
}

std::unique_ptr<TempFilesVfs> make_vfs(const std::string& directory, std::size_t number) {
  auto self = std::make_unique<TempFilesVfs>();
  self->base = sqlite3_vfs_find(nullptr);
  if (self->base == nullptr) throw Error(ErrorCode::internal, "SQLite has no default VFS");
  self->name = "rlmdb-" + std::to_string(number);
  self->prefix = directory + "/" + std::string(util::k_sorting);
  if (self->prefix.size() + k_random_digits >= static_cast<std::size_t>(self->base->mxPathname))
    throw Error(ErrorCode::io, "the path of the database's directory is too long for SQLite", directory);
  sqlite3_vfs& vfs = self->vfs;
  vfs.iVersion = 2;
  vfs.szOsFile = self->base->szOsFile + static_cast<int>(self->prefix.size()) + k_random_digits + 2;
  vfs.mxPathname = self->base->mxPathname;
  vfs.zName = self->name.c_str();
  vfs.pAppData = self.get();
  vfs.xOpen = open_file;
  forward_the_rest(vfs);
  return self;
}

}  // namespace

const char* temp_files_vfs(const std::filesystem::path& directory) {
  static std::mutex mutex;
  // Never destroyed: a connection in static storage may still use a VFS when the program ends.
  static auto& registered = *new std::map<std::string, std::unique_ptr<TempFilesVfs>>();
  const std::lock_guard lock(mutex);
  auto& slot = registered[directory.string()];
  if (!slot) {
    auto made = make_vfs(directory.string(), registered.size());
    if (sqlite3_vfs_register(&made->vfs, 0) != SQLITE_OK)
      throw Error(ErrorCode::internal, "SQLite does not take the VFS for temporary files");
    slot = std::move(made);
  }
  return slot->name.c_str();
}

}  // namespace rlmdb::db
