// SPDX-License-Identifier: MIT
/// The ways into one database, each with the same few calls.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace rlmdb::test {

enum class DoorKind : std::uint8_t { command_line, pipe, socket, agent, library, worker };
inline constexpr std::size_t k_door_kinds = 6;

enum class Deed : std::uint8_t { add, claim, note, set, complete, fail, retry, release };

/// One call. What it does not need is left as it is.
struct Asked {
  Deed deed = Deed::add;
  std::string task{};
  std::int64_t token = 0;
  std::string text{};  ///< prompt, note, result or error; of `set` the name of a new member of the metadata
  std::string request_id{};  ///< the same again is the same call
  bool waits = false;        ///< of a claim
  /// Of a claim: the process whose end gives it up; 0: its lease, which is short then, is all.
  pid_t owner = 0;
};

/// An answer that was read.
struct Answer {
  bool is_done = false;  ///< false: refused, or nothing to claim
  bool is_conflict = false;
  std::string task{};
  std::int64_t token = 0;  ///< of a claim
  std::int64_t seq = 0;    ///< of its event
};

/// The door is gone, and whether the call was done is not known.
struct DoorGone : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Door {
 public:
  Door() = default;
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  virtual ~Door() = default;

  /// Throws DoorGone; another exception for an answer that there should not be.
  virtual Answer ask(const Asked& asked) = 0;
};

/// On x.db in the directory, and of a socket s.sock there. `tells_pid` hears of each process that is the door, and
/// 0 when it has ended. Of the worker there is none: it asks for itself.
[[nodiscard]] std::unique_ptr<Door> open_door(DoorKind kind, const std::filesystem::path& directory,
                                              std::function<void(pid_t)> tells_pid);

/// Agents are offered no notes and no members.
[[nodiscard]] inline bool offers(DoorKind kind, Deed deed) {
  return kind != DoorKind::agent || (deed != Deed::note && deed != Deed::set && deed != Deed::release);
}

}  // namespace rlmdb::test
