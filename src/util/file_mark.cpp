// SPDX-License-Identifier: MIT
#include "util/file_mark.hpp"

#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>

#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::util {

namespace {

constexpr const char* k_attribute = "user.rlmdb.known";
constexpr std::size_t k_chunk_bytes = 256 * 1024;

}  // namespace

std::string sha256_of_file(int descriptor, const std::string& shown) {
  Sha256 sha256;
  std::string chunk(k_chunk_bytes, '\0');
  for (off_t offset = 0;;) {
    const ssize_t count = ::pread(descriptor, chunk.data(), chunk.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_io("read", shown, errno);
    if (count == 0) return sha256.hex();
    sha256.update(std::string_view(chunk.data(), static_cast<std::size_t>(count)));
    offset += count;
  }
}

std::string read_mark(int descriptor) {
  std::array<char, 256> text{};
  const ssize_t length = ::fgetxattr(descriptor, k_attribute, text.data(), text.size());
  return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : std::string();
}

bool write_mark(int descriptor, const std::string& mark) noexcept {
  return ::fsetxattr(descriptor, k_attribute, mark.data(), mark.size(), 0) == 0;
}

}  // namespace rlmdb::util
