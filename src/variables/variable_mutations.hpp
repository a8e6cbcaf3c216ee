// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/event.hpp"
#include "rlmdb/variable.hpp"
#include "variables/variable_state.hpp"

namespace rlmdb::variables {

/// Where events have the variables of their owner.
struct VariablePlace {
  std::string_view metadata;  ///< pointer of the object around the state; "": there is none
  std::string_view state;     ///< of the state itself
};
inline constexpr VariablePlace k_task_variables{"/metadata", "/metadata/rlm_state"};
inline constexpr VariablePlace k_state_variables{"", "/variables"};

/// What the events did to the variables that are `now`, oldest first. `events` ascend and have their changes.
/// Counted reads are no mutations.
[[nodiscard]] std::vector<VariableMutation> mutations_of(const VariableTexts& now,
                                                         const std::vector<Event>& events,
                                                         const VariablePlace& place);

/// Those of one variable; a renamed one is followed back under the name it had before.
[[nodiscard]] std::vector<VariableMutation> mutations_of_one(const std::vector<VariableMutation>& all,
                                                             std::string name);

}  // namespace rlmdb::variables
