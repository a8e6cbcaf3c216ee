// SPDX-License-Identifier: MIT
#include "util/byte_place.hpp"

namespace rlmdb::util {

std::string byte_place(std::string_view name, std::uint64_t offset) {
  return std::string(name) + ": byte " + std::to_string(offset);
}

}  // namespace rlmdb::util
