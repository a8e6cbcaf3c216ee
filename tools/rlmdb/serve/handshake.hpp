// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events/event_options.hpp"
#include "frame/call.hpp"
#include "frame/method_params.hpp"
#include "frame/options.hpp"

namespace rlmdb::cli {

/// `initialize`: takes who the client is and which database it wants into `session`, and says who answers. Error
/// usage for a protocol that this is not, and for a database where the server has its own.
[[nodiscard]] std::string initialize(Session& session, std::string_view params);

inline constexpr std::string_view k_follow_method = "events.follow";
inline constexpr std::string_view k_unfollow_method = "events.unfollow";

/// What events.follow takes.
class FollowParams {
 public:
  FollowParams() { m_events.setup(m_options, "that of the newest"); }
  FollowParams(const FollowParams&) = delete;
  FollowParams& operator=(const FollowParams&) = delete;

  /// Error usage.
  void take(std::string_view params);
  [[nodiscard]] const EventOptions& events() const noexcept { return m_events; }
  [[nodiscard]] std::vector<MethodParam> described() const;

 private:
  Options m_options;
  EventOptions m_events;
};

/// `methods`: what can be called, with the parameters of each.
[[nodiscard]] std::string list_methods();

}  // namespace rlmdb::cli
