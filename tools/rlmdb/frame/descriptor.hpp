// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace rlmdb::cli {

/// Owns one open descriptor, or none (-1).
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) noexcept : m_number(number) {}
  Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    m_number = std::exchange(other.m_number, -1);
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const noexcept { return m_number; }
  [[nodiscard]] bool is_open() const noexcept { return m_number >= 0; }
  void close() noexcept {
    if (m_number >= 0) ::close(std::exchange(m_number, -1));
  }

 private:
  int m_number = -1;
};

/// Standard input, output and error are nothing any more: a pipe ends with its last holder.
inline void let_go_of_streams() noexcept {
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (nothing.is_open()) {
      ::dup2(nothing.number(), stream);
    } else {
      ::close(stream);
    }
  }
}

}  // namespace rlmdb::cli
