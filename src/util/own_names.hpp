// SPDX-License-Identifier: MIT
/// The names that rlmdb itself gives to what it puts beside other files, in one list: none of them is a
/// source of an import but a copy that says otherwise (decision 040), a purge looks into all, and
/// remove_leftovers() clears those whose maker is dead. Nothing here looks at a file.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::util {

enum class OwnKind {
  copy,              ///< NAME.bak, NAME.bak.N: what an output took the place of
  before_adopt,      ///< NAME.before-adopt-TIME: a directory of a project
  before_restore,    ///< NAME.before-restore-TIME: a database, as are the next two
  before_cleanup,    ///< NAME.before-cleanup
  before_migration,  ///< NAME.backup-vN-TIME
  adopting,          ///< .NAME.adopting-PID: a copy of a project's directory that is not complete
  in_making,         ///< .NAME.PID.HEX.rlmdb-new, .NAME.PID.HEX.rlmdb-tmp: a file that is not complete
  sorting,           ///< .rlmdb-sort-HEX: a temporary file of SQLite
};

struct OwnName {
  OwnKind kind = OwnKind::copy;
  std::string_view of;           ///< the name beside which it was made, of `in_making` its beginning
  std::optional<pid_t> maker{};  ///< who is at work on it
  bool is_companion = false;     ///< not that file, but its -wal, -shm, -gate or -journal
  bool operator==(const OwnName&) const = default;
};

/// What the names of a database's companions end in: its own name and one of these.
inline constexpr std::array k_companions = {"-wal", "-shm", "-gate", "-journal"};

/// What the names of files in making end in, behind a point: databases, and all other files.
inline constexpr std::string_view k_database_in_making = "rlmdb-new";
inline constexpr std::string_view k_file_in_making = "rlmdb-tmp";

/// What stands before the digits in the name of a file that SQLite sorts in.
inline constexpr std::string_view k_sorting = ".rlmdb-sort-";

/// nullopt: it is none of ours. A view into `name`. A companion of a database is ours only where the
/// database's name is.
[[nodiscard]] std::optional<OwnName> own_name(std::string_view name);

/// The names, of a name or a path. `number` 0: without one; `time`: utc_file_text().
[[nodiscard]] std::string name_of_copy(std::string_view name, int number);
[[nodiscard]] std::string name_before_adopt(std::string_view name, std::string_view time);
[[nodiscard]] std::string name_before_restore(std::string_view name, std::string_view time);
[[nodiscard]] std::string name_before_cleanup(std::string_view name);
[[nodiscard]] std::string name_before_migration(std::string_view name, int version, std::string_view time);
[[nodiscard]] std::string name_adopting(std::string_view name, pid_t maker);

/// 16 lower-case hexadecimal digits from the kernel's random source: for names nobody can guess or repeat.
/// Throws Error io when the kernel refuses.
[[nodiscard]] std::string random_name();

/// Of a name alone, of which it has at most 200 bytes. `random`: 16 digits of random_name(); `kind`: one of
/// those above.
[[nodiscard]] std::string name_in_making(std::string_view name, pid_t maker, std::string_view random,
                                         std::string_view kind);

/// As much of a name as a name in making has of it.
[[nodiscard]] std::string_view begin_of_name_in_making(std::string_view name);

}  // namespace rlmdb::util
