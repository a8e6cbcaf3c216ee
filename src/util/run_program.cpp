// SPDX-License-Identifier: MIT
#include "util/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "rlmdb/error.hpp"
#include "util/file_descriptor.hpp"

namespace rlmdb::util {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t k_kept_error_bytes = 16 * 1024;
constexpr int k_first_own_descriptor = 3;

[[noreturn]] void throw_cannot(const std::string& program, int error_number) {
  throw Error(ErrorCode::io, "cannot run " + program + ": " + std::strerror(error_number), program,
              "try again when the system has more processes and open files to give");
}

/// Above the standard streams, which may be closed, and then a pipe's end would be taken for one of them.
FileDescriptor above_standard(FileDescriptor descriptor, const std::string& program) {
  FileDescriptor moved(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, k_first_own_descriptor));
  if (!moved.valid()) throw_cannot(program, errno);
  return moved;
}

struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;
};

Pipe make_pipe(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_cannot(program, errno);
  FileDescriptor reading(ends[0]);
  FileDescriptor writing(ends[1]);
  return {above_standard(std::move(reading), program), above_standard(std::move(writing), program)};
}

/// A file without a name that holds the input: the program can never wait for us, nor we for it.
FileDescriptor input_file(const std::string& input, const std::string& program) {
  FileDescriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (!file.valid()) throw_cannot(program, errno);
  for (std::size_t done = 0; done < input.size();) {
    const ssize_t count = ::write(file.get(), input.data() + done, input.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw_cannot(program, errno);
    done += static_cast<std::size_t>(count);
  }
  if (::lseek(file.get(), 0, SEEK_SET) != 0) throw_cannot(program, errno);
  return above_standard(std::move(file), program);
}

/// "" where none of the absolute directories of PATH has it.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    if (!directory.starts_with('/')) continue;
    std::string file = std::string(directory) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

bool is_dropped(const ProgramCall& call, std::string_view variable) {
  const auto begins = [&](const std::string& prefix) { return variable.starts_with(prefix); };
  const auto is_given = [&](const std::string& given) {
    return variable.starts_with(std::string_view(given).substr(0, given.find('=') + 1));
  };
  return std::any_of(call.dropped_variables.begin(), call.dropped_variables.end(), begins) ||
         std::any_of(call.environment.begin(), call.environment.end(), is_given);
}

std::vector<std::string> environment_of(const ProgramCall& call) {
  std::vector<std::string> variables = call.environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_dropped(call, *variable)) variables.emplace_back(*variable);
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// How a process begins: its streams, a group of its own, and signals as they are by default.
class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&m_files);
    ::posix_spawnattr_init(&m_attributes);
    sigset_t none;
    sigset_t ordinary;
    ::sigemptyset(&none);
    ::sigemptyset(&ordinary);
    for (const int number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD})
      ::sigaddset(&ordinary, number);
    ::posix_spawnattr_setpgroup(&m_attributes, 0);
    ::posix_spawnattr_setsigmask(&m_attributes, &none);
    ::posix_spawnattr_setsigdefault(&m_attributes, &ordinary);
    ::posix_spawnattr_setflags(&m_attributes,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&m_attributes);
    ::posix_spawn_file_actions_destroy(&m_files);
  }

  void set_stream(const FileDescriptor& descriptor, int stream) {
    ::posix_spawn_file_actions_adddup2(&m_files, descriptor.get(), stream);
  }
  /// The errno, or 0.
  int spawn(pid_t& process, const std::string& file, char* const* words, char* const* variables) const {
    return ::posix_spawn(&process, file.c_str(), &m_files, &m_attributes, words, variables);
  }

 private:
  posix_spawn_file_actions_t m_files{};
  posix_spawnattr_t m_attributes{};
};

/// A process that runs, and its group with it. Killed and reaped on destruction.
class Running {
 public:
  explicit Running(pid_t process) : m_process(process) {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { reap(); }

  /// Whether it has ended; it is not reaped, so its group's number stays its own.
  [[nodiscard]] bool has_ended() const {
    siginfo_t state{};
    return ::waitid(P_PID, static_cast<id_t>(m_process), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           state.si_pid != 0;
  }
  /// Ends all of its group. As waitpid(2) has it.
  int reap() {
    if (m_process < 0) return m_status;
    ::kill(-m_process, SIGKILL);
    while (::waitpid(m_process, &m_status, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
    return m_status;
  }

 private:
  pid_t m_process;
  int m_status = 0;
};

int milliseconds_until(SteadyClock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

/// Reads what is there. False at the end of the stream.
bool read_some(const FileDescriptor& descriptor, std::string& text, std::size_t most_bytes) {
  std::array<char, 64 * 1024> buffer;
  const ssize_t count = ::read(descriptor.get(), buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  const std::size_t room = most_bytes - std::min(most_bytes, text.size());
  text.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
  return count > 0;
}

/// Until both streams and the process have ended, or a limit is reached.
ProgramEnd watch(const ProgramCall& call, const Running& running, FileDescriptor& output,
                 FileDescriptor& errors, ProgramResult& result) {
  const SteadyClock::time_point end = SteadyClock::now() + call.most_time;
  constexpr int k_between_looks_ms = 2;
  while (output.valid() || errors.valid() || !running.has_ended()) {
    const int left = milliseconds_until(end);
    if (left == 0) return ProgramEnd::too_long;
    std::array<pollfd, 2> streams{{{output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}}};
    const bool are_open = output.valid() || errors.valid();
    if (::poll(streams.data(), streams.size(), are_open ? left : k_between_looks_ms) <= 0) continue;
    if (streams[0].revents != 0 && !read_some(output, result.output, call.most_bytes + 1)) output.close();
    if (streams[1].revents != 0 && !read_some(errors, result.errors, k_kept_error_bytes)) errors.close();
    if (result.output.size() > call.most_bytes) return ProgramEnd::too_much;
  }
  return ProgramEnd::exited;
}

}  // namespace

ProgramResult run_program(const ProgramCall& call) {
  const std::string& name = call.words.front();
  ProgramResult result;
  const std::string file = find_program(name);
  if (file.empty()) return {ProgramEnd::not_started, ENOENT};
  std::vector<std::string> words = call.words;
  std::vector<std::string> variables = environment_of(call);
  const FileDescriptor input = input_file(call.input, name);
  Pipe output = make_pipe(name);
  Pipe errors = make_pipe(name);
  SpawnSettings settings;
  settings.set_stream(input, STDIN_FILENO);
  settings.set_stream(output.writing, STDOUT_FILENO);
  settings.set_stream(errors.writing, STDERR_FILENO);
  pid_t process = -1;
  const int error_number =
      settings.spawn(process, file, pointers_to(words).data(), pointers_to(variables).data());
  if (error_number == EAGAIN || error_number == ENOMEM) throw_cannot(name, error_number);
  if (error_number != 0) return {ProgramEnd::not_started, error_number};
  Running running(process);
  output.writing.close();
  errors.writing.close();
  result.end = watch(call, running, output.reading, errors.reading, result);
  const int status = running.reap();
  if (result.output.size() > call.most_bytes) result.output.resize(call.most_bytes);
  if (result.end != ProgramEnd::exited) return result;
  if (WIFSIGNALED(status)) result.end = ProgramEnd::signalled;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

std::string to_text(const ProgramCall& call, const ProgramResult& result) {
  switch (result.end) {
    case ProgramEnd::exited:
      return "ended with status " + std::to_string(result.code);
    case ProgramEnd::signalled:
      return "was ended by signal " + std::to_string(result.code);
    case ProgramEnd::too_long:
      return "took longer than " + std::to_string(call.most_time.count()) + " ms and was ended";
    case ProgramEnd::too_much:
      return "said more than " + std::to_string(call.most_bytes) + " bytes and was ended";
    case ProgramEnd::not_started:
      break;
  }
  return result.code == ENOENT ? "is not installed"
                               : std::string("cannot be run: ") + std::strerror(result.code);
}

}  // namespace rlmdb::util
