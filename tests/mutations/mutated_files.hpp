// SPDX-License-Identifier: MIT
/// What reading and changing a damaged file must hold to.
#pragma once

#include <cstdint>
#include <string_view>

#include "text_mutator.hpp"

namespace rlmdb::tests {

struct MutationCounts {
  std::uint64_t files = 0;
  std::uint64_t readable_documents = 0;  ///< of the Grid
  std::uint64_t faulty_documents = 0;
  std::uint64_t mappings = 0;  ///< YAML that is read, and changed
  std::uint64_t other_values = 0;
  std::uint64_t refused_yaml = 0;
  std::uint64_t refused_changes = 0;  ///< of mappings
};

/// Throws std::runtime_error with what does not hold of `file`. `patch` is a JSON object.
void check_mutated_file(const SeedFile& file, std::string_view patch, MutationCounts& counts);

}  // namespace rlmdb::tests
