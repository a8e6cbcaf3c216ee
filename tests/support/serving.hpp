// SPDX-License-Identifier: MIT
/// A real `rlmdb serve` at the other end of two pipes.
#pragma once

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program_run.hpp"

namespace rlmdb::test {

using Json = nlohmann::ordered_json;

/// One end of a conversation: a descriptor to write requests to, and one to read answers from.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer() {
    close_input();
    close_output();
  }

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(m_in, bytes.data(), bytes.size());
      if (written <= 0) throw std::runtime_error("the server reads no more");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  /// Without its line feed; "" at the end. Throws when nothing comes within 60 s.
  std::string line() {
    while (true) {
      if (const std::size_t end = m_read.find('\n', m_searched); end != std::string::npos) {
        std::string line = m_read.substr(0, end);
        m_read.erase(0, end + 1);
        m_searched = 0;
        return line;
      }
      m_searched = m_read.size();
      pollfd output{m_out, POLLIN, 0};
      if (::poll(&output, 1, 60'000) != 1) throw std::runtime_error("the server does not answer");
      const std::size_t before = m_read.size();
      m_read.resize(before + (std::size_t{1} << 16));
      const ssize_t count = ::read(m_out, m_read.data() + before, std::size_t{1} << 16);
      m_read.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
      if (count <= 0) return {};
    }
  }

  Json answer() {
    const std::string text = line();
    if (text.empty()) throw std::runtime_error("the server has ended");
    return Json::parse(text);
  }

  /// Its whole answer.
  Json call(const std::string& method, const std::string& params = "{}") {
    send(R"({"jsonrpc":"2.0","id":)" + std::to_string(++m_id) + R"(,"method":)" + Json(method).dump() +
         R"(,"params":)" + params + "}\n");
    return answer();
  }
  /// Its `result`; throws for an error.
  Json result(const std::string& method, const std::string& params = "{}") {
    Json whole = call(method, params);
    if (!whole.contains("result")) throw std::runtime_error(whole.dump());
    return whole.at("result");
  }

  void close_input() { close(m_in); }
  void close_output() { close(m_out); }

 protected:
  int m_in = -1;
  int m_out = -1;

 private:
  static void close(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
  }

  int m_id = 0;
  std::string m_read;
  std::size_t m_searched = 0;
};

class Serving : public Peer {
 public:
  explicit Serving(const std::filesystem::path& directory,
                   std::vector<std::string> words = {"--db", "x.db", "serve"},
                   std::vector<std::string> environment = {}) {
    int input[2];
    int output[2];
    if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    words.insert(words.begin(), program_path());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    m_pid = ::fork();
    if (m_pid < 0) throw std::runtime_error("fork");
    if (m_pid == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::dup2(input[0], STDIN_FILENO);
      ::dup2(output[1], STDOUT_FILENO);
      ::unsetenv("RLMDB_DB");
      ::unsetenv("RLMDB_OWNER");
      for (std::string& variable : environment) ::putenv(variable.data());
      if (::chdir(directory.c_str()) == 0) ::execv(arguments.front(), arguments.data());
      ::_exit(127);
    }
    ::close(input[0]);
    ::close(output[1]);
    m_in = input[1];
    m_out = output[0];
  }
  ~Serving() {
    if (m_pid > 0) {
      ::kill(m_pid, SIGKILL);
      ::waitpid(m_pid, nullptr, 0);
    }
  }

  [[nodiscard]] pid_t pid() const noexcept { return m_pid; }

  /// Exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(m_pid, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int end() {
    close_input();
    while (!line().empty()) continue;
    return wait();
  }

 private:
  pid_t m_pid = -1;
};

/// A database with so many queued tasks.
inline void make_database(const std::filesystem::path& directory, int tasks) {
  REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
  for (int index = 0; index < tasks; ++index) {
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "--prompt", "one"}).code == 0);
  }
}

inline std::string request(int id, const std::string& method, const Json& params) {
  return Json{{"id", id}, {"method", method}, {"params", params}}.dump() + "\n";
}

/// That of an environment variable.
inline std::int64_t number_of(const char* variable, std::int64_t otherwise) {
  const char* const given = std::getenv(variable);
  return given == nullptr ? otherwise : std::atoll(given);
}

/// A line that a client could send by mistake: one of `good` with bytes changed, cut, doubled or put in.
inline std::string spoiled_line(const std::vector<std::string>& good, std::mt19937_64& random) {
  std::string line = good[random() % good.size()];
  for (std::uint64_t change = 0; change <= random() % 4; ++change) {
    const std::size_t at = random() % (line.size() + 1);
    switch (random() % 5) {
      case 0:
        line.resize(at);
        break;
      case 1:
        line.insert(at, 1, static_cast<char>(random() % 256));
        break;
      case 2:
        if (at < line.size()) line[at] = static_cast<char>(random() % 256);
        break;
      case 3:
        line.insert(at, line.substr(at / 2, random() % 16));
        break;
      default:
        line.insert(at, std::string(random() % 50, "{[\"\\:,9"[random() % 7]));
    }
  }
  std::erase(line, '\n');
  return line;
}

/// What /proc/locks says of the process.
inline std::string locks_of(pid_t pid) {
  std::ifstream locks("/proc/locks");
  std::set<std::string> own;
  for (std::string line; std::getline(locks, line);) {
    if (line.find(" " + std::to_string(pid) + " ") != std::string::npos)
      own.insert(line.substr(line.find(':') + 1));
  }
  std::string all;
  for (const std::string& line : own) all += line + "\n";
  return all;
}

/// How many times the memory that it needs a process has under sanitizers, which keep notes of each byte.
#ifdef RLMDB_IS_SANITIZED
inline constexpr std::int64_t k_memory_factor = 4;
#else
inline constexpr std::int64_t k_memory_factor = 1;
#endif

/// Bytes of memory that are its own.
inline std::int64_t memory_of(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::atoll(line.c_str() + 8) * 1024;
  }
  return 0;
}

}  // namespace rlmdb::test
