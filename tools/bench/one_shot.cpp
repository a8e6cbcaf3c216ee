// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>

#include "task_bench.hpp"

namespace bench {

namespace {

using SteadyClock = std::chrono::steady_clock;

double milliseconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
}

/// Writes and syncs one block, again and again in one place.
class SyncProbe {
 public:
  explicit SyncProbe(const std::string& path)
      : m_path(path), m_file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (m_file < 0) throw std::runtime_error("cannot make " + path);
  }
  ~SyncProbe() {
    ::close(m_file);
    ::unlink(m_path.c_str());
  }
  SyncProbe(const SyncProbe&) = delete;
  SyncProbe& operator=(const SyncProbe&) = delete;

  double run_ms() {
    static constexpr std::array<char, 4096> k_block{};
    const SteadyClock::time_point begin = SteadyClock::now();
    if (::pwrite(m_file, k_block.data(), k_block.size(), 0) != static_cast<ssize_t>(k_block.size()) ||
        ::fdatasync(m_file) != 0)
      throw std::runtime_error("cannot sync " + m_path);
    return milliseconds_since(begin);
  }

 private:
  std::string m_path;
  int m_file;
};

double run_process_ms(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  int status = 0;
  const SteadyClock::time_point begin = SteadyClock::now();
  const int error = ::posix_spawn(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
  const bool ended = error == 0 && ::waitpid(child, &status, 0) == child;
  const double ms = milliseconds_since(begin);
  posix_spawn_file_actions_destroy(&files);
  if (!ended || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(words.front() + " failed");
  return ms;
}

}  // namespace

OneShotTimes measure_one_shot(const std::filesystem::path& program, const std::filesystem::path& database,
                              std::uint64_t tasks, std::uint64_t runs) {
  const Picks picks(tasks);
  {
    rlmdb::Store store = rlmdb::Store::open(database, rlmdb::Access::read_write);
    std::vector<rlmdb::TaskChange> starts;
    for (std::uint64_t i = 0; i < runs; ++i)
      starts.push_back({.id = {task_id(picks.at(i))}, .action = rlmdb::StartTask{}, .only_if = {}});
    store.change(starts);
  }
  OneShotTimes times;
  SyncProbe probe(database.string() + ".probe");
  for (std::uint64_t i = 0; i < runs; ++i) {
    times.fdatasync_ms.push_back(probe.run_ms());
    times.process_ms.push_back(run_process_ms(
        {program.string(), "--db", database.string(), "task", "complete", task_id(picks.at(i))}));
  }
  return times;
}

}  // namespace bench
