// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "util/file_descriptor.hpp"

namespace rlmdb::test {

/// Lets one process wait for a step of another: a pipe. Made before the fork.
class Baton {
 public:
  Baton() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    m_reading = util::FileDescriptor(ends[0]);
    m_writing = util::FileDescriptor(ends[1]);
  }

  void give() const {
    if (::write(m_writing.get(), "x", 1) != 1) throw std::runtime_error("cannot give the baton");
  }

  /// Waits until somebody gives it.
  void take() const {
    char byte = 0;
    if (::read(m_reading.get(), &byte, 1) != 1) throw std::runtime_error("cannot take the baton");
  }

 private:
  util::FileDescriptor m_reading;
  util::FileDescriptor m_writing;
};

}  // namespace rlmdb::test
