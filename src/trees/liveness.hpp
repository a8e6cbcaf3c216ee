// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "trees/tree_build.hpp"
#include "util/machine.hpp"

namespace rlmdb::trees {

/// Whether somebody still runs a node. What rlmdb handed out is its owner's while the claim holds
/// (records::state_of_claim). A row imported from a legacy file has only a pid: it is alive only if a process
/// of that pid exists, this boot began before `startedAt`, and the process started no later than
/// `startedAt` + 5 s; otherwise dead. Nothing is ever signalled.
[[nodiscard]] Owner owner_of(const NodeRow& row, const util::Machine& machine);

/// Sets the owner of a running row, and of a claim how it stands, with its words.
void judge_owner(NodeRow& row, const util::Machine& machine);

/// The claim of a running row, for callers; `row.owner` is set.
[[nodiscard]] std::optional<TaskClaim> shown_claim(const NodeRow& row);

/// A claim or a hold for callers, as if it were not over.
[[nodiscard]] TaskClaim claim_of(const records::StoredClaim& claim);

/// judge_owner() of every row.
void find_owners(std::vector<NodeRow>& rows);

}  // namespace rlmdb::trees
