// SPDX-License-Identifier: MIT
// What commands cost on the worst shapes: each is run with a record of size n and one of 2n, and what the
// second takes more is held against what the record has more. docs/PERFORMANCE.md has the figures.
// RLMDB_COST_MB and RLMDB_COST_MEMBERS ask for other sizes.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "random_seed.hpp"
#include "test_dir.hpp"

using namespace rlmdb::test;

namespace {

struct Cost {
  double cpu_s = 0;
  double peak_mb = 0;
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Starts programs from a process that was forked off before this one grew: a child's peak begins with what
/// its parent has.
class Spawner {
 public:
  struct Run {
    int status = 0;
    rusage usage{};
  };

  Spawner() {
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, m_ends.data()) != 0)
      throw std::runtime_error("socketpair");
    m_pid = ::fork();
    if (m_pid == 0) serve();
    ::close(m_ends[1]);
  }
  Spawner(const Spawner&) = delete;
  Spawner& operator=(const Spawner&) = delete;
  ~Spawner() {
    ::close(m_ends[0]);
    ::waitpid(m_pid, nullptr, 0);
  }

  [[nodiscard]] Run run(const std::vector<std::string>& words) const {
    std::string packet;
    for (const std::string& word : words) packet.append(word).push_back('\0');
    Run run;
    if (::send(m_ends[0], packet.data(), packet.size(), 0) < 0 ||
        ::recv(m_ends[0], &run, sizeof run, 0) != static_cast<ssize_t>(sizeof run))
      throw std::runtime_error("the spawner is gone");
    return run;
  }

 private:
  [[noreturn]] void serve() {
    ::close(m_ends[0]);
    std::array<char, 4096> packet{};
    for (;;) {
      const ssize_t bytes = ::recv(m_ends[1], packet.data(), packet.size(), 0);
      if (bytes <= 0) ::_exit(0);
      Run run;
      const pid_t child = ::fork();
      if (child == 0) become(packet.data(), static_cast<std::size_t>(bytes));
      ::wait4(child, &run.status, 0, &run.usage);
      (void)::send(m_ends[1], &run, sizeof run, 0);
    }
  }

  [[noreturn]] static void become(char* packet, std::size_t bytes) {
    std::vector<char*> words;
    for (char* word = packet; word < packet + bytes; word += std::strlen(word) + 1) words.push_back(word);
    words.push_back(nullptr);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
    ::execv(words.front(), words.data());
    ::_exit(127);
  }

  std::array<int, 2> m_ends{};
  pid_t m_pid = -1;
};

/// Runs the program, which must succeed, with its output thrown away.
Cost cost_of(const std::vector<std::string>& words, int code) {
  static const Spawner k_spawner;
  const Spawner::Run run = k_spawner.run(words);
  std::string all;
  for (const std::string& word : words) all += word + " ";
  INFO(all);
  REQUIRE(WIFEXITED(run.status));
  REQUIRE(WEXITSTATUS(run.status) == code);
  return {seconds_of(run.usage.ru_utime) + seconds_of(run.usage.ru_stime),
          static_cast<double>(run.usage.ru_maxrss) * 1024 / 1e6};
}

using Writer = std::function<void(std::ostream&)>;

/// A store of what `tasks` writes, piece by piece: a child begins with the memory of this process.
void write_store(std::ostream& file, const Writer& tasks) {
  file << R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[)";
  tasks(file);
  file << "]}";
}

Writer one_task_with(const Writer& members) {
  return [members](std::ostream& file) {
    file << R"({"id":"task-0000","state":"queued",)";
    members(file);
    file << '}';
  };
}

Writer string_of(std::size_t megabytes) {
  return one_task_with([megabytes](std::ostream& file) {
    const std::string piece(100'000, 'x');
    file << R"("prompt":")";
    for (std::size_t i = 0; i < 10 * megabytes; ++i) file << piece;
    file << '"';
  });
}

Writer members_of(std::size_t count) {
  return one_task_with([count](std::ostream& file) {
    file << R"("prompt":"p","metadata":{"m":0)";
    for (std::size_t i = 0; i < count; ++i) file << ",\"m" << i << "\":" << i;
    file << '}';
  });
}

Writer variables_of(std::size_t count) {
  return one_task_with([count](std::ostream& file) {
    file << R"("prompt":"p","metadata":{"rlm_state":{"v":{"name":"v","type":"number","value":0})";
    for (std::size_t i = 0; i < count; ++i)
      file << ",\"v" << i << R"(":{"name":"v)" << i << R"(","type":"number","value":)" << i << '}';
    file << "}}";
  });
}

enum class Ends { open, joined };

/// Each node is the child of the one before it; joined, the first is that of the last.
Writer nodes_of(std::size_t count, Ends ends) {
  return [count, ends](std::ostream& file) {
    constexpr std::size_t k_first = 10'000'000;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t id = k_first + i;
      file << (i == 0 ? "" : ",") << R"({"id":"task-)" << id << R"(","prompt":"p","state":"queued",)"
           << R"("metadata":{"tree_id":"tree-0002adb1","node_id":"task-)" << id << R"(","depth":)" << i;
      if (i > 0 || ends == Ends::joined)
        file << R"(,"parent_id":"task-)" << k_first + (i + count - 1) % count << '"';
      file << "}}";
    }
  };
}

Writer ended_tasks(std::size_t count) {
  return [count](std::ostream& file) {
    for (std::size_t i = 0; i < count; ++i)
      file << (i == 0 ? "" : ",") << R"({"id":"task-)" << 10'000'000 + i
           << R"(","prompt":"p","state":"completed","completedAt":"2020-01-01T00:00:00.000Z"})";
  };
}

struct Command {
  std::string name;
  std::vector<std::string> words;  ///< FILE stands for the file that was imported
  double most_memory;              ///< bytes of peak memory for each byte that the file is longer
  int code = 0;                    ///< exit code
};

struct Costs {
  double file_mb = 0;
  std::vector<Cost> commands;  ///< in order, on a store of their own
};

Costs costs_of(const Writer& members, const std::vector<Command>& commands) {
  const TestDir root;
  const std::filesystem::path file = root / "tasks.json";
  {
    std::ofstream out(file);
    write_store(out, members);
  }
  Costs costs{static_cast<double>(std::filesystem::file_size(file)) / 1e6, {}};
  for (const Command& command : commands) {
    std::vector<std::string> words{RLMDB_PROGRAM, "--db", (root / "x.db").string()};
    for (const std::string& word : command.words)
      words.push_back(word == "FILE" ? file.string() : word == "OUT" ? (root / "out").string() : word);
    costs.commands.push_back(cost_of(words, command.code));
  }
  return costs;
}

constexpr double k_most_time = 3.5;      // of an effort that grows with the square it would be 4
constexpr double k_least_time_s = 0.25;  // below that, starting a process tells more than the record

/// What a command takes for the larger store beside the smaller one.
struct Growth {
  Cost less;
  Cost more;
  double memory = 0;  ///< bytes of peak memory for each byte that the file is longer

  [[nodiscard]] bool is_timely() const {
    return more.cpu_s < k_least_time_s || more.cpu_s <= k_most_time * std::max(less.cpu_s, 0.05);
  }
};

/// Of each command the least of both: what is more, threads had at a time by chance, or other work took.
void keep_least(Costs& costs, const Costs& again) {
  for (std::size_t at = 0; at < costs.commands.size(); ++at) {
    costs.commands[at].cpu_s = std::min(costs.commands[at].cpu_s, again.commands[at].cpu_s);
    costs.commands[at].peak_mb = std::min(costs.commands[at].peak_mb, again.commands[at].peak_mb);
  }
}

std::vector<Growth> growths_of(const Costs& less, const Costs& more) {
  std::vector<Growth> growths;
  for (std::size_t at = 0; at < less.commands.size(); ++at) {
    const Cost& small = less.commands[at];
    const Cost& large = more.commands[at];
    growths.push_back({small, large, (large.peak_mb - small.peak_mb) / (more.file_mb - less.file_mb)});
  }
  return growths;
}

bool are_within(const std::vector<Growth>& growths, const std::vector<Command>& commands) {
  for (std::size_t at = 0; at < commands.size(); ++at)
    if (growths[at].memory > commands[at].most_memory || !growths[at].is_timely()) return false;
  return true;
}

void compare(const std::string& shape, const Writer& small, const Writer& large,
             const std::vector<Command>& commands) {
  constexpr int k_most_rounds = 3;
  Costs less = costs_of(small, commands);
  Costs more = costs_of(large, commands);
  std::vector<Growth> growths = growths_of(less, more);
  for (int round = 1; round < k_most_rounds && !are_within(growths, commands); ++round) {
    keep_least(less, costs_of(small, commands));
    keep_least(more, costs_of(large, commands));
    growths = growths_of(less, more);
  }
  for (std::size_t at = 0; at < commands.size(); ++at) {
    const Growth& growth = growths[at];
    std::cout << shape << " | " << commands[at].name << " | " << growth.memory << " | " << growth.more.peak_mb
              << " MB | " << growth.less.cpu_s << " s, " << growth.more.cpu_s << " s\n";
    INFO(shape, ", ", commands[at].name);
#ifndef RLMDB_IS_SANITIZED
    CHECK_LE(growth.memory, commands[at].most_memory);
#endif
    CHECK_MESSAGE(growth.is_timely(), growth.less.cpu_s, " s, then ", growth.more.cpu_s, " s");
  }
}

}  // namespace

TEST_SUITE("verify::cost") {
  TEST_CASE("a command takes memory and time in proportion to the largest string") {
    const std::size_t megabytes = number_from_environment("RLMDB_COST_MB", 12);
    compare("string", string_of(megabytes), string_of(2 * megabytes),
            {{"import", {"import", "FILE", "-q"}, 8},
             {"show", {"show", "task-0000"}, 5.2},
             {"show --json", {"show", "task-0000", "--json"}, 5.2},
             {"list", {"list"}, 6.2},
             {"list --json", {"list", "--json"}, 4},
             {"export", {"export", "-o", "OUT"}, 3},
             {"verify", {"verify"}, 4},
             {"verify FILE", {"verify", "FILE"}, 5.8},
             {"task set", {"task", "set", "task-0000", "priority=3"}, 5.8},
             {"claim", {"claim"}, 7},
             {"task complete", {"task", "complete", "task-0000", "--result", "done", "--force"}, 7}});
  }

  TEST_CASE("a command takes memory and time in proportion to the members of a record") {
    const std::size_t count = number_from_environment("RLMDB_COST_MEMBERS", 50'000);
    compare("members", members_of(count), members_of(2 * count),
            {{"import", {"import", "FILE", "-q"}, 45},
             {"show", {"show", "task-0000"}, 22},
             {"export", {"export", "-o", "OUT"}, 23},
             {"verify", {"verify"}, 36},
             {"verify FILE", {"verify", "FILE"}, 54},
             {"task set", {"task", "set", "task-0000", "metadata.k=3"}, 45}});
  }

  TEST_CASE("a command takes memory and time in proportion to the variables of a task") {
    const std::size_t count = number_from_environment("RLMDB_COST_MEMBERS", 50'000) / 5;
    compare("variables", variables_of(count), variables_of(2 * count),
            {{"import", {"import", "FILE", "-q"}, 52},
             {"var list", {"var", "list", "--task", "task-0000"}, 43},
             {"export", {"export", "-o", "OUT"}, 38},
             {"verify FILE", {"verify", "FILE"}, 70},
             {"var set", {"var", "set", "v1", "7", "--task", "task-0000"}, 3},
             {"verify", {"verify"}, 37}});
  }

  TEST_CASE("a tree takes memory and time in proportion to its nodes, whatever shape it has") {
    const std::size_t count = number_from_environment("RLMDB_COST_MEMBERS", 50'000) / 10;
    for (const Ends ends : {Ends::open, Ends::joined})
      compare(
          ends == Ends::open ? "chain" : "ring", nodes_of(count, ends), nodes_of(2 * count, ends),
          {{"import", {"import", "FILE", "-q"}, 7},
           {"tree", {"tree", "tree-0002adb1"}, 15},
           {"progress", {"progress", "tree-0002adb1"}, 13},
           {"cost", {"cost", "tree-0002adb1"}, 15},
           // A ring is a finding.
           {"recover", {"recover", "--tree", "tree-0002adb1", "--dry-run"}, 14, ends == Ends::joined ? 3 : 0},
           {"verify", {"verify"}, 5}});
  }

  TEST_CASE("a cleanup takes memory and time in proportion to what goes") {
    const std::size_t count = number_from_environment("RLMDB_COST_MEMBERS", 50'000) / 5;
    compare("ended tasks", ended_tasks(count), ended_tasks(2 * count),
            {{"import", {"import", "FILE", "-q"}, 5}, {"cleanup", {"cleanup", "--yes"}, 11}});
  }
}
