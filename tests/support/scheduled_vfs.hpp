// SPDX-License-Identifier: MIT
/// SQLite's own VFS with one place where a test can do something: in a checkpoint, after it has read the
/// header of the wal-index and before it reads how far the last checkpoint came. Where another connection
/// commits just then, SQLite 3.7.0 to 3.51.2 loses pages.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <new>
#include <stdexcept>
#include <utility>

namespace rlmdb::test {

/// A file of SQLite's own VFS stands behind each.
struct ScheduledFile {
  sqlite3_file base;

  static sqlite3_file* real(sqlite3_file* file) noexcept {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<ScheduledFile*>(file) + 1);
  }
  template <auto Method, class... Arguments>
  static auto forward(sqlite3_file* file, Arguments... arguments) {
    return (real(file)->pMethods->*Method)(real(file), arguments...);
  }
};

/// The default VFS of this process for as long as it lives; connections must be gone before. A checkpoint
/// stops there only when the connection saw an older header before.
class ScheduledVfs {
 public:
  ScheduledVfs() : m_base(sqlite3_vfs_find(nullptr)), m_vfs(*m_base) {
    m_vfs.zName = "scheduled";
    m_vfs.pNext = nullptr;
    m_vfs.szOsFile = static_cast<int>(sizeof(File)) + m_base->szOsFile;
    m_vfs.xOpen = open;
    s_current = this;
    if (sqlite3_vfs_register(&m_vfs, 1) != SQLITE_OK) throw std::runtime_error("sqlite3_vfs_register");
  }
  ScheduledVfs(const ScheduledVfs&) = delete;
  ScheduledVfs& operator=(const ScheduledVfs&) = delete;
  ~ScheduledVfs() {
    sqlite3_vfs_unregister(&m_vfs);
    sqlite3_vfs_register(m_base, 1);
    s_current = nullptr;
  }

  /// Does `what` once, at the next such moment of a checkpoint.
  void in_next_checkpoint(std::function<void()> what) { m_hook = std::move(what); }
  [[nodiscard]] bool is_waiting() const noexcept { return static_cast<bool>(m_hook); }

 private:
  using File = ScheduledFile;
  static sqlite3_file* real(sqlite3_file* file) { return ScheduledFile::real(file); }

  static int unfetch(sqlite3_file* file, sqlite3_int64 offset, void* page) {
    // SQLite lets go of all mapped pages here, because the header it has just read is a new one.
    if (page == nullptr && s_current != nullptr && s_current->m_hook)
      std::exchange(s_current->m_hook, nullptr)();
    return real(file)->pMethods->xUnfetch(real(file), offset, page);
  }

  static int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
    sqlite3_vfs* const base = s_current->m_base;
    auto* const mine = new (file) File{};
    const int code = base->xOpen(base, name, real(file), flags, out_flags);
    mine->base.pMethods = real(file)->pMethods == nullptr ? nullptr : &k_methods;
    return code;
  }

  using M = sqlite3_io_methods;
  static constexpr sqlite3_io_methods k_methods = {
      3,
      ScheduledFile::forward<&M::xClose>,
      ScheduledFile::forward<&M::xRead, void*, int, sqlite3_int64>,
      ScheduledFile::forward<&M::xWrite, const void*, int, sqlite3_int64>,
      ScheduledFile::forward<&M::xTruncate, sqlite3_int64>,
      ScheduledFile::forward<&M::xSync, int>,
      ScheduledFile::forward<&M::xFileSize, sqlite3_int64*>,
      ScheduledFile::forward<&M::xLock, int>,
      ScheduledFile::forward<&M::xUnlock, int>,
      ScheduledFile::forward<&M::xCheckReservedLock, int*>,
      ScheduledFile::forward<&M::xFileControl, int, void*>,
      ScheduledFile::forward<&M::xSectorSize>,
      ScheduledFile::forward<&M::xDeviceCharacteristics>,
      ScheduledFile::forward<&M::xShmMap, int, int, int, void volatile**>,
      ScheduledFile::forward<&M::xShmLock, int, int, int>,
      ScheduledFile::forward<&M::xShmBarrier>,
      ScheduledFile::forward<&M::xShmUnmap, int>,
      ScheduledFile::forward<&M::xFetch, sqlite3_int64, int, void**>,
      unfetch,
  };

  inline static ScheduledVfs* s_current = nullptr;
  sqlite3_vfs* m_base;
  sqlite3_vfs m_vfs;
  std::function<void()> m_hook;
};

}  // namespace rlmdb::test
