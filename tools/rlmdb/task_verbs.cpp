// SPDX-License-Identifier: MIT
#include "task_verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "command_line.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of TaskVerb.
constexpr std::array<std::string_view, 8> k_words{"add",    "start", "complete", "fail",
                                                  "cancel", "retry", "append",   "set"};

}  // namespace

std::string_view to_text(TaskVerb verb) noexcept {
  return k_words[static_cast<std::size_t>(verb)];
}

TaskVerb task_verb(const std::string& word) {
  const auto found = std::find(k_words.begin(), k_words.end(), word);
  if (found != k_words.end()) {
    return static_cast<TaskVerb>(found - k_words.begin());
  }
  const auto nearest = nearest_word(word, {k_words.begin(), k_words.end()});
  throw Error(ErrorCode::usage, fmt::format("task has no verb '{}'", word), {},
              nearest.has_value() ? fmt::format("did you mean `rlmdb task {}`?", *nearest)
                                  : "`rlmdb task -h` lists the verbs");
}

}  // namespace rlmdb::cli
