// SPDX-License-Identifier: MIT
#include "frame/context.hpp"

#include <cstdlib>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

namespace {

/// "": the library names user and host.
std::string owner_of(const GlobalOptions& options) {
  if (options.owner) {
    if (options.owner->empty()) throw Error(ErrorCode::usage, "the name of an owner is empty", "--owner");
    return *options.owner;
  }
  const char* const named = std::getenv("RLMDB_OWNER");
  return named == nullptr ? std::string{} : std::string(named);
}

}  // namespace

StoreOptions Context::store_options() const {
  StoreOptions store;
  store.owner = owner_of(options);
  store.durability = options.durability;
  store.busy_timeout = options.timeout;
  store.log = log;
  return store;
}

void Context::talk(std::string_view text) const {
  if (!options.quiet && !wants_json()) {
    write_standard_error(text);
  }
}

void Context::show_as(TerminalForm form) {
  if (terminal.is_terminal) {
    out.set_form(form);
  }
}

}  // namespace rlmdb::cli
