// SPDX-License-Identifier: MIT
// Preloaded into the program: one kind of trouble, which no call that changes files brings. Environment:
// RLMDB_TROUBLE (sync, read: the n-th of these calls on files under RLMDB_TROUBLE_PREFIX fails with EIO;
// memory: none from the n-th piece on; clock: it stands still at n seconds since 1970), RLMDB_TROUBLE_AT (n).
#include <dlfcn.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" {
// glibc's own, behind the names that are replaced here.
void* __libc_malloc(std::size_t);               // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);       // NOLINT(bugprone-reserved-identifier)
}

namespace {

struct Trouble {
  std::string_view kind;
  std::string_view prefix;
  long at = 0;
};

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Read anew each time: a guarded static could allocate, and this is called by malloc.
Trouble trouble() {
  return {variable("RLMDB_TROUBLE"), variable("RLMDB_TROUBLE_PREFIX"),
          std::atol(variable("RLMDB_TROUBLE_AT"))};
}

bool is_under(int descriptor, std::string_view prefix) {
  std::array<char, 64> link{};
  std::array<char, 4096> path{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link.data(), path.data(), path.size());
  return length > 0 && std::string_view(path.data(), static_cast<std::size_t>(length)).starts_with(prefix);
}

bool fails(std::string_view kind, int descriptor) {
  static std::atomic<long> s_calls{0};
  const Trouble now = trouble();
  if (now.kind != kind || !is_under(descriptor, now.prefix) || ++s_calls != now.at) return false;
  errno = EIO;
  return true;
}

bool memory_is_gone() {
  static std::atomic<long> s_pieces{0};
  const Trouble now = trouble();
  if (now.kind != "memory" || ++s_pieces < now.at) return false;
  errno = ENOMEM;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int fsync(int descriptor) {
  return fails("sync", descriptor) ? -1 : next<int(int)>("fsync")(descriptor);
}

int fdatasync(int descriptor) {
  return fails("sync", descriptor) ? -1 : next<int(int)>("fdatasync")(descriptor);
}

ssize_t pread(int descriptor, void* bytes, size_t count, off_t offset) {
  if (fails("read", descriptor)) return -1;
  return next<ssize_t(int, void*, size_t, off_t)>("pread")(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void* bytes, size_t count, off64_t offset) {
  if (fails("read", descriptor)) return -1;
  return next<ssize_t(int, void*, size_t, off64_t)>("pread64")(descriptor, bytes, count, offset);
}

int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
  const int result = next<int(clockid_t, struct timespec*)>("clock_gettime")(clock, time);
  if (clock == CLOCK_REALTIME && trouble().kind == "clock") time->tv_sec = trouble().at;
  return result;
}

void* malloc(std::size_t size) noexcept {
  return memory_is_gone() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return memory_is_gone() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  return memory_is_gone() ? nullptr : __libc_realloc(old, size);
}

}  // extern "C"
