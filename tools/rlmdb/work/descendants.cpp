// SPDX-License-Identifier: MIT
#include "work/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "frame/descriptor.hpp"
#include "frame/worker_task.hpp"

namespace rlmdb::cli {
namespace {

struct Child {
  pid_t pid = 0;
  pid_t group = 0;
};

/// What /proc/PID/stat begins with: "7 (any name) S PARENT GROUP …".
std::string stat_of(const char* pid) {
  constexpr std::size_t k_enough = 256;
  const Descriptor file(::open((std::string("/proc/") + pid + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(k_enough, '\0');
  const ssize_t bytes = file.is_open() ? ::read(file.number(), text.data(), text.size()) : 0;
  text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
  return text;
}

/// nullopt where `pid` is no process, or no child of this one.
std::optional<Child> child_named(const char* pid, pid_t parent) {
  Child child;
  const std::string name(pid);
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), child.pid);
  if (failure != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  const std::string stat = stat_of(pid);
  const std::size_t behind_name = stat.rfind(") ");
  int its_parent = 0;
  int group = 0;
  if (behind_name == std::string::npos ||
      std::sscanf(stat.c_str() + behind_name + 2, "%*c %d %d", &its_parent, &group) != 2)
    return std::nullopt;
  child.group = group;
  return its_parent == parent ? std::optional(child) : std::nullopt;
}

std::vector<Child> find_children() {
  std::vector<Child> children;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir("/proc"), ::closedir);
  if (directory == nullptr) return children;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (const auto child = child_named(entry->d_name, ::getpid())) children.push_back(*child);
  }
  return children;
}

bool may_be_of_command(pid_t pid) {
  if (::getpid() != 1) return true;
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
  for (std::string setting; std::getline(file, setting, '\0');)
    if (setting.starts_with(std::string(k_task_environment) + "=")) return true;
  return false;
}

std::vector<pid_t> children_but(const std::vector<pid_t>& kept) {
  std::vector<pid_t> children = children_of_this_process();
  std::erase_if(children, [&](pid_t pid) { return std::find(kept.begin(), kept.end(), pid) != kept.end(); });
  return children;
}

}  // namespace

std::vector<pid_t> children_of_this_process() {
  std::vector<pid_t> pids;
  for (const Child& child : find_children()) pids.push_back(child.pid);
  return pids;
}

void reap_all_but(const std::vector<pid_t>& kept) {
  for (const pid_t pid : children_but(kept)) ::waitpid(pid, nullptr, WNOHANG);
}

bool end_all_but(const std::vector<pid_t>& kept) {
  bool is_none_left = true;
  for (const pid_t pid : children_but(kept)) {
    const bool was_reaped = ::waitpid(pid, nullptr, WNOHANG) == pid;
    if (!was_reaped && !may_be_of_command(pid)) continue;
    if (!was_reaped) ::kill(pid, SIGKILL);
    is_none_left = false;  // its children have become ours, or will
  }
  return is_none_left;
}

bool Descendants::reap() noexcept {
  for (;;) {
    int status = 0;
    const pid_t pid = ::waitpid(-1, &status, WNOHANG);
    if (pid == m_leader) m_status = status;
    if (m_keeper != nullptr && pid == m_keeper->pid()) m_keeper_status = status;
    if (pid == 0) return false;
    if (pid < 0 && errno != EINTR) return is_kept_empty();
  }
}

/// Somebody may have killed the keeper of a control group.
bool Descendants::is_kept_empty() const noexcept {
  if (m_keeper == nullptr || !m_keeper->cgroup().has_value()) return true;
  return m_keeper->cgroup()->remove();
}

void Descendants::signal(int number) const {
  if (m_keeper != nullptr && m_keeper_status.has_value()) {
    if (m_keeper->cgroup().has_value() && number == SIGKILL) m_keeper->cgroup()->kill_all();
    return;
  }
  if (m_keeper != nullptr) {
    if (number == SIGKILL) m_keeper->kill_all();
    if (number == SIGTERM) m_keeper->end_all();  // and goes on by itself
    return;
  }
  const std::vector<Child> children = find_children();
  // A group keeps its number as long as it has a member.
  bool is_group_there = !m_status.has_value();
  for (const Child& child : children) is_group_there = is_group_there || child.group == m_leader;
  if (is_group_there) ::kill(-m_leader, number);
  for (const Child& child : children) {
    if (child.group != m_leader) ::kill(child.pid, number);
  }
}

}  // namespace rlmdb::cli
