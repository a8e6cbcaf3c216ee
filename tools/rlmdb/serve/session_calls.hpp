// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "frame/call.hpp"
#include "serve/connection.hpp"
#include "serve/event_follower.hpp"

namespace rlmdb::cli {

/// The calls of `serve`: every command and verb, and what stands beside them (docs/serve.md).
class SessionCalls final : public Calls {
 public:
  explicit SessionCalls(GlobalOptions options);

  void begin(Outbox& outbox) override;
  [[nodiscard]] std::string answer(const RpcRequest& request,
                                   std::optional<std::chrono::milliseconds> longest) override;
  void after_answer() override;
  void end() override;

 private:
  [[nodiscard]] std::string follow(std::string_view params);
  [[nodiscard]] std::string unfollow();

  Session m_session;
  Outbox* m_outbox = nullptr;
  std::optional<EventFollower> m_follower;
};

}  // namespace rlmdb::cli
