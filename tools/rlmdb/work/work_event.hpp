// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/claim.hpp"
#include "rlmdb/words.hpp"
#include "work/containment.hpp"

namespace rlmdb::cli {

/// Something that a worker did, or that happened to it. What is not known, or is no matter of it, is absent.
struct WorkEvent {
  enum class Kind {
    started,    ///< the command runs
    completed,  ///< its result is stored
    failed,     ///< the task stays failed
    retried,    ///< the run failed, the task is queued again, after a backoff
    released,   ///< the task was given back, no attempt is counted
    lost        ///< the task is somebody else's by now, or was cancelled; nothing was stored
  };
  Kind kind = Kind::started;
  std::string at{};  ///< UTC
  std::string task_id{};
  std::int64_t token = 0;
  std::int64_t attempt = 1;
  std::optional<std::int64_t> pid{};
  std::optional<std::int64_t> exit_status{};
  std::string signal{};  ///< "KILL"
  std::optional<std::int64_t> duration_ms{};
  std::optional<std::int64_t> output_bytes{};
  std::optional<Containment> containment{};  ///< of started: what keeps its processes together
  std::string reason{};                      ///< of all but started and completed
};

}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 6> rlmdb::k_words_of<rlmdb::cli::WorkEvent::Kind>{
    "started", "completed", "failed", "retried", "released", "lost"};

namespace rlmdb::cli {

/// Of now.
[[nodiscard]] WorkEvent event_of(WorkEvent::Kind kind, const Claim& claim);

}  // namespace rlmdb::cli
