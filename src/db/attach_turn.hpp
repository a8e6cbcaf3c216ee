// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>

#include "util/file_descriptor.hpp"

namespace rlmdb::db {

/// Whoever comes to a database or leaves it does so one after the other. Of several connections that close at
/// once the last one then finds itself alone, and SQLite moves the -wal into the file; without turns each
/// could still see another and leave it to that one. A lock on a byte of the writer gate's file, of this
/// object alone, given back on destruction; the kernel gives back that of a dead process.
class AttachTurn {
 public:
  /// Nobody needs longer unless he moves a -wal, and then nobody else is there.
  static constexpr std::chrono::milliseconds k_longest_wait{1'000};

  /// Goes on without the turn after `longest_wait`, and where there is no gate yet or it cannot be opened.
  explicit AttachTurn(const std::filesystem::path& database,
                      std::chrono::milliseconds longest_wait = k_longest_wait) noexcept;

 private:
  util::FileDescriptor m_file;
};

}  // namespace rlmdb::db
