// SPDX-License-Identifier: MIT
#include "outputs/output_check.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>

#include "db/schema.hpp"
#include "rlmdb/error.hpp"
#include "sources/grid_place.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "sources/legacy_daemon.hpp"
#include "sources/rlm_place.hpp"
#include "util/database_files.hpp"
#include "util/file_mark.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"

namespace rlmdb::outputs {

namespace {

constexpr std::string_view k_tasks_place = ".aiwg/daemon/tasks.json";
constexpr std::string_view k_session_place = ".aiwg/ralph-external/session-state.json";
constexpr std::string_view k_sqlite_header{"SQLite format 3\0", 16};

[[noreturn]] void refuse(const util::OutputPlace& place, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::conflict, why, place.shown.string(), hint);
}

/// Before anything is opened: closing a descriptor of an open database would drop its locks.
void require_no_database(const db::Connection& connection, const util::OutputPlace& place) {
  constexpr const char* k_hint = "nothing was written; name another file";
  if (util::is_database_file(connection.path(), place.path()))
    refuse(place, "the output is the database itself, or belongs to it", k_hint);
  const std::string companion = util::companion_beside(place.path());
  if (!companion.empty())
    refuse(place, "the output may be another database: " + companion + " lies beside it", k_hint);
}

/// Invalid for what is no regular file, and for what may be replaced but not read.
util::FileDescriptor open_existing(const util::OutputPlace& place) {
  if (!place.found || !S_ISREG(place.found->st_mode)) return {};
  util::FileDescriptor file = util::open_foreign(place.path(), O_RDONLY | O_NOCTTY);
  if (!file.valid() && errno != EACCES && errno != EPERM) util::throw_io("open", place.shown, errno);
  return file;
}

/// Imports hold their sources shared. Whoever only asks, as another export does, is gone in a moment.
bool is_held(const util::FileDescriptor& file) {
  constexpr int k_most_tries = 50;
  constexpr std::chrono::milliseconds k_pause{2};
  for (int tries = 0; tries < k_most_tries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(k_pause);
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
      ::flock(file.get(), LOCK_UN);
      return false;
    }
    if (errno != EWOULDBLOCK) return false;
  }
  return true;
}

void require_free(const util::FileDescriptor& file, const util::OutputPlace& place, Before before) {
  std::array<char, k_sqlite_header.size()> header{};
  const ssize_t length = ::pread(file.get(), header.data(), header.size(), 0);
  if (length > 0 && std::string_view(header.data(), static_cast<std::size_t>(length)) == k_sqlite_header)
    refuse(place, "the output is an SQLite database", "nothing was written; name another file");
  if (before == Before::unknown && is_held(file))
    refuse(place, "the output is the source of an import that is running, or another program has locked it",
           "nothing was written; run the command again when that has ended");
}

bool has_place(const std::filesystem::path& file, std::string_view place) {
  return sources::path_in_project(file) == place;
}

void require_unchanged(const util::OutputPlace& place, const OutputCheck& check) {
  if (check.is_known) return;
  refuse(place,
         check.is_partial
             ? "not all of the file is in the database: it is damaged, or records of it were rejected or "
               "kept back when it was imported"
             : "the file has changed since it was imported, or it cannot be read",
         std::string("nothing was written; ") + (check.is_partial ? "" : "import it again first, or ") +
             "force the export, which keeps what is there as " + util::name_of_copy(place.name, 0));
}

void require_no_daemon(const util::OutputPlace& place, const std::filesystem::path& file) {
  if (const auto daemon = sources::find_live_daemon(file))
    refuse(place, "a legacy daemon (pid " + std::to_string(*daemon) + ") is alive and may rewrite the file",
           "nothing was written; stop the daemon, or force the export");
}

/// Its bytes, where some import or export of this database had them.
void look_at_content(db::Connection& connection, const util::OutputPlace& place,
                     const util::FileDescriptor& file, const std::optional<sources::LatestImport>& import,
                     OutputCheck& check) {
  check.sha256 = util::sha256_of_file(file.get(), place.shown.string());
  if (import && import->sha256 == check.sha256) check.canonical_sha256 = import->canonical_sha256;
  check.is_partial = import && import->is_partial && import->sha256 == check.sha256;
  check.is_known = (import && import->sha256 == check.sha256 && !check.is_partial) ||
                   util::read_mark(file.get()) == mark_of(connection, check.sha256);
}

}  // namespace

std::string mark_of(db::Connection& connection, const std::string& sha256) {
  return db::database_identity(connection) + ":" + sha256;
}

OutputCheck check_output(db::Connection& connection, const util::OutputPlace& place, Overwrite overwrite,
                         Before before) {
  require_no_database(connection, place);
  const util::FileDescriptor file = open_existing(place);
  if (file.valid()) require_free(file, place, before);
  OutputCheck check;
  if (!place.is_replaceable()) return check;
  check.real_path = place.real_path();
  const auto import =
      sources::ImportRows(connection).latest_of(sources::known_as(connection, check.real_path));
  check.is_legacy = import || sources::place_in_project(check.real_path);
  if (!check.is_legacy) return check;
  if (overwrite == Overwrite::if_unchanged) require_no_daemon(place, check.real_path);
  if (!place.found) return check;
  if (file.valid()) look_at_content(connection, place, file, import, check);
  if (import && overwrite == Overwrite::if_unchanged) require_unchanged(place, check);
  if (before == Before::held) return check;
  check.keeps_backup = !check.is_known || (import && import->kind == "tasks-json") ||
                       has_place(check.real_path, k_tasks_place) ||
                       has_place(check.real_path, k_session_place);
  return check;
}

}  // namespace rlmdb::outputs
