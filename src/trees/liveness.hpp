// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// What this machine knows about processes, read once.
struct Machine {
  std::string boot_id;
  std::int64_t boot_time_ms = 0;  ///< since 1970 UTC
  std::optional<std::int64_t> pid_namespace;

  [[nodiscard]] static Machine here();
};

/// Whether the process that runs a node lives. A row imported from a legacy file has only a pid: it is alive
/// only if a process of that pid exists, this boot began before `startedAt`, and the process started no later
/// than `startedAt` + 5 s; otherwise dead. For a row that rlmdb claimed, another boot, a foreign pid
/// namespace or missing facts are unknown until its lease expires, then dead. Nothing is ever signalled.
[[nodiscard]] Owner owner_of(const NodeRow& row, const Machine& machine);

/// Sets the owner of every row.
void find_owners(std::vector<NodeRow>& rows);

}  // namespace rlmdb::trees
