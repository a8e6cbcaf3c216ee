// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "events/print_events.hpp"
#include "frame/options.hpp"
#include "rlmdb/event.hpp"

namespace rlmdb::cli {

/// Which events, and how much of them.
class EventOptions {
 public:
  /// Describes the options; this takes what is given, and must stay where it is.
  /// `without_since`: what the help says is so without --since.
  void setup(Options& options, const std::string& without_since);

  /// Error usage for a kind that no event has.
  [[nodiscard]] EventFilter filter() const;
  [[nodiscard]] PreviousValues values() const noexcept { return m_values; }
  /// The number given, if any.
  [[nodiscard]] std::optional<std::int64_t> since() const noexcept { return m_since; }

 private:
  std::optional<std::int64_t> m_since;
  std::optional<std::string> m_task;
  std::optional<std::string> m_tree;
  std::optional<std::string> m_kind;
  PreviousValues m_values = PreviousValues::hidden;
};

}  // namespace rlmdb::cli
