// SPDX-License-Identifier: MIT
// Preloaded into the program: counts the calls that change files under one directory and lets the n-th fail.
// Environment: RLMDB_FAULT_PREFIX (the directory), RLMDB_FAULT_AT (n, from 1; 0 only counts),
// RLMDB_FAULT_MODE (eio, full, kill, torn), RLMDB_FAULT_COUNT (file that the number of calls goes to),
// RLMDB_FAULT_LOG (file that gets a line for each fsync: "fsync PATH").
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum class Mode { eio, full, kill, torn };

/// What a call does to the space on the disk: a full disk refuses only what takes some.
enum class Space { taken, untouched };

struct Plan {
  std::string_view prefix;
  long at = 0;
  Mode mode = Mode::eio;
};

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

const Plan& plan() {
  static const Plan k_plan = [] {
    const std::string_view mode = variable("RLMDB_FAULT_MODE");
    const Mode chosen = mode == "full"   ? Mode::full
                        : mode == "kill" ? Mode::kill
                        : mode == "torn" ? Mode::torn
                                         : Mode::eio;
    return Plan{variable("RLMDB_FAULT_PREFIX"), std::atol(variable("RLMDB_FAULT_AT")), chosen};
  }();
  return k_plan;
}

std::atomic<long> s_calls{0};

using PathText = std::array<char, 4096>;
constexpr std::string_view k_descriptors = "/proc/self/fd/";

/// The name of an open file, empty where it has none.
std::string_view name_of(int descriptor, PathText& text) {
  std::array<char, 64> link{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link.data(), text.data(), text.size());
  return length > 0 ? std::string_view(text.data(), static_cast<std::size_t>(length)) : std::string_view();
}

/// Also a name in an open directory: "/proc/self/fd/7/name".
bool is_ours(std::string_view path) {
  PathText text{};
  if (path.substr(0, k_descriptors.size()) == k_descriptors)
    path = name_of(std::atoi(path.data() + k_descriptors.size()), text);
  return !plan().prefix.empty() && path.substr(0, plan().prefix.size()) == plan().prefix;
}

bool is_ours(int descriptor) {
  PathText text{};
  const std::string_view name = name_of(descriptor, text);
  return !name.empty() && is_ours(name);
}

void log_sync(int descriptor) {
  const char* const path = variable("RLMDB_FAULT_LOG");
  if (*path == '\0') return;
  PathText text{};
  const std::string_view name = name_of(descriptor, text);
  std::array<char, 4200> line{};
  const int length =
      std::snprintf(line.data(), line.size(), "fsync %.*s\n", static_cast<int>(name.size()), name.data());
  const auto log =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600));
  (void)::syscall(SYS_write, log, line.data(), static_cast<std::size_t>(length));
  (void)::syscall(SYS_close, log);
}

enum class Verdict { pass, fail, torn };

/// Counts a call on one of our files, and ends the process where that is the plan.
Verdict judge(Space space) {
  const long number = ++s_calls;
  const Plan& now = plan();
  if (now.at == 0 || number < now.at) return Verdict::pass;
  if (now.mode == Mode::full) {
    if (space == Space::untouched) return Verdict::pass;
    errno = ENOSPC;
    return Verdict::fail;
  }
  if (number != now.at) return Verdict::pass;
  if (now.mode == Mode::kill) ::raise(SIGKILL);
  if (now.mode == Mode::torn) return Verdict::torn;
  errno = EIO;
  return Verdict::fail;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <class Function, class... Arguments>
int path_call(const char* name, Space space, const char* path, Arguments... arguments) {
  if (is_ours(path)) {
    const Verdict verdict = judge(space);
    if (verdict == Verdict::torn) ::raise(SIGKILL);
    if (verdict == Verdict::fail) return -1;
  }
  return next<Function>(name)(arguments...);
}

template <class Function, class... Arguments>
int descriptor_call(const char* name, Space space, int descriptor, Arguments... arguments) {
  if (is_ours(descriptor)) {
    const Verdict verdict = judge(space);
    if (verdict == Verdict::torn) ::raise(SIGKILL);
    if (verdict == Verdict::fail) return -1;
  }
  return next<Function>(name)(descriptor, arguments...);
}

/// `write_some` writes the given number of bytes; torn is half of them and then the end.
template <class WriteSome>
ssize_t write_call(int descriptor, std::size_t count, WriteSome write_some) {
  if (is_ours(descriptor)) {
    const Verdict verdict = judge(Space::taken);
    if (verdict == Verdict::fail) return -1;
    if (verdict == Verdict::torn) {
      (void)write_some(count / 2);
      ::raise(SIGKILL);
    }
  }
  return write_some(count);
}

int open_call(const char* name, const char* path, int flags, mode_t mode) {
  const Space space = (flags & O_CREAT) != 0 ? Space::taken : Space::untouched;
  return path_call<int(const char*, int, mode_t)>(name, space, path, path, flags, mode);
}

__attribute__((destructor)) void tell_count() {
  const char* const path = variable("RLMDB_FAULT_COUNT");
  if (*path == '\0') return;
  if (std::FILE* const file = std::fopen(path, "w")) {
    std::fprintf(file, "%ld\n", s_calls.load());
    std::fclose(file);
  }
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_call("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_call("open64", path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  return write_call(descriptor, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, some);
  });
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset) {
  return write_call(descriptor, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes, some, offset);
  });
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t offset) {
  return write_call(descriptor, count, [&](size_t some) {
    return next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64")(descriptor, bytes, some, offset);
  });
}

int ftruncate(int descriptor, off_t length) {
  return descriptor_call<int(int, off_t)>("ftruncate", Space::untouched, descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  return descriptor_call<int(int, off64_t)>("ftruncate64", Space::untouched, descriptor, length);
}

int fsync(int descriptor) {
  log_sync(descriptor);
  return descriptor_call<int(int)>("fsync", Space::untouched, descriptor);
}

int fdatasync(int descriptor) {
  return descriptor_call<int(int)>("fdatasync", Space::untouched, descriptor);
}

int unlink(const char* path) noexcept {
  return path_call<int(const char*)>("unlink", Space::untouched, path, path);
}

int rename(const char* from, const char* to) noexcept {
  return path_call<int(const char*, const char*)>("rename", Space::untouched, to, from, to);
}

int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) noexcept {
  return path_call<int(int, const char*, int, const char*, unsigned)>("renameat2", Space::taken, to, from_at,
                                                                      from, to_at, to, flags);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return path_call<int(const char*, mode_t)>("mkdir", Space::taken, path, path, mode);
}

int fchmod(int descriptor, mode_t mode) noexcept {
  return descriptor_call<int(int, mode_t)>("fchmod", Space::untouched, descriptor, mode);
}

int futimens(int descriptor, const timespec* times) noexcept {
  return descriptor_call<int(int, const timespec*)>("futimens", Space::untouched, descriptor, times);
}

ssize_t sendfile(int to, int from, off_t* offset, size_t count) noexcept {
  return write_call(to, count, [&](size_t some) {
    return next<ssize_t(int, int, off_t*, size_t)>("sendfile")(to, from, offset, some);
  });
}

int link(const char* from, const char* to) noexcept {
  return path_call<int(const char*, const char*)>("link", Space::taken, to, from, to);
}

}  // extern "C"
