// SPDX-License-Identifier: MIT
#include <string>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/store.hpp"
#include "tasks/dependency_guard.hpp"
#include "tasks/task_changes.hpp"
#include "writing/answered.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

ChangeReport Store::change(std::span<const TaskChange> changes, const std::string& request_id) {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  ChangeReport report;
  {
    db::WriteTransaction transaction(connection);
    const writing::Answered answered(connection, request_id, [&] { return writing::digest_of(changes); });
    if (auto earlier = answered.earlier()) return *std::move(earlier);
    writing::TaskWriter writer(connection);
    tasks::DependencyGuard dependencies(writer);
    for (std::size_t i = 0; i < changes.size(); ++i) {
      dependencies.remember(changes[i]);
      report.results.push_back(
          tasks::apply_change(writer, changes[i], writing::place_of_change(i, changes.size())));
      dependencies.remember_added(changes[i], report.results.back());
    }
    dependencies.require_sound();
    answered.keep(writer.now(), report);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

ChangeResult Store::change(const TaskChange& change, const std::string& request_id) {
  return this->change(std::span(&change, 1), request_id).results.front();
}

}  // namespace rlmdb
