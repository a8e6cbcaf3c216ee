// SPDX-License-Identifier: MIT
#include "frame/change_options.hpp"

#include <utility>

namespace rlmdb::cli {

void add_conditions(Options& options, ChangeOptions& change, std::string force) {
  options.number("--if-version", {}, change.if_version, "only if this is still the task's version");
  options.number("--token", {}, change.token, "the token that claim gave for it").type = "T";
  options.toggle("--force", change.force, std::move(force));
}

Precondition precondition_of(const ChangeOptions& options) {
  return {options.if_version, options.token, options.force ? Force::yes : Force::no};
}

}  // namespace rlmdb::cli
