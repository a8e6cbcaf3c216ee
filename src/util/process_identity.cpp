// SPDX-License-Identifier: MIT
#include "util/process_identity.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <sstream>

#include "rlmdb/error.hpp"
#include "rlmdb/guard.hpp"
#include "util/file_descriptor.hpp"

namespace rlmdb::util {

namespace {

struct StatLine {
  std::string name;
  char state = '?';
  std::uint64_t start_ticks = 0;
};

/// All of the file `/proc/` + `place`. nullopt where it cannot be read to its end: also a process that ends
/// after its file was opened is not there.
std::optional<std::string> proc_text(const std::string& place) {
  const FileDescriptor file(::open(("/proc/" + place).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return std::nullopt;
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t bytes = ::read(file.get(), part.data(), part.size());
    if (bytes == 0) return text;
    if (bytes > 0) text.append(part.data(), static_cast<std::size_t>(bytes));
    if (bytes < 0 && errno != EINTR) return std::nullopt;
  }
}

std::optional<StatLine> read_stat(pid_t pid) {
  const std::string line = proc_text(std::to_string(pid) + "/stat").value_or("");
  // The command name may hold spaces and parentheses; the fields after it start behind the last one.
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= line.size()) return std::nullopt;
  StatLine result;
  result.name = line.substr(0, name_end).substr(std::min(name_end, line.find('(') + 1));
  result.state = line[name_end + 2];
  std::size_t field_begin = name_end + 2;
  for (int field = 3; field < 22; ++field) {
    field_begin = line.find(' ', field_begin);
    if (field_begin == std::string::npos) return std::nullopt;
    ++field_begin;
  }
  const char* const begin = line.data() + field_begin;
  if (std::from_chars(begin, line.data() + line.size(), result.start_ticks).ec != std::errc{})
    return std::nullopt;
  return result;
}

/// Also where /proc does not show it; to be asked after that, because what has just ended has no file either.
bool answers_to_signals(pid_t pid) {
  // Signal 0 only asks; it is never delivered.
  return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
}

}  // namespace

ProcessIdentity own_identity() {
  thread_local ProcessIdentity identity;
  const pid_t pid = ::getpid();
  if (identity.pid != pid) identity = {pid, start_ticks(pid).value_or(0)};
  return identity;
}

std::optional<std::uint64_t> start_ticks(pid_t pid) {
  const auto stat = read_stat(pid);
  if (!stat) return std::nullopt;
  return stat->start_ticks;
}

bool is_alive(const ProcessIdentity& identity) {
  const auto stat = read_stat(identity.pid);
  // One that is hidden (hidepid, no /proc) may be this one.
  if (!stat) return answers_to_signals(identity.pid);
  if (stat->start_ticks != identity.start_ticks || stat->state == 'X') return false;
  return stat->state != 'Z' || stat->name == k_guard_process_name;
}

bool pid_exists(pid_t pid) {
  if (pid <= 0) return false;
  if (const auto stat = read_stat(pid)) return stat->state != 'Z' && stat->state != 'X';
  return answers_to_signals(pid);
}

bool may_be_of_time(pid_t pid, std::int64_t time_ms, std::int64_t boot_time_ms) {
  constexpr std::int64_t k_slack_ms = 5'000;
  if (boot_time_ms >= time_ms || !pid_exists(pid)) return false;
  const auto ticks = start_ticks(pid);
  const std::int64_t began_ms = static_cast<std::int64_t>(ticks.value_or(0)) * 1000 / ::sysconf(_SC_CLK_TCK);
  return boot_time_ms + began_ms <= time_ms + k_slack_ms;
}

std::string boot_id() {
  static constexpr const char* k_path = "/proc/sys/kernel/random/boot_id";
  const std::string text = proc_text("sys/kernel/random/boot_id").value_or("");
  std::string line = text.substr(0, text.find('\n'));
  if (line.empty())
    throw Error(ErrorCode::io, "which boot of this machine it is cannot be seen, and every change notes it",
                k_path, "mount /proc where rlmdb runs: mount -t proc proc /proc, without subset=pid");
  return line;
}

std::optional<std::int64_t> boot_time_s() {
  std::istringstream status(proc_text("stat").value_or(""));
  for (std::string key; status >> key;) {
    std::int64_t value = 0;
    if (key == "btime" && status >> value) return value;
    status.ignore(1 << 20, '\n');
  }
  return std::nullopt;
}

}  // namespace rlmdb::util
