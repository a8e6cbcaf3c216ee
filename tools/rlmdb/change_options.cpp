// SPDX-License-Identifier: MIT
#include "change_options.hpp"

#include <CLI/CLI.hpp>
#include <limits>

#include "options_store.hpp"

namespace rlmdb::cli {

void add_conditions(CLI::App& app, ChangeOptions& options, const std::string& force,
                    const std::string& group) {
  constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
  add_number(
      app, "--if-version", 0, k_most, [&options](std::int64_t number) { options.if_version = number; },
      "only if this is still the task's version")
      ->group(group);
  add_number(
      app, "--token", 0, k_most, [&options](std::int64_t number) { options.token = number; },
      "the token that claim gave for it")
      ->type_name("T")
      ->group(group);
  add_switch(
      app, "--force", [&options] { options.force = true; }, force)
      ->group(group);
}

void add_request_id(CLI::App& app, ChangeOptions& options, const std::string& group) {
  add_text(app, "--request-id", options.request_id, "KEY",
           "the same KEY again gives the first answer and changes nothing")
      ->group(group);
}

Precondition precondition_of(const ChangeOptions& options) {
  return {options.if_version, options.token, options.force ? Force::yes : Force::no};
}

}  // namespace rlmdb::cli
