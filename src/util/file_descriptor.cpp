// SPDX-License-Identifier: MIT
#include "util/file_descriptor.hpp"

#include <unistd.h>

namespace rlmdb::util {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    m_descriptor = std::exchange(other.m_descriptor, -1);
  }
  return *this;
}

void FileDescriptor::close() noexcept {
  if (m_descriptor >= 0) ::close(m_descriptor);
  m_descriptor = -1;
}

}  // namespace rlmdb::util
