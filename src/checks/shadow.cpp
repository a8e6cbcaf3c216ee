// SPDX-License-Identifier: MIT
// 1. Has the file changed? 2. One private copy of it. 3. Import and compare that copy.
#include "rlmdb/shadow.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "checks/compare_tasks.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "imports/planned_source.hpp"
#include "imports/source_kinds.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_drifting = 1000;

struct stat status_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return status;
  const int error_number = errno;
  const bool is_absent = error_number == ENOENT || error_number == ENOTDIR;
  throw Error(is_absent ? ErrorCode::not_found : ErrorCode::io,
              is_absent ? "no such file"
                        : std::string("cannot read the file's status: ") + std::strerror(error_number),
              file.string(), is_absent ? "check the path" : "");
}

imports::PlannedSource open_copy(const std::filesystem::path& file) {
  imports::PlannedSource source;
  source.file = sources::open_source(file, LiveSource::snapshot);
  source.kind = imports::find_source_kind(source.file);
  if (source.kind == sources::SourceKind::tasks) return source;
  throw Error(ErrorCode::invalid_input,
              "the file is no tasks.json, it is " + std::string(to_text(source.kind)), file.string(),
              "only a tasks.json is shadowed; `rlmdb import` takes other files");
}

void compare(const std::filesystem::path& database, const StoreOptions& options,
             const sources::SourceFile& copy, SameDatabase& own, ShadowRound& round) {
  const Store store = Store::open(database, Access::read_only, options);
  own.remember(store);
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  (void)checks::compare_tasks(use.connection(), copy, [&round](const checks::TaskDifference& difference) {
    ++round.drift;
    if (round.drifting.size() < k_most_drifting)
      round.drifting.push_back({records::id_or_none<TaskId>(difference.id), difference.finding});
  });
}

}  // namespace

ShadowedFile::ShadowedFile(std::filesystem::path database, std::filesystem::path tasks_json,
                           const StoreOptions& store)
    : m_database(std::move(database)), m_file(std::move(tasks_json)), m_store(store) {}

std::optional<ShadowRound> ShadowedFile::look() {
  // Looked at before the copy is made: what is written meanwhile is seen the next time.
  const struct stat status = status_of(m_file);
  const Mark mark{static_cast<std::int64_t>(status.st_dev),
                  static_cast<std::int64_t>(status.st_ino),
                  status.st_size,
                  status.st_mtim.tv_sec,
                  status.st_mtim.tv_nsec,
                  status.st_ctim.tv_sec,
                  status.st_ctim.tv_nsec};
  m_own.require_at(m_database);
  if (m_seen == mark) return std::nullopt;
  ImportOptions options;
  options.store = m_store;
  options.on_conflict = OnConflict::skip;
  ShadowRound round;
  try {
    std::vector<imports::PlannedSource> planned;
    planned.push_back(open_copy(m_file));
    ImportReport report;
    imports::import_planned({m_database}, planned, options, report);
    round.database_created = report.database_created;
    round.source = std::move(report.sources.front());
    compare(m_database, m_store, planned.front().file, m_own, round);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::invalid_input) m_seen = mark;
    throw;
  }
  m_seen = mark;
  round.at = util::utc_now_text();
  return round;
}

}  // namespace rlmdb
