// SPDX-License-Identifier: MIT
#include "db/lock_holder.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>

namespace rlmdb::db {

namespace {

/// Bytes that SQLite locks exclusively in order to write.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// In the -shm file: to write, to checkpoint, to recover.
constexpr Range k_shm_bytes{120, 122};
/// In the database file: pending, reserved, and the 510 shared bytes.
constexpr Range k_file_bytes{0x40000000, 0x40000000 + 511};

struct Lock {
  pid_t pid = 0;
  std::string file;  ///< "fe:00:1234": device and inode
  Range bytes;
};

std::int64_t number_of(const std::string& text) {
  std::int64_t number = std::numeric_limits<std::int64_t>::max();  // "EOF"
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// An exclusive lock of fcntl(2) that is held (a line of a process that waits has "->"); nullopt otherwise.
std::optional<Lock> read_lock(const std::string& line) {
  std::istringstream fields(line);
  std::string ordinal;
  std::string kind;
  std::string advisory;
  std::string mode;
  std::string first;
  std::string last;
  Lock lock;
  if (!(fields >> ordinal >> kind >> advisory >> mode >> lock.pid >> lock.file >> first >> last))
    return std::nullopt;
  if (kind != "POSIX" || mode != "WRITE" || lock.pid <= 0) return std::nullopt;
  lock.bytes = {number_of(first), number_of(last)};
  return lock;
}

/// The file as /proc/locks names it, "" when it is not there.
std::string lock_name(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%02x:%02x:%llu", major(status.st_dev), minor(status.st_dev),
                static_cast<unsigned long long>(status.st_ino));
  return text.data();
}

std::string comm_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  for (char& byte : name)
    if (static_cast<unsigned char>(byte) < ' ' || byte == '\x7f') byte = '?';
  return name;
}

}  // namespace

std::optional<pid_t> lock_holder(const std::filesystem::path& database) {
  const std::string file = lock_name(database);
  const std::string shm = lock_name(database.string() + "-shm");
  const auto overlaps = [](const Range& a, const Range& b) { return a.first <= b.last && b.first <= a.last; };
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    const auto lock = read_lock(line);
    if (!lock) continue;
    if ((lock->file == shm && overlaps(lock->bytes, k_shm_bytes)) ||
        (lock->file == file && overlaps(lock->bytes, k_file_bytes)))
      return lock->pid;
  }
  return std::nullopt;
}

std::string process_words(pid_t pid) {
  const std::string name = comm_of(pid);
  std::string text = "pid " + std::to_string(pid);
  if (name.empty()) return text;
  return text + " (" + name + (is_stopped(pid) ? ", stopped)" : ")");
}

bool is_stopped(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  // The command name may hold parentheses; the state stands behind the last one.
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= line.size()) return false;
  return line[name_end + 2] == 'T' || line[name_end + 2] == 't';
}

}  // namespace rlmdb::db
