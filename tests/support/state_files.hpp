// SPDX-License-Identifier: MIT
/// State documents of a project: how they come out, and why they are refused.
#pragma once

#include <string>

#include "project_files.hpp"
#include "thrown.hpp"

namespace rlmdb::test {

inline std::string exported(const ProjectPlace& place, const StateName& state) {
  std::string text;
  const Store store = Store::open(place.database, Access::read_only);
  (void)export_state(store, state, [&](std::string_view bytes) { text += bytes; });
  return text;
}

}  // namespace rlmdb::test
