// SPDX-License-Identifier: MIT
/// Which file the value of a variable has beside the database, as the variable changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/task_head.hpp"
#include "rlmdb/state.hpp"

namespace rlmdb::variables {

/// Whose variable it is.
struct ValueOwner {
  std::int64_t id = 0;  ///< tasks.id or states.id
  /// Where its values may lie, the legacy place first; empty where its id cannot name a directory.
  std::vector<std::string> directories;
  std::string label;  ///< in errors
};

/// Of a task: beside the state of its tree, as the legacy layout has it, else beside its own checkpoints.
[[nodiscard]] ValueOwner value_owner_of(const records::TaskHead& task);
/// Of a state document; `id` 0: it is not there yet.
[[nodiscard]] ValueOwner value_owner_of(const StateName& state, std::int64_t id);

/// Where the value of the variable has a copy, or would have one; nullopt: no place is free. `before`: the
/// variable, raw, "": it is new.
[[nodiscard]] std::optional<std::string> place_for(db::Connection& connection, const ValueOwner& owner,
                                                   const std::string& name, std::string_view before);

enum class WantsFile { if_large, yes };

/// REQUIRES, as the two below: a write transaction in which the change is made already.
/// The variable was set. A value of more than 10,240 bytes of JSON, and one that wants a file, has one from
/// then on, any other has none. `before` and `after`: the variable, raw; before "": it is new. Error conflict
/// where the file is wanted and each place is another value's, invalid_input where none can have its name.
void follow_set(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                std::string_view before, std::string_view after, WantsFile wants);
void follow_delete(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                   std::string_view before);
/// The file gets the new name too.
void follow_rename(db::Connection& connection, const ValueOwner& owner, const std::string& name,
                   const std::string& new_name);

}  // namespace rlmdb::variables
