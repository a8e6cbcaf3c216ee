// SPDX-License-Identifier: MIT
/// Runs the real program (or another one) as a process of its own and keeps what it says.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rlmdb::test {

/// The program under test; RLMDB_PROGRAM in the environment names another build of it.
inline std::string program_path() {
  const char* const other = std::getenv("RLMDB_PROGRAM");
  return other != nullptr ? other : RLMDB_PROGRAM;
}

struct Ended {
  int code = 0;  ///< exit code, or minus the signal that ended it
  std::string out;
  std::string error;
};

struct Launch {
  std::vector<std::string> words;          ///< the first is the program
  std::filesystem::path directory{};       ///< empty: the test's own
  std::vector<std::string> environment{};  ///< NAME=value, added
  std::function<void()> in_child = [] {};  ///< after fork, before exec
};

/// What one of its output streams receives: a file without a name.
class Capture {
 public:
  Capture() : m_descriptor(::memfd_create("output", MFD_CLOEXEC)) {
    if (m_descriptor < 0) throw std::runtime_error("memfd_create");
    ::fchmod(m_descriptor, 0666);
  }
  Capture(Capture&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  Capture& operator=(Capture&&) = delete;
  ~Capture() {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }

  [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
  [[nodiscard]] std::string text() const {
    struct stat status {};
    ::fstat(m_descriptor, &status);
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    if (::pread(m_descriptor, text.data(), text.size(), 0) != status.st_size)
      throw std::runtime_error("cannot read a capture");
    return text;
  }

 private:
  int m_descriptor;
};

/// A started process; killed and reaped on destruction. Not for use from several threads: it forks.
class RunningProgram {
 public:
  explicit RunningProgram(const Launch& launch) {
    std::vector<char*> words;
    for (const std::string& word : launch.words) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    m_pid = ::fork();
    if (m_pid < 0) throw std::runtime_error("fork");
    if (m_pid > 0) return;
    become(launch, words);
  }
  RunningProgram(RunningProgram&& other) noexcept
      : m_pid(std::exchange(other.m_pid, -1)),
        m_out(std::move(other.m_out)),
        m_error(std::move(other.m_error)) {}
  RunningProgram& operator=(RunningProgram&&) = delete;
  ~RunningProgram() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
  }

  [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
  void signal(int number) const { ::kill(m_pid, number); }
  /// What it has written by now.
  [[nodiscard]] std::string out() const { return m_out.text(); }

  Ended wait() {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) continue;
    m_pid = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), m_out.text(), m_error.text()};
  }

 private:
  [[noreturn]] void become(const Launch& launch, const std::vector<char*>& words) const {
    constexpr int k_cannot_run = 127;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(m_out.descriptor(), STDOUT_FILENO);
    ::dup2(m_error.descriptor(), STDERR_FILENO);
    if (!launch.directory.empty() && ::chdir(launch.directory.c_str()) != 0) ::_exit(k_cannot_run);
    ::unsetenv("RLMDB_DB");
    ::unsetenv("RLMDB_OWNER");
    for (const std::string& variable : launch.environment) ::putenv(const_cast<char*>(variable.c_str()));
    // Opened first: `in_child` may become a user who cannot reach the build directory.
    const int program = ::open(words.front(), O_PATH | O_CLOEXEC);
    launch.in_child();
    if (program >= 0) ::fexecve(program, words.data(), environ);
    ::execvp(words.front(), words.data());
    ::_exit(k_cannot_run);
  }

  pid_t m_pid = -1;
  Capture m_out;
  Capture m_error;
};

inline Ended run(const Launch& launch) {
  return RunningProgram(launch).wait();
}

/// The program on one database: rlmdb --db DATABASE ARGUMENTS...
inline Launch rlmdb_on(const std::filesystem::path& database, std::initializer_list<std::string> arguments) {
  Launch launch;
  launch.words = {program_path(), "--db", database.string()};
  launch.words.insert(launch.words.end(), arguments);
  return launch;
}

inline Ended run_rlmdb(const std::filesystem::path& database, std::initializer_list<std::string> arguments) {
  return run(rlmdb_on(database, arguments));
}

}  // namespace rlmdb::test
