// SPDX-License-Identifier: MIT
#include <string>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "store/connections.hpp"
#include "store/request_rows.hpp"
#include "tasks/apply_change.hpp"
#include "tasks/request_text.hpp"

namespace rlmdb {

namespace {

/// The answer to an earlier call with this key; Error conflict where that call asked for something else.
std::optional<ChangeReport> earlier_answer(store::RequestRows& requests, const std::string& key,
                                           const std::string& sha256) {
  const auto earlier = requests.find(key);
  if (!earlier) return std::nullopt;
  if (earlier->request_sha256 != sha256)
    throw Error(ErrorCode::conflict, "request id '" + key + "' was used for another request",
                "requests:" + key, "nothing was changed; use a new id for a new request");
  return ChangeReport{tasks::results_of(earlier->answer), true};
}

std::string place_of(std::size_t index, std::size_t count) {
  return count == 1 ? "change" : "changes[" + std::to_string(index) + "]";
}

}  // namespace

ChangeReport Store::change(std::span<const TaskChange> changes, const std::string& request_id) {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  ChangeReport report;
  {
    db::WriteTransaction transaction(connection);
    store::RequestRows requests(connection);
    const std::string sha256 = request_id.empty() ? std::string() : tasks::digest_of(changes);
    if (!request_id.empty()) {
      if (auto earlier = earlier_answer(requests, request_id, sha256)) return *std::move(earlier);
    }
    tasks::TaskWriter writer(connection);
    for (std::size_t i = 0; i < changes.size(); ++i)
      report.results.push_back(tasks::apply_change(writer, changes[i], place_of(i, changes.size())));
    if (!request_id.empty())
      requests.insert(request_id, writer.now(), {sha256, tasks::to_json(report.results)});
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

ChangeResult Store::change(const TaskChange& change, const std::string& request_id) {
  return this->change(std::span(&change, 1), request_id).results.front();
}

}  // namespace rlmdb
