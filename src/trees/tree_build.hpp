// SPDX-License-Identifier: MIT
/// Rows of one tree as a tree. Pure; linear in the nodes; no recursion.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "records/stored_claim.hpp"
#include "records/task_head.hpp"
#include "rlmdb/tree.hpp"
#include "trees/waiting.hpp"

namespace rlmdb::trees {

/// Whether somebody still runs a node: under a claim, or as the process that its record names.
enum class Owner { none, dead, alive, claimed };

/// What the rows say of one node, in store order.
struct NodeRow {
  std::int64_t id = 0;        ///< tasks.id
  std::int64_t position = 0;  ///< place in store order
  std::string task_id;
  std::string node_id;
  std::optional<std::string> parent_ref;
  bool parent_in_other_tree = false;  ///< the parent exists, in another tree
  std::optional<std::int64_t> depth;
  std::string strategy;
  std::optional<TaskState> state;
  std::string state_text;
  std::string prompt;
  std::string agent;
  std::optional<double> priority;
  std::optional<std::int64_t> created_at_ms;
  std::optional<std::string> started_at;
  std::optional<std::int64_t> started_at_ms;
  std::optional<std::int64_t> completed_at_ms;
  bool has_run = false;  ///< once, whatever became of it since (task_times.has_run)
  std::optional<double> cost_usd;
  std::optional<std::int64_t> input_tokens;
  std::optional<std::int64_t> output_tokens;
  std::optional<std::int64_t> pid;
  std::optional<records::StoredClaim> claim;
  Owner owner = Owner::none;
  records::ClaimState claim_state = records::ClaimState::holds;  ///< of `claim`, where a plan has asked
  std::string claim_words;                                       ///< who has it, and until when
  ResumeCheckpoint checkpoint;
  std::int64_t version = 0;
  std::optional<std::int64_t> token;  ///< of the claim
  std::optional<records::NotBefore> not_before;
  std::string reason_of_hold;                 ///< of one that another holds; "": nobody does
  std::optional<std::int64_t> held_until_ms;  ///< of the same
  std::int64_t attempts = 0;                  ///< lost or failed before this one
  std::int64_t max_attempts = 0;              ///< after so many it is given up; 0: never
  bool names_dependencies = false;            ///< metadata.depends_on may be there
  std::vector<Blocker> unfinished_dependencies;
  std::string dependency_circle;  ///< Relations::dependency_circle()
};

inline constexpr std::size_t k_no_node = static_cast<std::size_t>(-1);

/// The shape: indexes into the rows. Every row stands exactly once in `order`.
struct TreeShape {
  std::vector<std::size_t> parent;                 ///< k_no_node for a root or for what was cut off a cycle
  std::vector<std::vector<std::size_t>> children;  ///< in store order
  std::vector<std::int64_t> depth;                 ///< as drawn
  std::vector<std::size_t> order;                  ///< parents before children, siblings in store order
  std::vector<TreeFinding> findings;
};

/// Cheaper than in SQLite, which would carry whole rows through its sorter.
void put_in_store_order(std::vector<NodeRow>& rows);

/// Links rows by parent_ref; a cycle is cut at its first row in store order. Finds what is wrong on the way.
[[nodiscard]] TreeShape build_tree(std::span<const NodeRow> rows);

/// Its store id, or the node id of a node that only tree documents know: what parent_ref names it by.
[[nodiscard]] const std::string& name_of(const NodeRow& row) noexcept;

[[nodiscard]] bool is_finished(const NodeRow& row) noexcept;
[[nodiscard]] std::optional<std::int64_t> duration_ms(const NodeRow& row) noexcept;

}  // namespace rlmdb::trees
