// SPDX-License-Identifier: MIT
#include "util/random_name.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>

#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::util {

std::string random_name() {
  std::array<std::uint8_t, 8> bytes{};
  // Requests of up to 256 bytes are never cut short, and only a not yet seeded kernel makes them wait.
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw_io("get random bytes", {}, errno);
  return to_hex(bytes.data(), bytes.size());
}

}  // namespace rlmdb::util
