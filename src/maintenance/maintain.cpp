// SPDX-License-Identifier: MIT
// The plan of the cleanup comes first, then the backup, which so has all that goes; then it goes, but for
// what changed in between.
#include "rlmdb/maintain.hpp"

#include <algorithm>

#include "backups/staged_copy.hpp"
#include "db/connections.hpp"
#include "db/database.hpp"
#include "db/shrink_file.hpp"
#include "db/transaction.hpp"
#include "events/clock_check.hpp"
#include "retention/retention_setting_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"
#include "util/own_names.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

/// A file of which less is empty is left as it is: writing all of it anew would win little.
constexpr std::uint64_t k_vacuum_share = 5;

bool was_listed(const RetentionSetting& setting) {
  return !setting.listed_at.empty();
}

/// Whether so much time went by since the run before that this clock alone says that something is old: events
/// of its last day do not say more than it. A run ahead of its time leaves a time behind that is not yet, and is
/// not believed either.
bool is_doubtful(Store& store, const std::vector<RetentionSetting>& settings) {
  const auto use = db::connections_of(store).use();
  const auto now = util::now();
  std::string newest;
  for (const RetentionSetting& setting : settings) newest = std::max(newest, setting.listed_at);
  if (newest > util::utc_text(now)) return true;
  return newest < util::utc_text(now - events::k_longest_silence) &&
         !events::witness_of_clock(use.connection(), now);
}

void mark_listed(Store& store) {
  const auto use = db::connections_of(store).use();
  db::WriteTransaction transaction(use.connection());
  retention::RetentionSettingRows(use.connection()).mark_listed(util::utc_text(util::now()));
  transaction.commit();
}

/// Puts it back, as restore does, where nobody sees it. Error corrupt where that gives something else.
void try_backup(const Store& store, const BackupReport& made) {
  db::Connection source = db::open_any_schema(made.file, Access::read_only, {});
  const backups::StagedCopy staged(source, store.path(), backups::Schema::newest);
  const Store copy = staged.open({});
  const VerifyReport verified = verify(copy);
  if (verified.finding_count == 0 && static_cast<std::uint64_t>(copy.stats().total) == made.tasks) return;
  throw Error(ErrorCode::corrupt, "the backup was made, but put back it is not what was backed up",
              made.file.string(), "nothing was removed; check the disk");
}

class Maintenance {
 public:
  Maintenance(Store& store, const MaintainOptions& options) : m_store(store), m_options(options) {}

  MaintainReport run() {
    m_report.retention = retention_of(m_store);
    if (m_report.retention.empty()) return std::move(m_report);
    const bool all_listed = std::all_of(m_report.retention.begin(), m_report.retention.end(), was_listed);
    if (!all_listed || !applies() || is_doubtful(m_store, m_report.retention)) {
      list();
    } else {
      clean();
      give_space_back();
    }
    return std::move(m_report);
  }

 private:
  [[nodiscard]] bool applies() const { return m_options.run == CleanupRun::apply; }

  void list() {
    CleanupOptions options = cleanup_options();
    options.run = CleanupRun::dry_run;
    m_report.cleanup = cleanup(m_store, options);
    m_report.outcome = MaintainOutcome::listed;
    if (!applies()) return;
    mark_listed(m_store);
    m_report.retention = retention_of(m_store);
  }

  void clean() {
    CleanupOptions options = cleanup_options();
    options.cancelled = m_options.cancelled;
    options.agreed = [this](const CleanupReport& planned) { return is_empty(planned) || back_up(); };
    m_report.cleanup = cleanup(m_store, options);
    m_report.outcome = outcome();
    if (m_report.cleanup.applied) mark_listed(m_store);
  }

  [[nodiscard]] MaintainOutcome outcome() const {
    if (m_report.backup && m_report.backup->verified.finding_count > 0)
      return MaintainOutcome::backup_unsound;
    if (!m_report.cleanup.applied) return MaintainOutcome::interrupted;
    return is_empty(m_report.cleanup) ? MaintainOutcome::nothing_due : MaintainOutcome::cleaned;
  }

  /// False: it is not sound.
  bool back_up() {
    const fs::path file = m_options.backup.empty()
                              ? fs::path(util::name_before_cleanup(m_store.path().string()))
                              : m_options.backup;
    m_report.backup = m_store.backup(file, ExistingBackup::replace);
    if (m_report.backup->verified.finding_count > 0) return false;
    try_backup(m_store, *m_report.backup);
    return true;
  }

  void give_space_back() {
    if (m_report.outcome != MaintainOutcome::cleaned && m_report.outcome != MaintainOutcome::nothing_due)
      return;
    const std::uint64_t free = db::free_bytes(db::connections_of(m_store).use().connection());
    if (free * k_vacuum_share >= fs::file_size(m_store.path()) && free > 0) m_report.vacuum = vacuum(m_store);
  }

  [[nodiscard]] CleanupOptions cleanup_options() const {
    CleanupOptions options;
    options.policy = policy_of(m_report.retention);
    options.clock = ClockTrust::as_it_is;  // is_doubtful() has looked, and knows the run before
    return options;
  }

  Store& m_store;
  const MaintainOptions& m_options;
  MaintainReport m_report;
};

}  // namespace

MaintainReport maintain(Store& store, const MaintainOptions& options) {
  return Maintenance(store, options).run();
}

}  // namespace rlmdb
