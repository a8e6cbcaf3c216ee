// SPDX-License-Identifier: MIT
// What commands cost on the worst shapes: each is run with a record of size n and one of 2n, and what the
// second takes more is held against what the record has more. docs/PERFORMANCE.md has the figures.
// RLMDB_COST_MB and RLMDB_COST_MEMBERS ask for other sizes.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

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

/// Runs the program, which must succeed, with its output thrown away.
Cost cost_of(const std::vector<std::string>& arguments) {
  std::vector<char*> words;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::malloc_trim(0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::execv(words.front(), words.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  REQUIRE_EQ(::wait4(child, &status, 0, &usage), child);
  std::string all;
  for (const std::string& argument : arguments) all += argument + " ";
  INFO(all);
  REQUIRE(WIFEXITED(status));
  REQUIRE_EQ(WEXITSTATUS(status), 0);
  return {seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) * 1024 / 1e6};
}

std::size_t asked(const char* variable, std::size_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

using Writer = std::function<void(std::ostream&)>;

/// One task with `members`. Written piece by piece: a child begins with the memory of this process.
void write_store(std::ostream& file, const Writer& members) {
  file
      << R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[{"id":"task-0000","state":"queued",)";
  members(file);
  file << "}]}";
}

Writer string_of(std::size_t megabytes) {
  return [megabytes](std::ostream& file) {
    const std::string piece(100'000, 'x');
    file << R"("prompt":")";
    for (std::size_t i = 0; i < 10 * megabytes; ++i) file << piece;
    file << '"';
  };
}

Writer members_of(std::size_t count) {
  return [count](std::ostream& file) {
    file << R"("prompt":"p","metadata":{"m":0)";
    for (std::size_t i = 0; i < count; ++i) file << ",\"m" << i << "\":" << i;
    file << '}';
  };
}

struct Command {
  std::string name;
  std::vector<std::string> words;  ///< FILE stands for the file that was imported
  double most_memory;              ///< bytes of peak memory for each byte that the record is longer
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
    costs.commands.push_back(cost_of(words));
  }
  return costs;
}

void compare(const std::string& shape, const Writer& small, const Writer& large,
             const std::vector<Command>& commands) {
  constexpr double k_most_time = 2.6;
  constexpr double k_least_time_s = 0.25;  // below that, starting a process tells more than the record
  const Costs less = costs_of(small, commands);
  const Costs more = costs_of(large, commands);
  const double grown_mb = more.file_mb - less.file_mb;
  for (std::size_t at = 0; at < commands.size(); ++at) {
    const double memory = (more.commands[at].peak_mb - less.commands[at].peak_mb) / grown_mb;
    std::cout << shape << " | " << commands[at].name << " | " << memory << " | " << more.commands[at].peak_mb
              << " MB | " << less.commands[at].cpu_s << " s, " << more.commands[at].cpu_s << " s\n";
    INFO(shape, ", ", commands[at].name);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    CHECK_LE(memory, commands[at].most_memory);
#endif
    if (more.commands[at].cpu_s >= k_least_time_s)
      CHECK_LE(more.commands[at].cpu_s, k_most_time * std::max(less.commands[at].cpu_s, 0.05));
  }
}

}  // namespace

TEST_SUITE("verify::cost") {
  TEST_CASE("F141: a command takes memory and time in proportion to the largest string") {
    const std::size_t megabytes = asked("RLMDB_COST_MB", 12);
    compare("string", string_of(megabytes), string_of(2 * megabytes),
            {{"import", {"import", "FILE", "-q"}, 7.3},
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

  TEST_CASE("F141: a command takes memory and time in proportion to the members of a record") {
    const std::size_t count = asked("RLMDB_COST_MEMBERS", 50'000);
    compare("members", members_of(count), members_of(2 * count),
            {{"import", {"import", "FILE", "-q"}, 26},
             {"show", {"show", "task-0000"}, 21},
             {"export", {"export", "-o", "OUT"}, 23},
             {"verify", {"verify"}, 36},
             {"verify FILE", {"verify", "FILE"}, 54},
             {"task set", {"task", "set", "task-0000", "metadata.k=3"}, 45}});
  }
}
