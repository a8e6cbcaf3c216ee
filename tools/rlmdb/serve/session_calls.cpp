// SPDX-License-Identifier: MIT
#include "serve/session_calls.hpp"

#include <utility>

#include "format/json_writer.hpp"
#include "frame/locate_database.hpp"
#include "serve/handshake.hpp"

namespace rlmdb::cli {

SessionCalls::SessionCalls(GlobalOptions options) : m_session(std::move(options)) {}

void SessionCalls::begin(Outbox& outbox) {
  m_outbox = &outbox;
}

std::string SessionCalls::answer(const RpcRequest& request,
                                 std::optional<std::chrono::milliseconds> longest) {
  const std::string id = request.id.value_or("null");
  if (request.method == "initialize") return rpc_result(id, initialize(m_session, request.params));
  if (request.method == "methods") return rpc_result(id, list_methods());
  if (request.method == k_follow_method) return rpc_result(id, follow(request.params));
  if (request.method == k_unfollow_method) return rpc_result(id, unfollow());
  return rpc_answer(id, m_session.answer(request.method, request.params, longest));
}

void SessionCalls::after_answer() {
  if (m_follower.has_value()) m_follower->start();
}

void SessionCalls::end() {
  m_follower.reset();
}

std::string SessionCalls::follow(std::string_view params) {
  if (m_follower.has_value() && m_follower->is_following()) {
    throw Error(ErrorCode::conflict, "this connection follows events already", {},
                "end that with events.unfollow, or open another connection");
  }
  FollowParams what;
  what.take(params);
  const DatabaseLocation location = m_session.locate();
  StoreOptions options;
  options.busy_timeout = m_session.options().timeout;
  m_follower.emplace(location.path, std::move(options), what.events(), *m_outbox);
  JsonObject answer;
  answer.add("following", true).add("since", m_follower->since());
  return answer.text();
}

std::string SessionCalls::unfollow() {
  JsonObject answer;
  answer.add("following", false);
  answer.add("next", m_follower.has_value() ? std::optional(m_follower->stop()) : std::nullopt);
  m_follower.reset();
  return answer.text();
}

}  // namespace rlmdb::cli
