// SPDX-License-Identifier: MIT
#include "util/new_directories.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "util/file_descriptor.hpp"
#include "util/file_identity.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb::util {

namespace fs = std::filesystem;

bool make_private_directory(const fs::path& directory, const fs::path& shown) {
  struct stat status {};
  if (::lstat(directory.c_str(), &status) == 0) return false;
  if (::mkdir(directory.c_str(), S_IRWXU) != 0) {
    if (errno == EEXIST) return false;
    throw_io("make the directory", shown, errno);
  }
  const FileDescriptor made(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (made.valid() && ::fstat(made.get(), &status) == 0) {
    // A strict umask may have taken bits away.
    if ((status.st_mode & S_IRWXU) != S_IRWXU && ::fchmod(made.get(), status.st_mode | S_IRWXU) != 0)
      throw_io("set the mode of", shown, errno);
    give_to_owner_of_directory(made.get(), parent_directory(directory));
  }
  sync_parent_directory(directory);
  return true;
}

NewDirectories::NewDirectories(const fs::path& directory) {
  require_no_link_of_others(directory);
  try {
    make(directory);
  } catch (...) {
    remove_empty();
    throw;
  }
}

NewDirectories::~NewDirectories() {
  remove_empty();
}

void NewDirectories::make(const fs::path& directory) {
  std::error_code error;
  // Whatever else stands there, or cannot be looked at, is named when the file is made.
  if (fs::status(directory, error).type() != fs::file_type::not_found ||
      fs::is_symlink(fs::symlink_status(directory, error)))
    return;
  make(parent_directory(directory));
  // Else another process was faster.
  if (make_private_directory(directory, directory)) m_made.push_back(directory);
}

/// rmdir leaves a directory alone in which there is anything.
void NewDirectories::remove_empty() noexcept {
  for (auto made = m_made.rbegin(); made != m_made.rend(); ++made) ::rmdir(made->c_str());
}

}  // namespace rlmdb::util
