// SPDX-License-Identifier: MIT
/// What the subject of a commit says about the Grid's work.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

struct GridSubject {
  std::string kind;    ///< "feat"; "": the subject is not of that form
  std::string block;   ///< "02" of "feat(02): …" and "feat(02.3): …"; "" where no number stands there
  std::string thread;  ///< "02.3"; "" of a commit of a whole block
  std::string title;   ///< what follows the colon
};

/// Reads "feat(02.3): Add the toggle": one of the kinds feat, fix, refactor, perf, test, docs, style, chore,
/// build, ci and revert, a scope in parentheses, perhaps "!", and a colon.
[[nodiscard]] GridSubject subject_of(std::string_view text);

}  // namespace rlmdb::grid
