// SPDX-License-Identifier: MIT
#include "util/file_mark.hpp"

#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>

#include "util/file_descriptor.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::util {

namespace {

constexpr const char* k_known_attribute = "user.rlmdb.known";
constexpr const char* k_copy_attribute = "user.rlmdb.copy";
constexpr std::size_t k_chunk_bytes = 256 * 1024;

std::string read_attribute(int descriptor, const char* attribute) {
  std::array<char, 256> text{};
  const ssize_t length = ::fgetxattr(descriptor, attribute, text.data(), text.size());
  return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : std::string();
}

bool write_attribute(int descriptor, const char* attribute, const std::string& text) noexcept {
  return ::fsetxattr(descriptor, attribute, text.data(), text.size(), 0) == 0;
}

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
  return read_attribute(descriptor, k_known_attribute);
}

bool write_mark(int descriptor, const std::string& mark) noexcept {
  return write_attribute(descriptor, k_known_attribute, mark);
}

bool write_copy_mark(int descriptor, const std::string& sha256) noexcept {
  return write_attribute(descriptor, k_copy_attribute, sha256);
}

bool is_marked_as_copy(const std::filesystem::path& file) {
  const FileDescriptor open = open_foreign(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (!open.valid()) return false;
  const std::string sha256 = read_attribute(open.get(), k_copy_attribute);
  return !sha256.empty() && sha256 == sha256_of_file(open.get(), file.string());
}

}  // namespace rlmdb::util
