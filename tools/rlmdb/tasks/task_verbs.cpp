// SPDX-License-Identifier: MIT
#include "tasks/task_verbs.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

constexpr std::array<Verb, 8> k_task_verbs{{
    {.name = "add", .changes = true},
    {.name = "start", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
    {.name = "complete", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
    {.name = "fail", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
    {.name = "cancel", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
    {.name = "retry", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
    {.name = "append", .least = 1, .most = 2, .needs = "an ID", .changes = true},
    {.name = "set", .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true},
}};
constexpr Verbs k_verbs_of_task{"task", k_task_verbs, "`rlmdb list` shows the ids there are"};

}  // namespace

const Verbs& task_verbs() noexcept {
  return k_verbs_of_task;
}

std::string_view to_text(TaskVerb verb) noexcept {
  return verb_of(verb).word();
}

}  // namespace rlmdb::cli
