// SPDX-License-Identifier: MIT
#include "util/directory_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "rlmdb/error.hpp"
#include "util/file_descriptor.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

namespace fs = std::filesystem;

void require(const std::error_code& failure, const char* doing, const fs::path& path) {
  if (failure) throw_io(doing, path, failure.value());
}

/// The copy seems written when the original was, and may be used by whom it might; all of it is durable.
void finish(const fs::path& from, const fs::path& to) {
  struct stat status {};
  if (::stat(from.c_str(), &status) != 0) throw_io("look at", from, errno);
  const FileDescriptor copy(::open(to.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!copy.valid()) throw_io("open", to, errno);
  const timespec times[] = {status.st_atim, status.st_mtim};
  if (::fchmod(copy.get(), status.st_mode & 07777U) != 0) throw_io("set the mode of", to, errno);
  if (::futimens(copy.get(), times) != 0) throw_io("set the time of", to, errno);
  sync_file(copy.get(), to);
}

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
      fs::copy_file(from, to, failure);
      require(failure, "copy", from);
      finish(from, to);
      ++m_copied.files;
      m_copied.bytes += fs::file_size(to);
    }
  }

  [[nodiscard]] const DirectoryCopy& copied() const noexcept { return m_copied; }

 private:
  void copy_entries(const fs::path& from, const fs::path& to) {
    if (::mkdir(to.c_str(), 0700) != 0) throw_io("make the directory", to, errno);
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
