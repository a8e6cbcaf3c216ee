// SPDX-License-Identifier: MIT
#include "db/file_system_guard.hpp"

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <string_view>

#include "util/private_file.hpp"

namespace rlmdb::db {

namespace {

struct KnownMagic {
  long magic;
  const char* name;
};

constexpr std::array k_network_magics{
    KnownMagic{0x6969, "nfs"},         KnownMagic{0x517b, "smb"},        KnownMagic{0xff534d42, "cifs"},
    KnownMagic{0xfe534d42, "smb2"},    KnownMagic{0x01021997, "9p"},     KnownMagic{0x5346414f, "afs"},
    KnownMagic{0x6b414653, "afs"},     KnownMagic{0x73757245, "coda"},   KnownMagic{0x564c, "ncp"},
    KnownMagic{0x00c36400, "ceph"},    KnownMagic{0x0bd00bd0, "lustre"}, KnownMagic{0x47504653, "gpfs"},
    KnownMagic{0x01161970, "gfs2"},    KnownMagic{0x7461636f, "ocfs2"},  KnownMagic{0x19830326, "beegfs"},
    KnownMagic{0x20030528, "orangefs"}};

constexpr long k_fuse_magic = 0x65735546;

/// FUSE file systems that keep their files on this machine; any other may be a network in disguise.
constexpr std::array<std::string_view, 10> k_local_fuse{
    "fuseblk",       "virtiofs",    "fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.encfs",
    "fuse.securefs", "fuse.bindfs", "fuse.mergerfs",       "fuse.ntfs-3g",   "fuse.unionfs"};

/// The type of the mount that holds device `device`, "fuse" when the mount table does not tell.
std::string mount_type(dev_t device) {
  const std::string wanted = std::to_string(major(device)) + ":" + std::to_string(minor(device));
  std::ifstream table("/proc/self/mountinfo");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string id;
    std::string parent;
    std::string number;
    fields >> id >> parent >> number;
    const std::size_t separator = line.find(" - ");
    if (number != wanted || separator == std::string::npos) continue;
    const std::size_t begin = separator + 3;
    return line.substr(begin, line.find(' ', begin) - begin);
  }
  return "fuse";
}

}  // namespace

std::optional<std::string> network_file_system_of(long magic, const std::string& type) {
  // The kernel's field is 32 bits wide in effect, and on some machines sign-extended.
  const long bits = static_cast<long>(static_cast<unsigned long>(magic) & 0xffffffffUL);
  if (bits == k_fuse_magic) {
    if (std::find(k_local_fuse.begin(), k_local_fuse.end(), type) != k_local_fuse.end()) return std::nullopt;
    return type;
  }
  for (const KnownMagic& known : k_network_magics)
    if (known.magic == bits) return known.name;
  return std::nullopt;
}

std::optional<std::string> network_file_system(const std::filesystem::path& path) {
  struct statfs system {};
  struct stat file {};
  if (::statfs(path.c_str(), &system) != 0 || ::stat(path.c_str(), &file) != 0)
    util::throw_io("ask for the file system of", path, errno);
  const long magic = static_cast<long>(system.f_type);
  const bool fuse = (static_cast<unsigned long>(magic) & 0xffffffffUL) == k_fuse_magic;
  return network_file_system_of(magic, fuse ? mount_type(file.st_dev) : std::string());
}

}  // namespace rlmdb::db
