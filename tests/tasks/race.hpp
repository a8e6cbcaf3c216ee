// SPDX-License-Identifier: MIT
/// What the processes of one race share besides the database.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "child_process.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// The long form of the races, chosen by the environment.
inline bool is_long_run() {
  const char* const run = std::getenv("RLMDB_TASKS_RUN");
  return run != nullptr && std::string_view(run) == "long";
}

struct Race {
  std::atomic<int> waiting{0};  ///< processes at the start line
  std::atomic<bool> started{false};
  std::atomic<bool> stopped{false};  ///< for the writers
  std::atomic<bool> readers_stopped{false};
  std::atomic<std::int64_t> newest_task{-1};  ///< roughly: the highest number somebody added
  std::atomic<std::int64_t> final_seq{-1};    ///< set after the last write
};

/// Nobody begins before everybody is there.
inline void line_up(Race& race) {
  ++race.waiting;
  wait_until([&] { return race.started.load(); });
}

inline std::filesystem::path writer_log(const TestDir& dir, int writer) {
  return dir / ("writer-" + std::to_string(writer));
}

inline std::filesystem::path reader_log(const TestDir& dir, int reader) {
  return dir / ("reader-" + std::to_string(reader));
}

inline std::filesystem::path follower_log(const TestDir& dir) {
  return dir / "follower";
}

}  // namespace rlmdb::test
