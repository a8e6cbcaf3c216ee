// SPDX-License-Identifier: MIT
/// State documents: variables that belong to no single task.
#pragma once

#include <string>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb {

enum class StateScope {
  global,     ///< the one of the project, `.aiwg/rlm/global-state.json`
  session,    ///< of a session, `sessions/ID/state.json`
  tree,       ///< of a tree, `trees/ID/state.json`
  temporary,  ///< of its own, for a while, `temp/ID/state.json`
  state,      ///< of its own, `states/ID/state.json`
};

/// Names one state document.
struct StateName {
  StateScope scope = StateScope::global;
  std::string id{};  ///< the session's, tree's or state's; "" for the global one
};

}  // namespace rlmdb
