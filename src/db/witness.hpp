// SPDX-License-Identifier: MIT
/// What stands beside a database about its last commit: the numbers that it had given out. It shows that a
/// -wal was lost, cut or damaged, or that an older file was put in place, which the file alone cannot show.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "db/number_rows.hpp"

namespace rlmdb::db {

/// Whether the disk held a commit when it was written down.
enum class Reached { disk, memory };

struct Witness {
  Numbers last{};     ///< of the last commit that was done
  Numbers pending{};  ///< of one that was begun after it; nobody knows of its end
  Reached reached = Reached::memory;
  std::string boot_id{};  ///< of the machine, when it was written

  /// What may have been given out.
  [[nodiscard]] Numbers most() const { return highest(last, pending); }
};

/// Whose witness is asked for.
enum class WitnessOf {
  this_file,  ///< of the file that has the database's name now
  this_name   ///< of any that had it: all that this gate has seen
};

/// The two files that a witness is bound to, as they are now.
struct WitnessPlace {
  int gate = -1;                 ///< a descriptor of the gate's file; not ours
  std::uint64_t gate_inode = 0;  ///< a copy of the gate knows of other files
  std::uint64_t inode = 0;       ///< of the database
  std::int64_t born_ns = 0;      ///< of the database: an inode number is used again
};

/// nullopt when one of the files cannot be seen.
[[nodiscard]] std::optional<WitnessPlace> find_witness_place(int gate,
                                                             const std::filesystem::path& database) noexcept;

/// nullopt where there is none: nothing was written yet, the gate is a copy, or (this_file) the witness is of
/// a file that is gone.
[[nodiscard]] std::optional<Witness> read_witness(const WitnessPlace& place, WitnessOf whose);
/// The same by the name of the database.
[[nodiscard]] std::optional<Witness> read_witness_beside(const std::filesystem::path& database,
                                                         WitnessOf whose);

/// Not synced: nothing but the finding of a loss depends on it. REQUIRES: the gate is held. False where it
/// could not be written.
bool write_witness(const WitnessPlace& place, const Witness& witness) noexcept;

/// Of a name that a new database has taken: inodes alone would not tell where a file system keeps no time of
/// birth.
void forget_witness(const std::filesystem::path& database) noexcept;

}  // namespace rlmdb::db
