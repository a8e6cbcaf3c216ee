// SPDX-License-Identifier: MIT
#pragma once

#include "frame/verbs.hpp"

namespace rlmdb::cli {

/// What `rlmdb task` can do, in the order of task_verbs().
enum class TaskVerb {
  add,
  start,
  complete,
  fail,
  cancel,
  retry,
  cost,
  append,
  set,
  note,
  depend,
  hold,
  remove
};

[[nodiscard]] const Verbs& task_verbs() noexcept;
[[nodiscard]] inline const Verb& verb_of(TaskVerb verb) noexcept {
  return task_verbs().all[static_cast<std::size_t>(verb)];
}

}  // namespace rlmdb::cli
