// SPDX-License-Identifier: MIT
#include "db/gate_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "rlmdb/error.hpp"
#include "util/private_file.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::db {

HolderName own_name() {
  const util::ProcessIdentity self = util::own_identity();
  const std::string text = std::to_string(self.pid) + " " + std::to_string(self.start_ticks) + "\n";
  HolderName name{};
  std::copy_n(text.begin(), std::min(text.size(), name.size()), name.begin());
  return name;
}

struct flock lock_of(short type, std::int64_t start, std::int64_t length) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}

util::FileDescriptor open_gate(const std::filesystem::path& path, const std::filesystem::path& database) {
  constexpr int k_flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  util::FileDescriptor file(::open(path.c_str(), k_flags | O_CREAT | O_EXCL, 0600));
  if (file.valid()) {
    struct stat owner {};
    // Made by root, it must still admit the database's owner; SQLite does the same for -wal and -shm.
    const bool by_root = ::geteuid() == 0 && ::stat(database.c_str(), &owner) == 0;
    if (::fchmod(file.get(), 0600) != 0 || (by_root && ::fchown(file.get(), owner.st_uid, owner.st_gid) != 0))
      util::throw_io("set the mode of", path, errno);
    return file;
  }
  if (errno != EEXIST) util::throw_io("make the writer gate", path, errno);
  file = util::FileDescriptor(::open(path.c_str(), k_flags));
  if (!file.valid()) util::throw_io("open the writer gate", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    throw Error(ErrorCode::io, "the writer gate " + path.string() + " is not a regular file", path.string());
  // A name that somebody gave to a file of his own: what is written here would be in there.
  if (status.st_nlink > 1)
    throw Error(ErrorCode::conflict,
                "the writer gate " + path.string() + " has " + std::to_string(status.st_nlink) +
                    " names (hard links): it is somebody's file",
                path.string(), "nothing was changed; while nobody uses the database, remove that name");
  return file;
}

util::FileDescriptor open_companion(const std::string& path, int flags) noexcept {
  return util::FileDescriptor(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
}

std::int64_t birth_ns(const std::filesystem::path& path) noexcept {
  constexpr std::int64_t k_second_ns = 1'000'000'000;
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_BTIME, &status) != 0) return 0;
  if ((status.stx_mask & STATX_BTIME) == 0) return 0;
  return status.stx_btime.tv_sec * k_second_ns + status.stx_btime.tv_nsec;
}

HolderRecord read_holder(int file) {
  HolderRecord record;
  if (::pread(file, &record, sizeof record, k_holder_offset) != sizeof record) return {};
  return record;
}

std::optional<struct flock> find_lock(int file, std::int64_t start, std::int64_t length,
                                      const std::filesystem::path& path) {
  struct flock lock = lock_of(F_WRLCK, start, length);
  if (::fcntl(file, F_OFD_GETLK, &lock) != 0) util::throw_io("ask for locks on", path, errno);
  if (lock.l_type == F_UNLCK) return std::nullopt;
  return lock;
}

}  // namespace rlmdb::db
