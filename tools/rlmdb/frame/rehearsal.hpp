// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// Does `work` on an empty database of its own that nobody sees, and throws what it throws: so a first change
/// that is refused leaves no empty database behind. `work` must be such that it can be done again. Nothing is
/// tried where there is no place for temporary files.
void rehearse(const std::function<void(Store&)>& work);

}  // namespace rlmdb::cli
