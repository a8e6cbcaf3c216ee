// SPDX-License-Identifier: MIT
#include "variables/var_verbs.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

constexpr std::array<Verb, 10> k_var_verbs{{
    {.name = "set", .least = 1, .most = 2, .needs = "a NAME", .changes = true},
    {.name = "get", .least = 1, .most = 1, .needs = "a NAME"},
    {.name = "list", .prints_rows = true},
    {.name = "dump"},
    {.name = "delete", .least = 1, .most = Verb::k_any, .needs = "a NAME", .changes = true},
    {.name = "rename", .least = 2, .most = 2, .needs = "OLD and NEW", .changes = true},
    {.name = "history", .most = 1, .prints_rows = true},
    {.name = "states", .prints_rows = true},
    {.name = "status", .least = 1, .most = 1, .needs = "a STATUS", .changes = true},
    {.name = "drop", .changes = true},
}};
constexpr Verbs k_verbs_of_var{"var", k_var_verbs, "`rlmdb var list` shows the variables there are"};

}  // namespace

const Verbs& var_verbs() noexcept {
  return k_verbs_of_var;
}

}  // namespace rlmdb::cli
