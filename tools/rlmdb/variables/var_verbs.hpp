// SPDX-License-Identifier: MIT
#pragma once

#include "frame/verbs.hpp"

namespace rlmdb::cli {

/// What `rlmdb var` can do, in the order of var_verbs().
enum class VarVerb { set, get, list, dump, remove, rename, history, states, status, drop };

[[nodiscard]] const Verbs& var_verbs() noexcept;
[[nodiscard]] inline const Verb& verb_of(VarVerb verb) noexcept {
  return var_verbs().all[static_cast<std::size_t>(verb)];
}

}  // namespace rlmdb::cli
