// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "retention/retention_setting_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

using std::chrono::milliseconds;

/// Every duration of `policy` that a setting names.
void apply_settings(RetentionPolicy& policy, std::span<const RetentionSetting> settings) {
  for (const RetentionSetting& setting : settings) {
    switch (setting.kind) {
      case RetentionKind::completed:
        policy.completed = setting.kept;
        break;
      case RetentionKind::failed:
        policy.failed = setting.kept;
        break;
      case RetentionKind::cancelled:
        policy.cancelled = setting.kept;
        break;
      case RetentionKind::workflows:
        policy.workflows = WorkflowAge{std::chrono::duration_cast<std::chrono::days>(setting.kept).count()};
        break;
      case RetentionKind::events:
        policy.events = setting.kept;
        break;
      case RetentionKind::requests:
        policy.requests = setting.kept;
        break;
    }
  }
}

void require_sound(RetentionKind kind, milliseconds duration) {
  const std::string word(to_text(kind));
  if (duration < milliseconds::zero())
    throw Error(ErrorCode::usage, "a retention is no less than zero", word);
  if (kind == RetentionKind::workflows && duration % std::chrono::days(1) != milliseconds::zero())
    throw Error(ErrorCode::usage, "checkpoints of workflows are kept for whole days", word,
                "for example 30d");
}

}  // namespace

std::vector<RetentionSetting> retention_of(const Store& store) {
  return retention::RetentionSettingRows(store.connections().use().connection()).all();
}

void set_retention(Store& store, std::span<const std::pair<RetentionKind, milliseconds>> kept) {
  for (const auto& [kind, duration] : kept) require_sound(kind, duration);
  const auto use = store.connections().use();
  db::WriteTransaction transaction(use.connection());
  retention::RetentionSettingRows rows(use.connection());
  const std::string now = util::utc_text(util::now());
  for (const auto& [kind, duration] : kept) rows.put(kind, duration, now);
  transaction.commit();
}

void clear_retention(Store& store, std::span<const RetentionKind> kinds) {
  const auto use = store.connections().use();
  db::WriteTransaction transaction(use.connection());
  retention::RetentionSettingRows rows(use.connection());
  for (const RetentionKind kind : kinds) rows.remove(kind);
  transaction.commit();
}

RetentionPolicy policy_with(std::span<const RetentionSetting> settings) {
  RetentionPolicy policy;
  apply_settings(policy, settings);
  return policy;
}

RetentionPolicy policy_of(std::span<const RetentionSetting> settings) {
  RetentionPolicy policy;
  policy.completed = policy.failed = policy.requests = std::nullopt;
  policy.workflows = std::nullopt;
  policy.age_from = AgeFrom::end_or_import;
  apply_settings(policy, settings);
  return policy;
}

}  // namespace rlmdb
