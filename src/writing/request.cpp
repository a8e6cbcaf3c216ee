// SPDX-License-Identifier: MIT
#include "rlmdb/request.hpp"

#include <utility>

#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"
#include "writing/given_json.hpp"
#include "writing/joined.hpp"
#include "writing/request_rows.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

struct Request::State {
  State(const Store& store, std::string request_key, const std::string& asked)
      : transaction(store), key(std::move(request_key)), sha256(util::sha256_hex(asked)) {
    find_earlier();
    if (earlier) {
      transaction.end();
    } else {
      transaction.join();
    }
  }

  void find_earlier() {
    const auto found = writing::RequestRows(transaction.connection()).find(key);
    if (!found) return;
    writing::require_same_request(key, found->request_sha256, sha256);
    earlier = found->answer;
  }

  writing::Joined transaction;
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
  m_state->transaction.end();
}

const std::optional<std::string>& Request::earlier() const noexcept {
  return m_state->earlier;
}

void Request::keep(const std::string& answer) {
  writing::Joined& transaction = m_state->transaction;
  if (!transaction.is_open()) throw Error(ErrorCode::internal, "a request is answered twice", m_state->key);
  const std::string json = writing::checked_json(answer, json::JsonKind::array, "answer");
  writing::RequestRows(transaction.connection())
      .insert(m_state->key, util::utc_now_text(), {m_state->sha256, json});
  transaction.commit();
}

}  // namespace rlmdb
