// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

/// Divides a size that is chosen to show how cost grows. The run under sanitizers, which comes after one without them, looks for
/// misuse of memory, and that takes ten times as long.
#ifdef RLMDB_IS_SANITIZED
inline constexpr std::size_t k_size_divisor = 10;
#else
inline constexpr std::size_t k_size_divisor = 1;
#endif

}  // namespace rlmdb::test
