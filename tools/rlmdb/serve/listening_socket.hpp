// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <filesystem>

#include "frame/descriptor.hpp"

namespace rlmdb::cli {

/// A Unix socket at a path, where this process alone answers while the object lives: PATH.lock, locked, says so,
/// whatever became of the socket itself. Only for a process of one thread, because umask is the process's.
class ListeningSocket {
 public:
  /// The longest path, in bytes, that an address of a Unix socket holds.
  static constexpr std::size_t k_most_path_bytes = 107;

  /// A socket that a dead server left is replaced, anything else at the path left alone. Error usage for a path
  /// that is too long and a directory that others can write in, not_found for one that is not there, conflict
  /// where something else is at the path or another server answers, io.
  explicit ListeningSocket(std::filesystem::path path);
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  /// Ends listening, and removes lock file and socket, where they still are those that were made.
  ~ListeningSocket();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  /// Accepting does not block.
  [[nodiscard]] int descriptor() const noexcept { return m_socket.number(); }
  /// From here on nobody can connect; the path stays locked.
  void end_listening() noexcept;
  /// In a forked process: nothing of it is held here any more, and all stays as it is.
  void let_go() noexcept;

 private:
  std::filesystem::path m_path;
  Descriptor m_lock;
  Descriptor m_socket;
  struct stat m_bound {};
};

}  // namespace rlmdb::cli
