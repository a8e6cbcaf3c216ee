// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::cli {

/// What `rlmdb task` can do.
enum class TaskVerb { add, start, complete, fail, cancel, retry, append, set };

[[nodiscard]] std::string_view to_text(TaskVerb verb) noexcept;

/// Error usage, with the verb that was probably meant, for any other word.
[[nodiscard]] TaskVerb task_verb(const std::string& word);

}  // namespace rlmdb::cli
