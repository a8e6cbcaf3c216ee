// SPDX-License-Identifier: MIT
#include "frame/context.hpp"

namespace rlmdb::cli {

StoreOptions Context::store_options() const {
  StoreOptions store;
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
