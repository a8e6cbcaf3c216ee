// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// Which file that is, its device and inode; "": there is none.
[[nodiscard]] std::string file_at(const std::filesystem::path& path);

/// The database that calls use, open once to read and once to change. A reference stays good until close(), or
/// until another database is asked for. Of one thread.
class OpenStores {
 public:
  /// The one that is open, if it still is the file at `path` and has that owner; else it is closed, and what is
  /// there now opened. Errors of Store::open.
  [[nodiscard]] Store& open(const std::filesystem::path& path, Access access, const StoreOptions& options);
  /// `store` was made at its path just now.
  [[nodiscard]] Store& keep(Store store, const StoreOptions& options);
  void close() noexcept;

 private:
  struct Open {
    Store store;
    std::filesystem::path path;  ///< as it was asked for
    std::string file;            ///< which file that was: device and inode
    std::string owner;           ///< as it was asked for

    [[nodiscard]] bool is(const std::filesystem::path& asked, const StoreOptions& options) const;
  };

  std::optional<Open> m_reader;
  std::optional<Open> m_writer;
};

}  // namespace rlmdb::cli
