// SPDX-License-Identifier: MIT
/// Ids that there are, for a program that completes one somebody types.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb {

class Store;

/// What an id is of: a task by its store id, a node by its own, a mission by its place.
enum class IdOf { task, node, tree, checkpoint, loop, mission };

/// Those that begin with `begin`, each once, ascending, the first `most`. Reads an index alone, of nodes
/// all rows, in one snapshot; costs what it reads. Errors: corrupt, busy, io.
[[nodiscard]] std::vector<std::string> known_ids(const Store& store, IdOf of, std::string_view begin,
                                                 std::size_t most);

}  // namespace rlmdb
