// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace rlmdb::util {

/// Owns one POSIX descriptor and closes it; -1 means none. Movable. Close errors are ignored: whoever needs
/// the bytes on disk calls fsync first.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) noexcept : m_descriptor(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return m_descriptor; }
  [[nodiscard]] bool valid() const noexcept { return m_descriptor >= 0; }
  void close() noexcept;
  /// From here on it is the caller's.
  [[nodiscard]] int release() noexcept { return std::exchange(m_descriptor, -1); }

 private:
  int m_descriptor = -1;
};

}  // namespace rlmdb::util
