// SPDX-License-Identifier: MIT
/// What stands in the file of the writer gate, and the bytes of it that are locked.
#pragma once

#include <fcntl.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "util/file_descriptor.hpp"

namespace rlmdb::db {

inline constexpr off_t k_counter_offset = 0;
inline constexpr off_t k_holder_offset = 8;

// Locks lie beyond any byte the file will ever have.
inline constexpr std::int64_t k_counter_lock = std::int64_t{1} << 40;
inline constexpr std::int64_t k_held_lock = k_counter_lock + 1;
inline constexpr std::int64_t k_ticket_locks = std::int64_t{1} << 41;
inline constexpr std::int64_t k_ticket_end = std::int64_t{1} << 60;

using HolderName = std::array<char, 48>;  ///< "pid start_ticks\n"

struct HolderRecord {
  std::int64_t ticket = 0;  ///< the last one that was served
  HolderName text{};
};

/// Who has which ticket, for messages: ticket modulo k_places is the place.
struct TicketPlace {
  std::int64_t ticket = 0;
  std::int64_t pid = 0;
};
inline constexpr off_t k_places_offset = 64;
inline constexpr std::int64_t k_places = 64;
static_assert(k_holder_offset + static_cast<off_t>(sizeof(HolderRecord)) <= k_places_offset);

[[nodiscard]] inline off_t place_of(std::int64_t ticket) {
  return k_places_offset + static_cast<off_t>(ticket % k_places) * static_cast<off_t>(sizeof(TicketPlace));
}

/// Of the calling process.
[[nodiscard]] HolderName own_name();

/// {} when there is none.
[[nodiscard]] HolderRecord read_holder(int file);

/// Opens or makes the file, mode 0600; made by root, it belongs to the database's owner. Throws Error io.
[[nodiscard]] util::FileDescriptor open_gate(const std::filesystem::path& path,
                                             const std::filesystem::path& database);

// What else stands in the file, behind the places of the tickets.
inline constexpr off_t k_wal_record_offset = 2048;
inline constexpr off_t k_witness_offset = 2560;
static_assert(k_places_offset + k_places * static_cast<off_t>(sizeof(TicketPlace)) <= k_wal_record_offset);

/// A file that is there, with open(2)'s `flags`, never through a symbolic link; invalid when it cannot be.
[[nodiscard]] util::FileDescriptor open_companion(const std::string& path, int flags) noexcept;

/// When a file was made, in nanoseconds since 1970; 0 where the file system does not keep it.
[[nodiscard]] std::int64_t birth_ns(const std::filesystem::path& path) noexcept;

/// A lock of fcntl(2) on the whole file's offsets; length 0 means all that follow.
[[nodiscard]] struct flock lock_of(short type, std::int64_t start, std::int64_t length);

/// A lock that another descriptor holds somewhere in the range.
[[nodiscard]] std::optional<struct flock> find_lock(int file, std::int64_t start, std::int64_t length,
                                                    const std::filesystem::path& path);

}  // namespace rlmdb::db
