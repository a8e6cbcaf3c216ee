// SPDX-License-Identifier: MIT
#include "variables/var_verbs.hpp"

#include <array>

#include "frame/verbs.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of VarVerb.
constexpr std::array<std::string_view, 8> k_var_words{"set",    "get",     "list",   "delete",
                                                      "rename", "history", "states", "drop"};

}  // namespace

std::string_view to_text(VarVerb verb) noexcept {
  return k_var_words[static_cast<std::size_t>(verb)];
}

VarVerb var_verb(const std::string& word) {
  return static_cast<VarVerb>(find_verb("var", word, k_var_words));
}

bool is_change(VarVerb verb) noexcept {
  return verb == VarVerb::set || verb == VarVerb::remove || verb == VarVerb::rename;
}

}  // namespace rlmdb::cli
