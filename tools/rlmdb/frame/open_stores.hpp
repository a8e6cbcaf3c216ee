// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rlmdb/same_database.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// The database that calls use, open once to read and once to change. A reference stays good until close(), or
/// until the database is opened again. Of one thread.
class OpenStores {
 public:
  /// The one that is open, if it still is the file at `path` and has that owner; else it is closed, and what is
  /// there now opened. Errors of Store::open.
  [[nodiscard]] Store& open(const std::filesystem::path& path, Access access, const StoreOptions& options);
  /// `store` was made at its path just now.
  [[nodiscard]] Store& keep(Store store, const StoreOptions& options);
  void close() noexcept;

  /// For a session: whoever has begun with one database must not go on in another without a word. The one that is
  /// opened next is the one to stay with.
  void stay_with_next() noexcept;
  [[nodiscard]] bool has_begun() const noexcept { return m_own.is_known(); }
  /// After a call that opens, makes or replaces its database by itself: the one at `path` counts as opened.
  void notice(const std::filesystem::path& path);
  /// Errors of SameDatabase::require_at, of the one to stay with.
  void require_same(const std::filesystem::path& path) { m_own.require_at(path); }

 private:
  struct Open {
    Store store;
    std::filesystem::path path;  ///< as it was asked for
    std::string file;            ///< which file that was: device and inode
    std::string owner;           ///< as it was asked for

    [[nodiscard]] bool is(const std::filesystem::path& asked, const StoreOptions& options) const;
  };

  Store& remember(Open& open);

  bool m_stays = false;
  SameDatabase m_own;
  std::optional<Open> m_reader;
  std::optional<Open> m_writer;
};

}  // namespace rlmdb::cli
