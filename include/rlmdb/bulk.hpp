// SPDX-License-Identifier: MIT
/// One change of all tasks that are of a kind. Of tasks that somebody names: Store::change.
#pragma once

#include <string>

#include "rlmdb/change.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

/// What becomes of which tasks.
struct BulkChange {
  TaskFilter which{};      ///< looked at when the change is made: no other writer comes in between
  TaskAction action{};     ///< any but NewTask
  Precondition only_if{};  ///< of each of them
};

/// Applies the change to all tasks of the filter, in its order, in one transaction: all of them, or Error and
/// none. None at all is no error: the report is empty. Durable on return, with one event a task. A `request_id`
/// that was used before gives the answer of that time, whatever tasks there are by now. Errors: those of
/// Store::list and of Store::change; usage for a NewTask. Cost: the list, and a change of each.
ChangeReport change_tasks(Store& store, const BulkChange& bulk, const std::string& request_id = {});

}  // namespace rlmdb
