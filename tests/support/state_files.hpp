// SPDX-License-Identifier: MIT
/// State documents of a project: how they come out, and why they are refused.
#pragma once

#include <stdexcept>
#include <string>

#include "project_files.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::test {

inline std::string exported(const ProjectPlace& place, const StateName& state) {
  std::string text;
  const Store store = Store::open(place.database, Access::read_only);
  (void)export_state(store, state, [&](std::string_view bytes) { text += bytes; });
  return text;
}

template <class Call>
inline Error error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::runtime_error("nothing was thrown");
}

}  // namespace rlmdb::test
