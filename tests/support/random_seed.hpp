// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace rlmdb::test {

/// What a random test begins with: RLMDB_TEST_SEED, otherwise drawn. The caller says it to doctest at once
/// (`CAPTURE(seed)`), so that a failure prints it; processes get theirs from it.
inline std::uint32_t random_seed() {
  const char* const given = std::getenv("RLMDB_TEST_SEED");
  return given == nullptr ? std::random_device{}() : static_cast<std::uint32_t>(std::stoul(given));
}

/// How many of something, or which first: what the variable says, otherwise `otherwise`.
inline std::uint32_t number_from_environment(const char* variable, std::uint32_t otherwise) {
  const char* const given = std::getenv(variable);
  return given == nullptr ? otherwise : static_cast<std::uint32_t>(std::stoul(given));
}

}  // namespace rlmdb::test
