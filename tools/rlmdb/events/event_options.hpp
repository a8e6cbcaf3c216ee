// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events/print_events.hpp"
#include "frame/options.hpp"
#include "rlmdb/event.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// Which events, and how much of them.
class EventOptions {
 public:
  /// Describes the options; this takes what is given, and must stay where it is.
  /// `without_since`: what the help says is so without --since.
  /// A kind that no event has is Error usage as soon as it is given.
  void setup(Options& options, const std::string& without_since);

  /// `--until`, for those that do not go on with what comes.
  void add_until(Options& options);

  /// With times as numbers of events: of the newest that was written before. `ids`: of a task or a tree, at most
  /// one. Error usage where nothing can be between --since and --until, or an id is given in two ways.
  [[nodiscard]] EventFilter filter(const Store& store, const std::vector<std::string>& ids = {}) const;
  [[nodiscard]] PreviousValues values() const noexcept { return m_values; }
  [[nodiscard]] bool has_since() const noexcept { return m_since.has_value(); }
  [[nodiscard]] bool has_until() const noexcept { return m_until.has_value(); }

 private:
  /// The number of an event, or a time.
  struct Bound {
    std::optional<std::int64_t> seq{};
    std::int64_t ms = 0;
  };
  [[nodiscard]] static Bound bound_of(const std::string& option, const std::string& text);
  [[nodiscard]] static std::int64_t seq_of(const Store& store, const Bound& bound);

  std::optional<Bound> m_since;
  std::optional<Bound> m_until;
  std::optional<std::string> m_task;
  std::optional<std::string> m_tree;
  std::optional<EventKind> m_kind;
  PreviousValues m_values = PreviousValues::hidden;
};

}  // namespace rlmdb::cli
