// SPDX-License-Identifier: MIT
#include "sources/legacy_daemon.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "util/foreign_file.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::sources {

namespace {

std::optional<pid_t> pid_in(const std::filesystem::path& file) {
  if (!util::is_foreign(file)) return std::nullopt;
  std::ifstream input(file);
  pid_t pid = 0;
  if (!(input >> pid) || pid <= 0) return std::nullopt;
  return pid;
}

/// Whether the process may have been there when the file was written, which its own time says.
bool may_have_written(pid_t pid, const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return false;
  return util::may_be_of_time(pid, status.st_mtim.tv_sec * 1000, util::boot_time_s().value_or(0) * 1000);
}

std::optional<pid_t> live_writer(const std::filesystem::path& pid_file) {
  const std::optional<pid_t> pid = pid_in(pid_file);
  return pid && may_have_written(*pid, pid_file) ? pid : std::nullopt;
}

/// Every number that stands as a member of that name, at any depth: the file may be damaged.
std::vector<pid_t> pids_in(const std::string& text, const std::string& member) {
  std::vector<pid_t> pids;
  for (std::size_t at = text.find(member); at != std::string::npos; at = text.find(member, at)) {
    at += member.size();
    const std::size_t value = text.find_first_not_of(" \t\r\n:", at);
    if (value == std::string::npos) break;
    pid_t pid = 0;
    const auto read = std::from_chars(text.data() + value, text.data() + text.size(), pid);
    if (read.ec == std::errc{} && pid > 0) pids.push_back(pid);
  }
  return pids;
}

std::optional<LegacyProcess> live_loop(const std::filesystem::path& file) {
  if (!util::is_foreign(file)) return std::nullopt;
  std::ifstream input(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  for (const char* member : {"\"pid\"", "\"currentPid\""}) {
    for (const pid_t pid : pids_in(text, member))
      if (may_have_written(pid, file)) return LegacyProcess{pid, file};
  }
  return std::nullopt;
}

/// The files of loops at work that name a process.
std::vector<std::filesystem::path> loop_files(const std::filesystem::path& aiwg) {
  std::vector<std::filesystem::path> files;
  for (const char* family : {"ralph", "ralph-external"}) {
    const std::filesystem::path folder = aiwg / family;
    for (const char* name : {"registry.json", "current-loop.json", "session-state.json"})
      files.push_back(folder / name);
    std::error_code ignored;
    for (const auto& loop : std::filesystem::directory_iterator(folder / "loops", ignored))
      for (const char* name : {"state.json", "session-state.json"}) files.push_back(loop.path() / name);
  }
  files.erase(
      std::remove_if(files.begin(), files.end(),
                     [](const std::filesystem::path& file) {
                       return !std::filesystem::is_regular_file(std::filesystem::symlink_status(file));
                     }),
      files.end());
  return files;
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

std::optional<LegacyProcess> find_live_program(const std::filesystem::path& aiwg) {
  for (const auto& file : {aiwg / "daemon/.lock", aiwg / "daemon.pid"})
    if (const auto pid = live_writer(file)) return LegacyProcess{*pid, file};
  for (const auto& file : loop_files(aiwg))
    if (auto process = live_loop(file)) return process;
  return std::nullopt;
}

}  // namespace rlmdb::sources
