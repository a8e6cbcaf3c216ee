// SPDX-License-Identifier: MIT
#include "util/directory_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "rlmdb/error.hpp"
#include "util/file_descriptor.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_copied_at_once_bytes = std::size_t{1} << 20;

void require(const std::error_code& failure, const char* doing, const fs::path& path) {
  if (failure) throw_io(doing, path, failure.value());
}

/// The copy seems written when the original was, and may be used by whom it might; all of it is durable.
void finish(const fs::path& from, const fs::path& to) {
  struct stat status {};
  if (::stat(from.c_str(), &status) != 0) throw_io("look at", from, errno);
  const FileDescriptor copy = open_foreign(to, O_RDONLY | O_NOFOLLOW);
  if (!copy.valid()) throw_io("open", to, errno);
  const timespec times[] = {status.st_atim, status.st_mtim};
  // Only root can give files away; anybody else's copy is the caller's own.
  if (::geteuid() == 0 && ::fchown(copy.get(), status.st_uid, status.st_gid) != 0)
    throw_io("set the owner of", to, errno);
  if (::fchmod(copy.get(), status.st_mode & 07777U) != 0) throw_io("set the mode of", to, errno);
  if (::futimens(copy.get(), times) != 0) throw_io("set the time of", to, errno);
  sync_file(copy.get(), to);
}

void copy_range(const FileDescriptor& from, const FileDescriptor& to, off_t begin, off_t end,
                const fs::path& path) {
  std::string chunk(k_copied_at_once_bytes, '\0');
  while (begin < end) {
    const std::size_t wanted = std::min(chunk.size(), static_cast<std::size_t>(end - begin));
    const ssize_t count = ::pread(from.get(), chunk.data(), wanted, begin);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_io("read", path, errno);
    if (count == 0) return;
    for (ssize_t done = 0; done < count;) {
      const ssize_t written =
          ::pwrite(to.get(), chunk.data() + done, static_cast<std::size_t>(count - done), begin + done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_io("copy", path, errno);
      done += written;
    }
    begin += count;
  }
}

}  // namespace

/// Holes stay holes where the file system says where they are.
void copy_content(const fs::path& from, const fs::path& to) {
  const FileDescriptor source = open_foreign(from, O_RDONLY | O_NOFOLLOW | O_NOCTTY);
  if (!source.valid()) throw_io("open", from, errno);
  const FileDescriptor copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!copy.valid()) throw_io("make", to, errno);
  struct stat status {};
  if (::fstat(source.get(), &status) != 0) throw_io("look at", from, errno);
  for (off_t at = 0; at < status.st_size;) {
    const off_t data = ::lseek(source.get(), at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // nothing but a hole follows
    const off_t begin = data < 0 ? at : data;
    const off_t hole = data < 0 ? status.st_size : ::lseek(source.get(), begin, SEEK_HOLE);
    const off_t end = hole < 0 ? status.st_size : hole;
    copy_range(source, copy, begin, end, from);
    at = end;
  }
  if (::ftruncate(copy.get(), status.st_size) != 0) throw_io("copy", from, errno);
}

namespace {

class Copying {
 public:
  explicit Copying(const std::function<bool(const fs::path&)>& leaves_out) : m_leaves_out(leaves_out) {}

  void copy(const fs::path& from, const fs::path& to) {
    const fs::file_status status = fs::symlink_status(from);
    if (m_leaves_out(from)) return;
    std::error_code failure;
    if (fs::is_symlink(status)) {
      fs::copy_symlink(from, to, failure);
      require(failure, "copy", from);
      ++m_copied.files;
    } else if (fs::is_directory(status)) {
      copy_entries(from, to);
    } else if (fs::is_regular_file(status)) {
      copy_content(from, to);
      finish(from, to);
      ++m_copied.files;
      m_copied.bytes += fs::file_size(to);
    }
  }

  [[nodiscard]] const DirectoryCopy& copied() const noexcept { return m_copied; }

 private:
  void copy_entries(const fs::path& from, const fs::path& to) {
    if (::mkdir(to.c_str(), 0700) != 0 && errno != EEXIST) throw_io("make the directory", to, errno);
    std::error_code failure;
    for (fs::directory_iterator entry(from, failure), end; !failure && entry != end; entry.increment(failure))
      copy(entry->path(), to / entry->path().filename());
    require(failure, "list", from);
    finish(from, to);
  }

  const std::function<bool(const fs::path&)>& m_leaves_out;
  DirectoryCopy m_copied;
};

}  // namespace

DirectoryCopy copy_directory(const fs::path& from, const fs::path& to,
                             const std::function<bool(const fs::path&)>& leaves_out) {
  Copying copying(leaves_out);
  copying.copy(from, to);
  return copying.copied();
}

}  // namespace rlmdb::util
