// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::cli {

/// What `rlmdb var` can do.
enum class VarVerb { set, get, list, remove, rename, history, states, drop };

[[nodiscard]] std::string_view to_text(VarVerb verb) noexcept;

/// Error usage, with the verb that was probably meant, for any other word.
[[nodiscard]] VarVerb var_verb(const std::string& word);

/// The verbs that change variables: set, delete and rename.
[[nodiscard]] bool is_change(VarVerb verb) noexcept;

}  // namespace rlmdb::cli
