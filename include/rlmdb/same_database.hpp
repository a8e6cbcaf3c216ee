// SPDX-License-Identifier: MIT
/// For what lives long: that the database at a path is still the one that it has begun with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rlmdb {

class Store;

/// Which database somebody has begun with. A Store notices by itself that its own file was moved or replaced;
/// this is for those that open one again and again, and must not go on in another, or begin a new one, without a
/// word. Of one thread; writes nothing.
class SameDatabase {
 public:
  /// The first that is remembered stays. Error as of a read.
  void remember(const Store& store);
  void forget() noexcept { m_known.reset(); }
  [[nodiscard]] bool is_known() const noexcept { return m_known.has_value(); }

  /// Nothing was remembered, or its file is at `path`, or another file of the same database (a copy, a backup)
  /// is. Else Error not_found, nothing is at `path`; conflict, another database is there, or `path` is not where
  /// it was. One stat(2) where nothing has changed.
  void require_at(const std::filesystem::path& path);

 private:
  struct Known {
    std::filesystem::path path;
    std::string file;  ///< device and inode
    std::optional<std::int64_t> id;
  };
  std::optional<Known> m_known;
};

}  // namespace rlmdb
