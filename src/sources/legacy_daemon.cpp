// SPDX-License-Identifier: MIT
#include "sources/legacy_daemon.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "util/process_identity.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::int64_t k_start_slack_s = 5;

std::optional<pid_t> pid_in(const std::filesystem::path& file) {
  std::ifstream input(file);
  pid_t pid = 0;
  if (!(input >> pid) || pid <= 0) return std::nullopt;
  return pid;
}

/// A pid file says who wrote it and, by its own time, when.
std::optional<pid_t> live_writer(const std::filesystem::path& pid_file) {
  const std::optional<pid_t> pid = pid_in(pid_file);
  struct stat status {};
  if (!pid || stat(pid_file.c_str(), &status) != 0) return std::nullopt;
  const std::optional<std::uint64_t> ticks = util::start_ticks(*pid);
  const std::optional<std::int64_t> boot = util::boot_time_s();
  if (!ticks || !boot) return std::nullopt;
  const std::int64_t started_s = *boot + static_cast<std::int64_t>(*ticks) / sysconf(_SC_CLK_TCK);
  return started_s <= status.st_mtim.tv_sec + k_start_slack_s ? pid : std::nullopt;
}

}  // namespace

std::optional<pid_t> find_live_daemon(const std::filesystem::path& tasks_json) {
  const std::filesystem::path directory = tasks_json.parent_path();
  if (directory.filename() != "daemon") return std::nullopt;
  for (const auto& file : {directory / ".lock", directory.parent_path() / "daemon.pid"}) {
    if (const auto pid = live_writer(file)) return pid;
  }
  return std::nullopt;
}

}  // namespace rlmdb::sources
