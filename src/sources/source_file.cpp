// SPDX-License-Identifier: MIT
#include "sources/source_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "sources/legacy_daemon.hpp"
#include "sources/live_copies.hpp"
#include "util/clock.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

namespace rlmdb::sources {

namespace {

bool same_moment(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

}  // namespace

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
  util::FileDescriptor file = util::open_named(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
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

void SourceFile::reopen() {
  if (descriptor.valid()) return;
  descriptor = open_regular(real_path);
  check_unchanged();
}

void SourceFile::renew() {
  if (is_text) return;
  SourceFile now = open_to_look(real_path);
  descriptor = std::move(now.descriptor);
  identity = now.identity;
  bytes = now.bytes;
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

SourceFile source_of_text(const std::filesystem::path& path, std::string_view text) {
  SourceFile source;
  source.given_path = path.string();
  source.real_path = std::filesystem::weakly_canonical(std::filesystem::absolute(path));
  source.is_text = true;
  source.descriptor = util::FileDescriptor(::memfd_create("rlmdb-source", MFD_CLOEXEC));
  if (!source.descriptor.valid()) util::throw_io("keep the text in memory", path, errno);
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(source.descriptor.get(), rest.data(), rest.size());
    if (written < 0 && errno != EINTR) util::throw_io("keep the text in memory", path, errno);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  source.identity = status_of(source.descriptor.get(), source.given_path);
  source.bytes = text.size();
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
  if (live == LiveSource::refuse) return source;
  std::vector<OpenedSource> alone(1);
  alone.front().file = std::move(source);
  copy_live(alone, AfterRefusal::stop, [](const LiveWait&) {});
  return std::move(alone.front().file);
}

}  // namespace rlmdb::sources
