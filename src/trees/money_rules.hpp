// SPDX-License-Identifier: MIT
#pragma once

namespace rlmdb::trees {

/// A sum of decimal fractions without the noise that it ends in as a double: to 15 digits, which is what a
/// double holds of any decimal.
[[nodiscard]] double without_noise(double sum);

}  // namespace rlmdb::trees
