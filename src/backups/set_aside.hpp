// SPDX-License-Identifier: MIT
/// What lies where a database is to stand, and cannot be one any more.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "rlmdb/store.hpp"

namespace rlmdb::backups {

/// Whether the file cannot be used as a database: it is none, SQLite finds damage in it, or the -wal beside
/// it belongs to another file. Looks at a private copy first, so that no byte of what is beyond use changes.
/// What this process has open is looked at through SQLite alone. REQUIRES: nobody writes (WriterGate). Error io,
/// busy; conflict for a damaged one that is open in this process. Costs a copy and a check of the whole file.
[[nodiscard]] bool is_beyond_use(const std::filesystem::path& database, const StoreOptions& options);

/// Moves a file and its companions, as they are, to other names, never over anything. Unless keep() is
/// called, destruction moves them back.
class SetAside {
 public:
  /// `to`: the new name of the file; companions get their suffix behind it. What is not there is left out.
  SetAside(const std::filesystem::path& from, const std::filesystem::path& to);
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;
  ~SetAside();

  void keep() noexcept { m_moved.clear(); }
  /// What was moved, by its new name; of the file and its companions the file. Empty where there was nothing.
  [[nodiscard]] std::filesystem::path kept() const;

 private:
  void move_back() noexcept;

  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> m_moved;  ///< from, to
};

}  // namespace rlmdb::backups
