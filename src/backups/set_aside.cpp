// SPDX-License-Identifier: MIT
#include "backups/set_aside.hpp"

#include <unistd.h>

#include <array>

#include "db/database.hpp"
#include "db/integrity.hpp"
#include "rlmdb/error.hpp"
#include "util/directory_copy.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"

namespace rlmdb::backups {

namespace {

namespace fs = std::filesystem;

/// The file comes last: while it is there, nobody takes its place for a new one.
constexpr std::array<const char*, 4> k_suffixes = {"-wal", "-journal", "-shm", ""};

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

/// The bytes of a database under a private name beside it, gone on destruction.
class PrivateBytes {
 public:
  explicit PrivateBytes(const fs::path& database)
      : m_path(util::private_path(database, util::k_file_in_making)) {
    try {
      for (const char* suffix : {"", "-wal", "-journal"}) copy(database.string() + suffix, suffix);
    } catch (...) {
      remove();
      throw;
    }
  }
  PrivateBytes(const PrivateBytes&) = delete;
  PrivateBytes& operator=(const PrivateBytes&) = delete;
  ~PrivateBytes() { remove(); }

  [[nodiscard]] const fs::path& path() const noexcept { return m_path; }

 private:
  void copy(const fs::path& from, const char* suffix) const {
    if (is_there(from)) util::copy_content(from, m_path.string() + suffix);
  }
  void remove() const noexcept {
    for (const char* suffix : k_suffixes) ::unlink((m_path.string() + suffix).c_str());
  }

  fs::path m_path;
};

/// A database that is open in this process is one. Nothing but SQLite may open its files: closing them would
/// drop the locks that keep other processes from removing its -wal.
void require_undamaged(const fs::path& database, const StoreOptions& options) {
  db::Connection here = db::open_any_schema(database, Access::read_only, options);
  if (db::find_damage(here).empty()) return;
  throw Error(ErrorCode::conflict,
              database.string() + " is damaged, and cannot make way while this process has it open",
              database.string(), "nothing was restored; end the process that serves it, then restore again");
}

}  // namespace

bool is_beyond_use(const fs::path& database, const StoreOptions& options) {
  StoreOptions quiet = options;
  quiet.log = {};
  if (!util::is_foreign(database)) {
    require_undamaged(database, quiet);
    return false;
  }
  const PrivateBytes bytes(database);
  try {
    db::Connection copy = db::open_any_schema(bytes.path(), Access::read_only, quiet);
    if (!db::find_damage(copy).empty()) return true;
    // Sound by itself; a -wal that belongs to another file is refused here.
    (void)db::open_any_schema(database, Access::read_only, quiet);
    return false;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::io || error.code() == ErrorCode::busy) throw;
    return true;
  }
}

SetAside::SetAside(const fs::path& from, const fs::path& to) {
  try {
    for (const char* suffix : k_suffixes) {
      fs::path old_name = from.string() + suffix;
      fs::path new_name = to.string() + suffix;
      if (!is_there(old_name)) continue;
      util::publish_new_file(old_name, new_name);
      m_moved.emplace_back(std::move(old_name), std::move(new_name));
    }
  } catch (...) {
    move_back();
    throw;
  }
}

SetAside::~SetAside() {
  move_back();
}

fs::path SetAside::kept() const {
  return m_moved.empty() ? fs::path() : m_moved.back().second;
}

void SetAside::move_back() noexcept {
  for (auto moved = m_moved.rbegin(); moved != m_moved.rend(); ++moved) {
    try {
      util::publish_new_file(moved->second, moved->first);
    } catch (...) {
      // It stays under its new name, complete; the error that is being handled says more.
      continue;
    }
  }
  m_moved.clear();
}

}  // namespace rlmdb::backups
