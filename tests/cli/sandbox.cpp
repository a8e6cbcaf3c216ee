// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "sound_databases.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace cli_tests {
namespace {

// Also for texts that are made without a sandbox.
[[maybe_unused]] const int k_zone_is_set = ::setenv("TZ", "UTC", 1);

namespace fs = std::filesystem;

constexpr int k_cannot_run = 127;

int exit_code_of(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void redirect(int descriptor, const fs::path& file, int flags) {
  constexpr mode_t k_private = 0600;
  const int opened = ::open(file.c_str(), flags, k_private);
  if (opened == -1 || ::dup2(opened, descriptor) == -1) {
    ::_exit(k_cannot_run);
  }
  ::close(opened);
}

Outcome run_with_pipes(const Sandbox& sandbox, const std::string& command) {
  const fs::path& directory = sandbox.path();
  const fs::path out = directory / "stdout";
  const fs::path error = directory / "stderr";
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, error, O_WRONLY | O_CREAT | O_TRUNC);
    sandbox.become(command);
  }
  const int exit_code = exit_code_of(child);
  return {rlmdb::test::read_all(out), rlmdb::test::read_all(error), exit_code};
}

Outcome run_on_terminal(const Sandbox& sandbox, const std::string& command) {
  constexpr unsigned short k_rows = 24;
  constexpr unsigned short k_columns = 72;
  const winsize size{k_rows, k_columns, 0, 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    sandbox.become(command);
  }
  Outcome outcome;
  std::array<char, 4096> buffer{};
  for (ssize_t length = ::read(terminal, buffer.data(), buffer.size()); length > 0;
       length = ::read(terminal, buffer.data(), buffer.size())) {
    outcome.out.append(buffer.data(), static_cast<std::size_t>(length));
  }
  outcome.exit_code = exit_code_of(child);
  ::close(terminal);
  for (std::size_t at = outcome.out.find("\r\n"); at != std::string::npos;
       at = outcome.out.find("\r\n", at)) {
    outcome.out.erase(at, 1);
  }
  return outcome;
}

}  // namespace

Sandbox::Sandbox(End end) : m_end(end) {
  std::string pattern = (fs::canonical(fs::temp_directory_path()) / "rlmdb-cli-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("cannot make a directory for a test");
  }
  m_path = pattern;
  fs::create_directory(m_path / "bin");
  fs::create_symlink(RLMDB_PROGRAM, m_path / "bin" / "rlmdb");
  const fs::path source = RLMDB_SOURCE_DIR;
  fs::copy(source / "tests/cli/inputs", m_path / "work", fs::copy_options::recursive);
  fs::copy(source / "data/legacy/seed-trees", m_path / "work" / "seed-trees");
  fs::copy(source / "data/grid", m_path / "grid", fs::copy_options::recursive);
}

Sandbox::~Sandbox() {
  if (m_end == End::sound && std::uncaught_exceptions() == 0) rlmdb::test::check_sound(m_path);
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

Outcome Sandbox::run(const std::string& command, Surface surface) const {
  return surface == Surface::pipes ? run_with_pipes(*this, command) : run_on_terminal(*this, command);
}

void Sandbox::become(const std::string& command) const {
  // The same surroundings for every run, whatever they are outside.
  ::clearenv();
  const std::string path = (m_path / "bin").string() + ":/usr/local/bin:/usr/bin:/bin";
  ::setenv("PATH", path.c_str(), 1);
  ::setenv("HOME", m_path.c_str(), 1);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::setenv("TERM", "xterm", 1);
  ::setenv("RLMDB_PAGER", "cat", 1);
  ::setenv("TZ", "UTC", 1);
  ::setenv("RLMDB_OWNER", "tester", 1);
  if (::chdir((m_path / "work").c_str()) == 0) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  }
  ::_exit(k_cannot_run);
}

void run_quietly(const Sandbox& sandbox, const std::string& command) {
  const Outcome outcome = sandbox.run(command, Surface::pipes);
  CAPTURE(command);
  CAPTURE(outcome.error);
  REQUIRE_EQ(outcome.exit_code, 0);
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace cli_tests
