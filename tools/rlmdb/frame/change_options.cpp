// SPDX-License-Identifier: MIT
#include "frame/change_options.hpp"

#include <CLI/CLI.hpp>
#include <limits>
#include <utility>

#include "frame/options_store.hpp"
#include "rlmdb/error.hpp"

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
  CLI::callback_t read = [&options](const CLI::results_t& results) {
    if (results.back().empty()) {
      throw Error(ErrorCode::usage, "--request-id is empty: no answer would be remembered", {},
                  "give a KEY, or leave the option out");
    }
    options.request_id = results.back();
    return true;
  };
  app.add_option("--request-id", std::move(read),
                 "the same KEY again gives the first answer and changes nothing")
      ->type_name("KEY")
      ->take_last()
      ->group(group);
}

Precondition precondition_of(const ChangeOptions& options) {
  return {options.if_version, options.token, options.force ? Force::yes : Force::no};
}

}  // namespace rlmdb::cli
