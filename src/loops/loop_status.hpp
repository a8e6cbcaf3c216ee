// SPDX-License-Identifier: MIT
/// The status of a loop, and which may follow which: the one table of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rlmdb::loops {

/// Those of the schema, and `recovering`, which the legacy program writes.
enum class LoopStatus { running, paused, completing, completed, failed, aborted, crashed, recovering };

inline constexpr std::array k_loop_statuses = {
    LoopStatus::running, LoopStatus::paused,  LoopStatus::completing, LoopStatus::completed,
    LoopStatus::failed,  LoopStatus::aborted, LoopStatus::crashed,    LoopStatus::recovering};

[[nodiscard]] constexpr std::string_view to_text(LoopStatus status) noexcept {
  constexpr std::array<std::string_view, k_loop_statuses.size()> names = {
      "running", "paused", "completing", "completed", "failed", "aborted", "crashed", "recovering"};
  return names.at(static_cast<std::size_t>(status));
}

/// The status that a document's text means. Of the legacy programs `success` is completed, `waiting` paused,
/// `max_iterations` and `timeout` failed. nullopt: any other text.
[[nodiscard]] constexpr std::optional<LoopStatus> find_loop_status(std::string_view text) noexcept {
  for (const LoopStatus status : k_loop_statuses)
    if (to_text(status) == text) return status;
  if (text == "success") return LoopStatus::completed;
  if (text == "waiting") return LoopStatus::paused;
  if (text == "max_iterations" || text == "timeout") return LoopStatus::failed;
  return std::nullopt;
}

namespace loop_detail {

constexpr std::uint8_t bit(LoopStatus status) noexcept {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(status));
}

template <class... Status>
constexpr std::uint8_t any_of(Status... status) noexcept {
  return static_cast<std::uint8_t>((0U | ... | bit(status)));
}

/// By LoopStatus: what may follow.
constexpr std::array<std::uint8_t, k_loop_statuses.size()> k_followers = [] {
  using enum LoopStatus;
  return std::array<std::uint8_t, k_loop_statuses.size()>{
      any_of(paused, completing, completed, failed, aborted, crashed, recovering),  // running
      any_of(running, failed, aborted, crashed),                                    // paused
      any_of(running, completed, failed, aborted, crashed),                         // completing
      any_of(),                                                                     // completed
      any_of(),                                                                     // failed
      any_of(),                                                                     // aborted
      any_of(running, recovering, failed, aborted),                                 // crashed
      any_of(running, paused, completed, failed, aborted, crashed),                 // recovering
  };
}();

}  // namespace loop_detail

/// Whether `after` may follow `before`. No status follows itself.
[[nodiscard]] constexpr bool may_follow(LoopStatus before, LoopStatus after) noexcept {
  return (loop_detail::k_followers.at(static_cast<std::size_t>(before)) & loop_detail::bit(after)) != 0;
}

/// Completed, failed or aborted: nothing follows.
[[nodiscard]] constexpr bool is_ended(LoopStatus status) noexcept {
  return loop_detail::k_followers.at(static_cast<std::size_t>(status)) == 0;
}

/// Whether an iteration can be recorded in it.
[[nodiscard]] constexpr bool is_working(LoopStatus status) noexcept {
  return status == LoopStatus::running || status == LoopStatus::completing ||
         status == LoopStatus::recovering;
}

}  // namespace rlmdb::loops
