// SPDX-License-Identifier: MIT
#include "sources/source_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "sources/legacy_daemon.hpp"
#include "sources/tasks_json_read.hpp"
#include "util/clock.hpp"

namespace rlmdb::sources {

namespace {

constexpr int k_snapshot_tries = 40;
/// Copies in a row between which the file did not change.
constexpr int k_quiet_tries = 5;
constexpr std::chrono::milliseconds k_snapshot_pause{50};

bool same_moment(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

bool same_file_state(const struct stat& left, const struct stat& right) {
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino && left.st_size == right.st_size &&
         same_moment(left.st_mtim, right.st_mtim) && same_moment(left.st_ctim, right.st_ctim);
}

struct stat status_of(int descriptor, const std::string& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) {
    throw Error(ErrorCode::io, std::string("cannot read the file's status: ") + std::strerror(errno), path);
  }
  return status;
}

util::FileDescriptor open_regular(const std::filesystem::path& path) {
  util::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.valid()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      throw Error(ErrorCode::not_found, "no such file", path.string(), "check the path");
    }
    throw Error(ErrorCode::io, std::string("cannot open the file: ") + std::strerror(errno), path.string());
  }
  const struct stat status = status_of(file.get(), path.string());
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::invalid_input, "is no regular file", path.string(),
                "import a copy of its content");
  }
  // Whoever would overwrite it meanwhile sees that; where the file system has no such locks, nobody does.
  (void)::flock(file.get(), LOCK_SH | LOCK_NB);
  return file;
}

util::FileDescriptor private_file(const std::filesystem::path& near) {
  util::FileDescriptor file(
      ::open(near.parent_path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.valid()) {
    file = util::FileDescriptor(::open(std::filesystem::temp_directory_path().c_str(),
                                       O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
  }
  if (!file.valid()) {
    throw Error(ErrorCode::io, std::string("cannot make a private copy: ") + std::strerror(errno),
                near.string());
  }
  return file;
}

void write_all(int descriptor, const char* bytes, std::size_t count, const std::string& path) {
  while (count > 0) {
    const ssize_t written = ::write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw Error(ErrorCode::io, std::string("cannot write a private copy: ") + std::strerror(errno), path);
    }
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

void copy_bytes(int from, int to, const std::string& path) {
  json::ByteSource source(from);
  std::string chunk(json::ByteSource::k_chunk_bytes, '\0');
  while (const std::size_t count = source.read(chunk.data(), chunk.size()))
    write_all(to, chunk.data(), count, path);
}

/// A torn copy of a file that is written front to back is no complete document.
bool is_complete_document(int descriptor) {
  if (lseek(descriptor, 0, SEEK_SET) != 0) return false;
  json::ByteSource source(descriptor);
  TasksReader reader(source);
  try {
    while (reader.next().kind != TasksEventKind::end) continue;
    return true;
  } catch (const JsonDamage&) {
    return false;
  }
}

/// Times of files are as coarse as the kernel's tick: of two writes within one the second leaves no trace.
/// Once the tick of the last write is over, every further one shows.
void wait_for_next_tick(const struct stat& status) {
  timespec now{};
  timespec tick{};
  if (::clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0 || ::clock_getres(CLOCK_REALTIME_COARSE, &tick) != 0)
    return;
  const auto is_over = [&] {
    return now.tv_sec != status.st_ctim.tv_sec ? now.tv_sec > status.st_ctim.tv_sec
                                               : now.tv_nsec > status.st_ctim.tv_nsec;
  };
  // A clock that was set back, or one of another machine, is not waited for.
  if (!is_over()) std::this_thread::sleep_for(2 * std::chrono::nanoseconds(tick.tv_nsec));
}

void take_snapshot(SourceFile& source) {
  struct stat last {};
  int quiet = 0;
  for (int attempt = 0; attempt < k_snapshot_tries; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(k_snapshot_pause);
    util::FileDescriptor original = open_regular(source.real_path);
    util::FileDescriptor copy = private_file(source.real_path);
    const struct stat before = status_of(original.get(), source.given_path);
    wait_for_next_tick(before);
    copy_bytes(original.get(), copy.get(), source.given_path);
    const struct stat after = status_of(original.get(), source.given_path);
    quiet = same_file_state(before, after) && same_file_state(before, last) ? quiet + 1 : 0;
    last = after;
    if (!same_file_state(before, after)) continue;
    // A file that nobody writes any more is not torn, it is damaged: the reader says where.
    if (quiet < k_quiet_tries && !is_complete_document(copy.get())) continue;
    source.descriptor = std::move(copy);
    source.identity = status_of(source.descriptor.get(), source.given_path);
    source.bytes = static_cast<std::uint64_t>(source.identity.st_size);
    source.rewind();
    return;
  }
  throw Error(ErrorCode::busy, "the legacy daemon rewrites the file faster than it can be copied",
              source.given_path, "try again, or stop the daemon first");
}

}  // namespace

void SourceFile::reopen() {
  if (descriptor.valid()) return;
  descriptor = open_regular(real_path);
  check_unchanged();
}

void SourceFile::rewind() const {
  if (lseek(descriptor.get(), 0, SEEK_SET) != 0) {
    throw Error(ErrorCode::io, std::string("cannot seek: ") + std::strerror(errno), given_path);
  }
}

std::string SourceFile::read_at(std::uint64_t offset, std::uint64_t count) const {
  std::string text(count, '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t read =
        pread(descriptor.get(), text.data() + done, text.size() - done, static_cast<off_t>(offset + done));
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) throw Error(ErrorCode::io, std::string("cannot read: ") + std::strerror(errno), given_path);
    if (read == 0) throw Error(ErrorCode::conflict, "the file became shorter while it was read", given_path);
    done += static_cast<std::size_t>(read);
  }
  return text;
}

void SourceFile::check_unchanged() const {
  if (same_file_state(identity, status_of(descriptor.get(), given_path))) return;
  throw Error(ErrorCode::conflict, "the file was written while it was read; nothing was imported", given_path,
              "stop the program that writes it, or use --live");
}

std::string modified_at(const SourceFile& source) {
  const timespec& time = source.identity.st_mtim;
  const auto since_1970 = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  return util::utc_text(std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_1970)));
}

SourceFile open_to_look(const std::filesystem::path& path) {
  SourceFile source;
  source.given_path = path.string();
  source.descriptor = open_regular(path);
  std::error_code failure;
  source.real_path = std::filesystem::canonical(path, failure);
  if (failure)
    throw Error(ErrorCode::io, "cannot find out where the file lies: " + failure.message(), path.string());
  source.identity = status_of(source.descriptor.get(), source.given_path);
  source.bytes = static_cast<std::uint64_t>(source.identity.st_size);
  return source;
}

SourceFile open_source(const std::filesystem::path& path, LiveSource live) {
  SourceFile source = open_to_look(path);
  const std::optional<pid_t> daemon = find_live_daemon(source.real_path);
  if (daemon && live == LiveSource::refuse) {
    throw Error(ErrorCode::conflict,
                "a legacy daemon (pid " + std::to_string(*daemon) + ") is alive and may rewrite the file",
                source.given_path, "stop the daemon, or use --live to import a stable snapshot");
  }
  if (live == LiveSource::snapshot) take_snapshot(source);
  return source;
}

}  // namespace rlmdb::sources
