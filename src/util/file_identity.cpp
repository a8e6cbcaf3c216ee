// SPDX-License-Identifier: MIT
#include "util/file_identity.hpp"

#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "util/private_file.hpp"

namespace rlmdb::util {

namespace {

constexpr const char* k_access_list = "system.posix_acl_access";
constexpr mode_t k_permissions = S_IRWXU | S_IRWXG | S_IRWXO;

/// An access list says all that the mode says, and more.
bool copy_access_list(int descriptor, const std::filesystem::path& from) {
  const ssize_t bytes = ::getxattr(from.c_str(), k_access_list, nullptr, 0);
  if (bytes <= 0) return false;
  std::string list(static_cast<std::size_t>(bytes), '\0');
  const ssize_t read = ::getxattr(from.c_str(), k_access_list, list.data(), list.size());
  return read > 0 &&
         ::fsetxattr(descriptor, k_access_list, list.data(), static_cast<std::size_t>(read), 0) == 0;
}

mode_t without_group(mode_t mode) {
  const mode_t others = mode & S_IRWXO;
  return (mode & (S_IRWXU | S_IRWXO)) | (mode & (others << 3U));
}

}  // namespace

IdentityLoss take_identity(int descriptor, const struct stat& old, const std::filesystem::path& old_path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw_io("look at the new file beside", old_path, errno);
  IdentityLoss loss;
  if (status.st_uid != old.st_uid || status.st_gid != old.st_gid) {
    if (::fchown(descriptor, old.st_uid, old.st_gid) != 0) {
      loss.owner = status.st_uid != old.st_uid;
      loss.group =
          status.st_gid != old.st_gid && ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) != 0;
    }
  }
  const mode_t mode = old.st_mode & k_permissions;
  const bool others_read = (mode & S_IROTH) != 0;
  loss.shuts_out = !others_read && (loss.owner || (loss.group && (mode & S_IRGRP) != 0));
  if (::fchmod(descriptor, loss.group ? without_group(mode) : mode) != 0)
    throw_io("set the mode of the new file beside", old_path, errno);
  if (!loss.group) (void)copy_access_list(descriptor, old_path);
  return loss;
}

void give_to_owner_of_directory(int descriptor, const std::filesystem::path& directory) noexcept {
  struct stat owner {};
  if (::geteuid() != 0 || ::stat(directory.c_str(), &owner) != 0 || owner.st_uid == 0) return;
  if (::fchown(descriptor, owner.st_uid, owner.st_gid) != 0) return;
}

}  // namespace rlmdb::util
