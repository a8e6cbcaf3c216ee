// SPDX-License-Identifier: MIT
#include "records/tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "util/text_bytes.hpp"

namespace rlmdb::records {

std::optional<TaskState> find_task_state(std::string_view text) noexcept {
  const std::optional<TaskState> state = named<TaskState>(text);
  return state == TaskState::unknown ? std::nullopt : state;
}

std::span<const StateWord> state_words() noexcept {
  using enum TaskState;
  static constexpr auto k_words = std::to_array<StateWord>({
      {"queued", queued},       {"pending", queued},       {"todo", queued},         {"to_do", queued},
      {"open", queued},         {"new", queued},           {"created", queued},      {"ready", queued},
      {"planned", queued},      {"scheduled", queued},     {"not_started", queued},  {"running", running},
      {"in_progress", running}, {"inprogress", running},   {"active", running},      {"started", running},
      {"working", running},     {"executing", running},    {"processing", running},  {"ongoing", running},
      {"doing", running},       {"completed", completed},  {"complete", completed},  {"done", completed},
      {"success", completed},   {"successful", completed}, {"succeeded", completed}, {"finished", completed},
      {"passed", completed},    {"failed", failed},        {"failure", failed},      {"fail", failed},
      {"error", failed},        {"errored", failed},       {"timeout", failed},      {"timed_out", failed},
      {"crashed", failed},      {"cancelled", cancelled},  {"canceled", cancelled},  {"aborted", cancelled},
      {"abandoned", cancelled}, {"terminated", cancelled},
  });
  return k_words;
}

std::optional<TaskState> meaning_of_state(std::string_view text) {
  const std::string word = util::fold_word(text);
  for (const StateWord& known : state_words())
    if (known.word == word) return known.meaning;
  return std::nullopt;
}

}  // namespace rlmdb::records
