// SPDX-License-Identifier: MIT
#include "work/cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string_view>

#include "frame/descriptor.hpp"

namespace rlmdb::cli {
namespace {

namespace fs = std::filesystem;

struct CgroupMount {
  std::string root;  ///< what of the hierarchy is mounted
  std::string point;
};

/// A line of mountinfo: "41 31 0:38 ROOT POINT OPTIONS [OPTIONAL…] - TYPE …".
std::optional<CgroupMount> find_mount() {
  std::ifstream lines("/proc/self/mountinfo");
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream words(line);
    std::string skipped;
    CgroupMount mount;
    words >> skipped >> skipped >> skipped >> mount.root >> mount.point;
    return mount;
  }
  return std::nullopt;
}

/// The line "0::PATH".
std::optional<std::string> own_path() {
  constexpr std::string_view k_beginning = "0::";
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(k_beginning)) return line.substr(k_beginning.size());
  }
  return std::nullopt;
}

std::optional<fs::path> own_directory() {
  const auto mount = find_mount();
  const auto path = own_path();
  if (!mount || !path || path->find("/..") != std::string::npos) return std::nullopt;
  const std::string root = mount->root == "/" ? "" : mount->root;
  if (!path->starts_with(root)) return std::nullopt;
  return fs::path(mount->point + path->substr(root.size()));
}

/// 0, or errno.
int write_word(const fs::path& file, std::string_view word) noexcept {
  const Descriptor open_file(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!open_file.is_open()) return errno;
  return ::write(open_file.number(), word.data(), word.size()) < 0 ? errno : 0;
}

}  // namespace

std::optional<Cgroup> Cgroup::make(const std::string& name) {
  const auto directory = own_directory();
  if (!directory || ::mkdir((*directory / name).c_str(), 0700) != 0) return std::nullopt;
  Cgroup made(*directory / name);
  if (::access((made.m_directory / "cgroup.kill").c_str(), W_OK) == 0) return made;
  made.remove();
  return std::nullopt;
}

std::optional<Cgroup> Cgroup::find(const std::string& name) {
  const auto directory = own_directory();
  if (!directory || ::access((*directory / name).c_str(), F_OK) != 0) return std::nullopt;
  return Cgroup(*directory / name);
}

int Cgroup::enter() const noexcept {
  return write_word(m_directory / "cgroup.procs", "0");
}

std::vector<fs::path> Cgroup::directories() const {
  std::vector<fs::path> found{m_directory};
  std::error_code failure;
  for (fs::recursive_directory_iterator entry(m_directory, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_directory(failure)) found.push_back(entry->path());
  }
  return found;
}

void Cgroup::signal_all(int number) const noexcept {
  for (const fs::path& directory : directories()) {
    std::ifstream lines(directory / "cgroup.procs");
    // 0 is a process that cannot be seen from here; the whole group of the caller would get it.
    for (pid_t pid = 0; lines >> pid;)
      if (pid > 0) ::kill(pid, number);
  }
}

void Cgroup::kill_all() const noexcept {
  (void)write_word(m_directory / "cgroup.kill", "1");
}

bool Cgroup::is_empty() const noexcept {
  std::ifstream lines(m_directory / "cgroup.events");
  for (std::string line; std::getline(lines, line);)
    if (line == "populated 1") return false;
  return true;
}

void Cgroup::end() const noexcept {
  constexpr useconds_t k_between_looks_us = 1'000;
  kill_all();
  while (!remove()) ::usleep(k_between_looks_us);
}

bool Cgroup::remove() const noexcept {
  if (!is_empty()) return false;
  const std::vector<fs::path> found = directories();
  for (auto directory = found.rbegin(); directory != found.rend(); ++directory)
    if (::rmdir(directory->c_str()) != 0 && errno == EBUSY) return false;
  return true;
}

}  // namespace rlmdb::cli
