// SPDX-License-Identifier: MIT
#include "frame/change_options.hpp"

#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void add_conditions(Options& options, ChangeOptions& change, std::string force) {
  options.number("--if-version", {}, change.if_version, "only if this is still the task's version");
  options.number("--token", {}, change.token, "the token that claim gave for it").type = "T";
  options.toggle("--force", change.force, std::move(force));
}

void add_request_id(Options& options, ChangeOptions& change) {
  const auto take = [&change](const std::string& key) {
    if (key.empty()) {
      throw Error(ErrorCode::usage, "--request-id is empty: no answer would be remembered", {},
                  "give a KEY, or leave the option out");
    }
    change.request_id = key;
  };
  options.text("--request-id", take, "KEY", "the same KEY again gives the first answer and changes nothing");
}

Precondition precondition_of(const ChangeOptions& options) {
  return {options.if_version, options.token, options.force ? Force::yes : Force::no};
}

}  // namespace rlmdb::cli
