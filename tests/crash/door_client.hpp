// SPDX-License-Identifier: MIT
/// A process that works through one door, and the log of what was acknowledged to it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>

#include "doors.hpp"
#include "record_file.hpp"

namespace rlmdb::test {

inline constexpr std::size_t k_most_door_clients = 60;

/// What clients and whoever kills them see alike.
struct DoorsShared {
  std::atomic<bool> is_over{false};
  std::array<std::atomic<int>, k_most_door_clients> next{};    ///< of the client's calls, never twice
  std::array<std::atomic<int>, k_most_door_clients> added{};   ///< so many adds were acknowledged
  std::array<std::atomic<pid_t>, k_most_door_clients> door{};  ///< the process that is its door
};

/// One answer that was read.
struct Told {
  Deed deed = Deed::add;
  std::int32_t client = 0;
  std::int32_t number = 0;  ///< with `client` its text and request id; of an add, how many came before
  std::int64_t task = 0;
  std::int64_t token = 0;  ///< received by a claim, given by what follows it
  std::int64_t seq = 0;    ///< of a call that was done; 0: a worker did it, whose lines do not say it
  bool is_refused = false;
};

[[nodiscard]] std::filesystem::path door_log(const std::filesystem::path& directory, std::size_t client);

/// What an add or a note says, and the name of the member that is set.
[[nodiscard]] std::string door_text(std::int32_t client, std::int32_t number);

/// Works until all is over; what is not acknowledged when its door goes, it asks again through another.
class DoorClient {
 public:
  DoorClient(const std::filesystem::path& directory, DoorsShared& shared, DoorKind kind, std::size_t number,
             std::uint32_t seed);

  void run();
  void add();
  /// Claims one task and ends it. False: there was none.
  bool work();

 private:
  void act_on(const Asked& asked_for, const Answer& claim);
  [[nodiscard]] Deed any_end();
  Answer ask(Asked asked);
  void log(const Asked& asked, std::int32_t number, const Answer& answer);
  std::optional<Answer> try_to_ask(const Asked& asked);
  std::size_t below(std::size_t limit) { return m_random() % limit; }

  std::filesystem::path m_directory;
  DoorsShared& m_shared;
  DoorKind m_kind;
  std::size_t m_number;
  std::mt19937 m_random;
  RecordFile<Told> m_log;
  std::unique_ptr<Door> m_door;
};

}  // namespace rlmdb::test
