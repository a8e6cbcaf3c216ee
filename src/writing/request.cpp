// SPDX-License-Identifier: MIT
#include "rlmdb/request.hpp"

#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"
#include "writing/given_json.hpp"
#include "writing/request_rows.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

struct Request::State {
  State(const Store& store, std::string request_key, const std::string& asked)
      : connections(store.shared_connections()),
        use(connections->use()),
        transaction(std::in_place, use->connection()),
        key(std::move(request_key)),
        sha256(util::sha256_hex(asked)) {
    find_earlier();
    if (earlier) {
      end();
    } else {
      use->connection().set_joining(true);
    }
  }

  void find_earlier() {
    const auto found = writing::RequestRows(use->connection()).find(key);
    if (!found) return;
    writing::require_same_request(key, found->request_sha256, sha256);
    earlier = found->answer;
  }

  /// Takes back what was not committed.
  void end() noexcept {
    if (!use) return;
    use->connection().set_joining(false);
    transaction.reset();
    use.reset();
  }

  std::shared_ptr<Store::Connections> connections;
  std::optional<Store::Connections::Use> use;
  std::optional<db::WriteTransaction> transaction;
  std::string key;
  std::string sha256;
  std::optional<std::string> earlier;
};

Request::Request(const Store& store, std::string key, const std::string& asked) {
  if (key.empty())
    throw Error(ErrorCode::usage, "a request id is empty: no answer would be remembered", "request_id");
  writing::require_utf8(key, "request_id");
  m_state = std::make_unique<State>(store, std::move(key), asked);
}

Request::~Request() {
  m_state->end();
}

const std::optional<std::string>& Request::earlier() const noexcept {
  return m_state->earlier;
}

void Request::keep(const std::string& answer) {
  if (!m_state->use) throw Error(ErrorCode::internal, "a request is answered twice", m_state->key);
  db::Connection& connection = m_state->use->connection();
  const std::string json = writing::checked_json(answer, json::JsonKind::array, "answer");
  writing::RequestRows(connection).insert(m_state->key, util::utc_now_text(), {m_state->sha256, json});
  connection.set_joining(false);
  m_state->transaction->commit();
  db::keep_wal_short(connection);
  m_state->end();
}

}  // namespace rlmdb
