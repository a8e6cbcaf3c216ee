// SPDX-License-Identifier: MIT
/// The status of a loop, and which may follow which: the one table of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/words.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::loops {

/// Those of the schema, and `recovering`, which the legacy program writes.
enum class LoopStatus { running, paused, completing, completed, failed, aborted, crashed, recovering };

}  // namespace rlmdb::loops

namespace rlmdb {

template <>
inline constexpr std::array<std::string_view, 8> k_words_of<loops::LoopStatus>{
    "running", "paused", "completing", "completed", "failed", "aborted", "crashed", "recovering"};

}  // namespace rlmdb

namespace rlmdb::loops {

/// THE table of the words that programs and language models write, as util::fold_word() gives them.
struct StatusWord {
  std::string_view word;
  LoopStatus meaning;
};

inline constexpr std::array k_status_words = [] {
  using enum LoopStatus;
  return std::to_array<StatusWord>({
      {"running", running},
      {"in_progress", running},
      {"inprogress", running},
      {"active", running},
      {"started", running},
      {"starting", running},
      {"working", running},
      {"executing", running},
      {"iterating", running},
      {"processing", running},
      {"ongoing", running},
      {"initialized", running},
      {"initializing", running},
      {"pending", running},
      {"ready", running},
      {"resumed", running},
      {"retrying", running},
      {"paused", paused},
      {"waiting", paused},
      {"on_hold", paused},
      {"suspended", paused},
      {"blocked", paused},
      {"stalled", paused},
      {"stopped", paused},
      {"halted", paused},
      {"idle", paused},
      {"escalated", paused},
      {"completing", completing},
      {"verifying", completing},
      {"validating", completing},
      {"finishing", completing},
      {"finalizing", completing},
      {"completed", completed},
      {"complete", completed},
      {"success", completed},
      {"successful", completed},
      {"succeeded", completed},
      {"done", completed},
      {"finished", completed},
      {"passed", completed},
      {"converged", completed},
      {"closed", completed},
      {"failed", failed},
      {"failure", failed},
      {"fail", failed},
      {"error", failed},
      {"errored", failed},
      {"max_iterations", failed},
      {"max_iterations_reached", failed},
      {"timeout", failed},
      {"timed_out", failed},
      {"exhausted", failed},
      {"aborted", aborted},
      {"abort", aborted},
      {"cancelled", aborted},
      {"canceled", aborted},
      {"terminated", aborted},
      {"abandoned", aborted},
      {"superseded", aborted},
      {"crashed", crashed},
      {"crash", crashed},
      {"interrupted", crashed},
      {"killed", crashed},
      {"died", crashed},
      {"recovering", recovering},
      {"recovery", recovering},
      {"restoring", recovering},
  });
}();

/// The status that a document's text means; nullopt: nobody knows the word.
[[nodiscard]] inline std::optional<LoopStatus> find_loop_status(std::string_view text) {
  const std::string word = util::fold_word(text);
  for (const StatusWord& known : k_status_words)
    if (known.word == word) return known.meaning;
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

/// An end, a crash, or one of those.
template <class... Status>
constexpr std::uint8_t end_or(Status... status) noexcept {
  using enum LoopStatus;
  return any_of(completed, failed, aborted, crashed, status...);
}

/// By LoopStatus: what may follow. What has not ended can end in each way, and crash.
constexpr std::array<std::uint8_t, k_members_of<LoopStatus>.size()> k_followers = [] {
  using enum LoopStatus;
  return std::array<std::uint8_t, k_members_of<LoopStatus>.size()>{
      end_or(paused, completing, recovering),  // running
      end_or(running),                         // paused
      end_or(running),                         // completing
      any_of(),                                // completed
      any_of(),                                // failed
      any_of(),                                // aborted
      end_or(running, recovering),             // crashed
      end_or(running, paused),                 // recovering
  };
}();

}  // namespace loop_detail

/// Whether `after` may follow `before`. Of all only `crashed` follows itself: it may happen again.
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
