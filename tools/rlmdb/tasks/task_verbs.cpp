// SPDX-License-Identifier: MIT
#include "tasks/task_verbs.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

constexpr Verb change_of_tasks(std::string_view name) {
  return {.name = name, .least = 1, .most = Verb::k_any, .needs = "an ID", .changes = true};
}

constexpr std::array<Verb, 10> k_task_verbs{{
    {.name = "add", .changes = true},
    change_of_tasks("start"),
    change_of_tasks("complete"),
    change_of_tasks("fail"),
    change_of_tasks("cancel"),
    change_of_tasks("retry"),
    change_of_tasks("cost"),
    {.name = "append", .least = 1, .most = 2, .needs = "an ID", .changes = true},
    change_of_tasks("set"),
    {.name = "depend",
     .least = 2,
     .most = Verb::k_any,
     .needs = "add, remove or list, and an ID",
     .changes = true},
}};
constexpr Verbs k_verbs_of_task{"task", k_task_verbs, "`rlmdb list` shows the ids there are"};

}  // namespace

const Verbs& task_verbs() noexcept {
  return k_verbs_of_task;
}

}  // namespace rlmdb::cli
