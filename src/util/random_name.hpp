// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::util {

/// 16 lower-case hexadecimal digits from the kernel's random source: for names nobody can guess or repeat.
/// Throws Error io when the kernel refuses.
[[nodiscard]] std::string random_name();

}  // namespace rlmdb::util
