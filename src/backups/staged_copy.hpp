// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb::backups {

enum class Schema { as_it_is, newest };

/// What to do where companions of a lost database lie beside the final name.
enum class Rest {
  refuse,  ///< Error conflict, before anything is copied
  ignore   ///< the caller takes them away before publish(), which refuses them all the same
};

/// A whole, durable copy of a database under a name that nobody knows, beside the place it may take. Gone on
/// destruction unless it took that place; what a killed process left is removed like any private file.
class StagedCopy {
 public:
  /// One snapshot of `source`. Errors: io; conflict where a `-wal` of a lost database waits for the final
  /// name; corrupt when it fails SQLite's check; with Schema::newest those of a migration.
  StagedCopy(db::Connection& source, const std::filesystem::path& final_path, Schema schema,
             Rest rest = Rest::refuse);
  StagedCopy(const StagedCopy&) = delete;
  StagedCopy& operator=(const StagedCopy&) = delete;
  ~StagedCopy();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] Store open(const StoreOptions& options) const;
  [[nodiscard]] std::uint64_t size_bytes() const;
  /// Of the file's bytes, hex. REQUIRES: nobody has it open.
  [[nodiscard]] std::string sha256() const;

  /// Gives it its final name. Error conflict when that is taken; it is still staged then.
  void publish();
  /// The same in the place of the file of that name.
  void replace();

 private:
  std::filesystem::path m_final_path;
  std::filesystem::path m_path;
};

}  // namespace rlmdb::backups
