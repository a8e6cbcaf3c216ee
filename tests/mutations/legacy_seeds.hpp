// SPDX-License-Identifier: MIT
/// Legacy files, each with its place in a project.
#pragma once

#include <vector>

#include "text_mutator.hpp"

namespace rlmdb::tests {

/// Those of the fixtures that are small enough to be damaged often; packed ones as they are.
[[nodiscard]] std::vector<SeedFile> legacy_seeds();

}  // namespace rlmdb::tests
