// SPDX-License-Identifier: MIT
/// Finding the task, or tree, that somebody asks for by a name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::records {

/// tasks.id of the task with that store id; where there is none, of the one whose node id it is, in its
/// metadata or in a tree document; "TREE/NODE" is the node of that id in that tree. nullopt: no task. Where
/// several have that node id, the one that is claimed under `token`; else Error conflict, which names them.
/// Cost: an index entry for a store id, all nodes for anything else.
[[nodiscard]] std::optional<std::int64_t> find_task(db::Connection& connection, std::string_view name,
                                                    std::optional<std::int64_t> token = std::nullopt);
/// The same for nodes of a tree document that is in one tree: a member of a checkpoint. nullopt where there
/// is none in that tree. Cost: index entries.
[[nodiscard]] std::optional<std::int64_t> find_task_of_tree(db::Connection& connection, std::string_view name,
                                                            std::string_view tree_id);

/// The node id of a task, by its metadata or else by a tree document; "": it has none.
[[nodiscard]] std::string node_id_of_task(db::Connection& connection, std::int64_t task_id);
/// The same of the task that goes by a name, as find_task. "" also where there is none, or several are.
[[nodiscard]] std::string find_node_id(db::Connection& connection, std::string_view name);

/// Error not_found where no task belongs to that tree. Cost: an index entry.
void require_tree(db::Connection& connection, std::string_view tree_id);

/// Error not_found, in the same words everywhere.
[[nodiscard]] Error no_such_task(std::string_view name);
[[nodiscard]] Error no_such_tree(std::string_view tree_id);

}  // namespace rlmdb::records
