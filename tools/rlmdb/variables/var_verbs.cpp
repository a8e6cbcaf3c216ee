// SPDX-License-Identifier: MIT
#include "variables/var_verbs.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

constexpr std::array<Verb, 10> k_var_verbs{{
    {.name = "set",
     .arguments = "NAME [VALUE]",
     .summary = "create or overwrite it; VALUE is JSON, with --text a text",
     .least = 1,
     .most = 2,
     .needs = "a NAME",
     .changes = true},
    {.name = "get",
     .arguments = "NAME",
     .summary = "print its value as JSON, with --text a text bare",
     .least = 1,
     .most = 1,
     .needs = "a NAME"},
    {.name = "list", .arguments = {}, .summary = "all of them, expired ones too", .prints_rows = true},
    {.name = "dump",
     .arguments = {},
     .summary = "the whole state as one JSON object: names and values, Final null where there is none"},
    {.name = "delete",
     .arguments = "NAME...",
     .summary = "take them away, all of them or none",
     .least = 1,
     .most = Verb::k_any,
     .needs = "a NAME",
     .changes = true},
    {.name = "rename",
     .arguments = "OLD NEW",
     .summary = "place, value and times stay",
     .least = 2,
     .most = 2,
     .needs = "OLD and NEW",
     .changes = true},
    {.name = "history",
     .arguments = "[NAME]",
     .summary = "every change of them that is known, oldest first",
     .most = 1,
     .prints_rows = true},
    {.name = "states", .arguments = {}, .summary = "list the state documents", .prints_rows = true},
    {.name = "status",
     .arguments = "STATUS",
     .summary = "set a document's: incomplete, complete, error, cancelled",
     .least = 1,
     .most = 1,
     .needs = "a STATUS",
     .changes = true},
    {.name = "drop",
     .arguments = {},
     .summary = "show the state document; with --yes remove all of it",
     .changes = true},
}};
constexpr Verbs k_verbs_of_var{"var", k_var_verbs, "`rlmdb var list` shows the variables there are"};

}  // namespace

const Verbs& var_verbs() noexcept {
  return k_verbs_of_var;
}

}  // namespace rlmdb::cli
