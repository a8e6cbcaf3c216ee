// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "retention/cleanup_words.hpp"
#include "retention/retention_setting_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb {

namespace {

using std::chrono::milliseconds;

/// Every duration of `policy` that a setting names.
void apply_settings(RetentionPolicy& policy, std::span<const RetentionSetting> settings) {
  for (const RetentionSetting& setting : settings) {
    if (const auto* count = std::get_if<std::int64_t>(&setting.kept)) {
      policy.checkpoints = *count;
      continue;
    }
    const milliseconds kept = std::get<milliseconds>(setting.kept);
    switch (setting.kind) {
      case RetentionKind::completed:
        policy.completed = kept;
        break;
      case RetentionKind::failed:
        policy.failed = kept;
        break;
      case RetentionKind::cancelled:
        policy.cancelled = kept;
        break;
      case RetentionKind::workflows:
        policy.workflows = WorkflowAge{std::chrono::duration_cast<std::chrono::days>(kept).count()};
        break;
      case RetentionKind::events:
        policy.events = kept;
        break;
      case RetentionKind::requests:
        policy.requests = kept;
        break;
      case RetentionKind::checkpoints:
        break;  // a number, as above
    }
  }
}

void require_sound(RetentionKind kind, const Retained& kept) {
  const std::string word(to_text(kind));
  const auto* count = std::get_if<std::int64_t>(&kept);
  if ((count != nullptr) != (kind == RetentionKind::checkpoints))
    throw Error(ErrorCode::usage, "only of checkpoints a number is kept, of all others a duration", word);
  if (count != nullptr) {
    if (*count < 1) throw Error(ErrorCode::usage, "at least one checkpoint of a tree is kept", word);
    return;
  }
  const milliseconds duration = std::get<milliseconds>(kept);
  if (duration < milliseconds::zero())
    throw Error(ErrorCode::usage, "a retention is no less than zero", word);
  if (kind == RetentionKind::workflows && duration % std::chrono::days(1) != milliseconds::zero())
    throw Error(ErrorCode::usage, "checkpoints of workflows are kept for whole days", word,
                "for example 30d");
}

/// "failed=90d" for one event about no task.
void note(db::Connection& connection, EventKind kind, const std::vector<std::string>& changed) {
  if (changed.empty()) return;
  std::string reason;
  for (const std::string& setting : changed) reason += (reason.empty() ? "" : " ") + setting;
  (void)writing::TaskWriter(connection).note(records::TaskHead{}, {}, {.kind = kind, .reason = reason});
}

}  // namespace

std::vector<RetentionSetting> retention_of(const Store& store) {
  return retention::RetentionSettingRows(db::connections_of(store).use().connection()).all();
}

void set_retention(Store& store, std::span<const std::pair<RetentionKind, Retained>> kept) {
  for (const auto& [kind, retained] : kept) require_sound(kind, retained);
  const auto use = db::connections_of(store).use();
  db::WriteTransaction transaction(use.connection());
  retention::RetentionSettingRows rows(use.connection());
  const std::string now = util::utc_text(util::now());
  std::vector<std::string> changed;
  for (const auto& [kind, retained] : kept) {
    if (rows.put(kind, retained, now)) changed.push_back(retention::setting_words(kind, retained));
  }
  note(use.connection(), EventKind::retention_set, changed);
  transaction.commit();
}

void clear_retention(Store& store, std::span<const RetentionKind> kinds) {
  const auto use = db::connections_of(store).use();
  db::WriteTransaction transaction(use.connection());
  retention::RetentionSettingRows rows(use.connection());
  std::vector<std::string> changed;
  for (const RetentionKind kind : kinds) {
    if (rows.remove(kind)) changed.emplace_back(to_text(kind));
  }
  note(use.connection(), EventKind::retention_cleared, changed);
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
  policy.checkpoints = std::nullopt;
  policy.age_from = AgeFrom::end_or_import;
  apply_settings(policy, settings);
  return policy;
}

}  // namespace rlmdb
