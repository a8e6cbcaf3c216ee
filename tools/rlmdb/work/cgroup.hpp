// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rlmdb::cli {

/// A control group of cgroup v2, below that of the calling process: what a process in it starts is in it,
/// too, whatever group or session it moves to, and all of them can be killed at once.
class Cgroup {
 public:
  /// nullopt where there is no cgroup v2, where this process may make none, and where the kernel kills none
  /// (before Linux 5.14).
  [[nodiscard]] static std::optional<Cgroup> make(const std::string& name);
  /// One that is there.
  [[nodiscard]] static std::optional<Cgroup> find(const std::string& name);

  /// Moves the calling process into it. 0, or errno.
  [[nodiscard]] int enter() const noexcept;
  void signal_all(int number) const noexcept;
  /// Also what is being forked meanwhile. They may need a moment to end.
  void kill_all() const noexcept;
  /// Also of groups that were made in it. Where it cannot be looked at, it is.
  [[nodiscard]] bool is_empty() const noexcept;
  /// kill_all(), and waits until it is empty; then it is removed.
  void end() const noexcept;
  /// With the groups that were made in it. False while a process is in one.
  bool remove() const noexcept;

 private:
  explicit Cgroup(std::filesystem::path directory) : m_directory(std::move(directory)) {}
  /// This one and those in it, the inner ones last.
  [[nodiscard]] std::vector<std::filesystem::path> directories() const;

  std::filesystem::path m_directory;
};

}  // namespace rlmdb::cli
