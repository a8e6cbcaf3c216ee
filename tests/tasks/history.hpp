// SPDX-License-Identifier: MIT
/// A race as it went, and whether a store that does one thing after the other could have given it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "operation.hpp"
#include "race.hpp"

namespace rlmdb::test {

struct EventRow {
  std::int64_t seq = 0;
  std::int64_t task = 0;
  std::string kind;
  std::string old_state;
  std::string new_state;
  std::int64_t token = k_absent;
};

struct History {
  std::vector<std::vector<Operation>> writers;  ///< each in the order of its calls
  std::vector<std::vector<Read>> readers;
  std::vector<std::int64_t> followed;           ///< what the follower saw
  std::vector<EventRow> events;                 ///< the database's, by seq
  std::map<std::int64_t, std::string> records;  ///< the database's, at the end
  std::string counts;
};

/// REQUIRES: all processes have ended.
[[nodiscard]] History load_history(const TestDir& dir, const std::filesystem::path& database, int writers,
                                   int readers);

/// What is wrong with it, one sentence each; none: by commit order, every acknowledged change happened
/// exactly once and was allowed there, every refused one had a moment for its reason, every claim took the
/// best task, and every read was one moment, later than the reader's last.
[[nodiscard]] std::vector<std::string> check_history(const History& history);

}  // namespace rlmdb::test
