// SPDX-License-Identifier: MIT
// The life of an unpublished file: made under a private name, filled without a journal, checked, synced, and
// only then linked to its final name. A crash before the link leaves a private file that the next run
// removes.
#include "db/publish.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include "db/connection_settings.hpp"
#include "db/error_map.hpp"
#include "db/file_uri.hpp"
#include "db/open_checks.hpp"
#include "db/witness.hpp"
#include "rlmdb/error.hpp"
#include "util/database_files.hpp"
#include "util/path_walk.hpp"

namespace rlmdb::db {

namespace {

namespace fs = std::filesystem;

fs::path real_final_path(const fs::path& path) {
  util::require_no_link_of_others(path);
  std::error_code error;
  const fs::path directory = fs::canonical(util::parent_directory(path), error);
  if (error) util::throw_io("reach the directory of", path, error.value());
  return directory / path.filename();
}

/// The longest name that SQLite or we put beside a database must fit too.
constexpr std::size_t most_name_bytes() {
  std::size_t longest_suffix = 0;
  for (const std::string_view suffix : util::k_companions)
    longest_suffix = std::max(longest_suffix, suffix.size());
  return NAME_MAX - longest_suffix;
}

void require_short_name(const fs::path& path) {
  const std::size_t bytes = path.filename().native().size();
  if (bytes <= most_name_bytes()) return;
  throw Error(
      ErrorCode::usage,
      "the name of the database has " + std::to_string(bytes) + " bytes, too many for the files beside it",
      path.string(), "nothing was made; a name may have " + std::to_string(most_name_bytes()) + " bytes");
}

void require_free_name(const fs::path& path) {
  require_short_name(path);
  std::error_code ignored;
  if (fs::is_symlink(fs::symlink_status(path, ignored)) && !fs::exists(path, ignored))
    throw Error(ErrorCode::conflict, path.string() + " is a symbolic link that leads to no file",
                path.string(), "remove the link, or make the file that it names");
  if (fs::exists(fs::symlink_status(path, ignored)))
    throw Error(ErrorCode::conflict, "the file " + path.string() + " already exists", path.string(),
                "choose another name; nothing was overwritten");
  require_no_rest(path);
}

void require_sound(sqlite3* handle, const fs::path& final_path) {
  Statement statement(handle, "PRAGMA quick_check");
  const std::string first = get_text(statement);
  if (first != "ok")
    throw Error(ErrorCode::corrupt, "the new database fails its check: " + first, final_path.string());
}

/// Only reads, but not as a read-only connection: on such a one quick_check leaves CHECK constraints out.
void check_file(int descriptor, const fs::path& file, const fs::path& final_path) {
  util::sync_file(descriptor, file);
  try {
    constexpr int k_flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const SQLite::Database database(file_uri(file, k_without_locks), k_flags);
    harden(database.getHandle(), FileState::unpublished);
    require_sound(database.getHandle(), final_path);
  } catch (const SQLite::Exception& exception) {
    throw to_error(exception.getExtendedErrorCode(), exception.getErrorStr(), 0, "check the new database",
                   final_path.string());
  }
}

/// Bytes 18 and 19 of the header are the file format's write and read version; 2 means WAL.
void require_wal_header(int file, const fs::path& path) {
  std::array<char, 2> versions{};
  if (::pread(file, versions.data(), versions.size(), 18) != 2) util::throw_io("read back", path, errno);
  if (versions[0] != 2 || versions[1] != 2)
    throw Error(ErrorCode::internal, "the new database is not in WAL mode", path.string());
}

}  // namespace

void require_no_rest(const std::filesystem::path& path) {
  for (const char* suffix : {"-wal", "-journal"}) {
    const fs::path stale = path.string() + suffix;
    std::error_code error;
    if (fs::file_size(stale, error) > 0 && !error)
      throw Error(ErrorCode::conflict,
                  stale.string() + " is left over from a database that is gone, and would damage a new one",
                  stale.string(), "move that file away first");
  }
}

Connection Connection::open_unpublished(const OpenOptions& options) {
  Connection connection(options);
  OpenOptions& own = connection.m_options;
  own.access = Access::read_write;
  own.path = real_final_path(options.path);
  require_free_name(own.path);
  util::remove_leftover_private_files(own.path, k_unpublished_kind);
  connection.m_private =
      std::make_unique<util::PrivateFile>(util::create_private_file(own.path, k_unpublished_kind));
  connection.open_main_file(connection.m_private->path.string(),
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW);
  apply_unpublished_settings(connection);
  return connection;
}

void Connection::discard_private_file() noexcept {
  if (!m_private) return;
  for (const char* suffix : {"", "-journal", "-wal", "-shm"})
    ::unlink((m_private->path.string() + suffix).c_str());
  m_private.reset();
}

FileCheck start_check(const Connection& connection) {
  if (!connection.is_unpublished() || connection.in_transaction())
    throw Error(ErrorCode::internal, "only an unpublished file without an open transaction can be checked",
                connection.path().string());
  const util::PrivateFile& file = *connection.m_private;
  return {std::async(std::launch::async, check_file, file.descriptor.get(), file.path, connection.path())};
}

void publish(Connection&& connection, FileCheck check) {
  Connection own(std::move(connection));
  if (!own.is_unpublished() || own.in_transaction())
    throw Error(ErrorCode::internal, "only an unpublished file without an open transaction can be published",
                own.path().string());
  if (check.result.valid()) {
    check.result.get();
  } else {
    require_sound(own.handle(), own.path());
  }
  Statement(own, "PRAGMA journal_mode=WAL").run();
  own.close_database();
  util::PrivateFile& file = *own.m_private;
  require_wal_header(file.descriptor.get(), file.path);
  util::sync_file(file.descriptor.get(), file.path);
  // Once the file has its name, another thread may lock it; closing a descriptor of it would drop that lock.
  file.descriptor.close();
  require_free_name(own.path());
  util::publish_new_file(file.path, own.path());
  forget_witness(own.path());
}

}  // namespace rlmdb::db
