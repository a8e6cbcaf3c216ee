// SPDX-License-Identifier: MIT
/// THE tables of what task records, tree documents, state documents and checkpoints say, as the seeds'
/// schemas have it. Advice where a source is read; verbs refuse by them. Loops:
/// loops/loop_rules; checkpoints of workflows: workflows/workflow_rules.
#pragma once

#include <span>
#include <string_view>

#include "records/fields.hpp"
#include "records/record.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::schemas {

/// A legacy record. Nothing of it is required: the legacy store writes what it is given.
[[nodiscard]] MemberRules record_rules() noexcept;
/// A node of a tree document without the nodes inside it, and the document around its nodes. Ids of trees
/// stand in both; where a tree is known by its id, that is judged once, by its form.
[[nodiscard]] MemberRules document_node_rules() noexcept;
[[nodiscard]] MemberRules outline_rules() noexcept;
/// The parts that verbs are given on their own.
[[nodiscard]] MemberRules context_rules() noexcept;
[[nodiscard]] MemberRules config_rules() noexcept;
[[nodiscard]] MemberRules metadata_rules() noexcept;
[[nodiscard]] MemberRules result_rules() noexcept;

/// `status` of a node's result.
[[nodiscard]] std::span<const std::string_view> result_statuses() noexcept;

/// What the members of a level follow; the levels of a record are those of record_rules().
[[nodiscard]] MemberRules level_rules(records::Level level) noexcept;

/// The rule of a column's member.
struct CellRule {
  std::size_t cell;
  const MemberRule* rule;
};
/// Of the cells of tasks (Level::task), nodes (metadata, context, cost), variables (variable,
/// variable_metadata) and checkpoints rows: those that have a rule.
[[nodiscard]] std::span<const CellRule> cell_rules(records::Level level);

/// Where a node's member stands in the record of its task: the beginnings of pointers that differ.
struct SharedPointer {
  std::string_view in_node;
  std::string_view in_record;
};
[[nodiscard]] std::span<const SharedPointer> shared_pointers() noexcept;

/// Gives what of a record breaks record_rules() to `use`. Not the form of a tree's id that is a column: a
/// tree goes by its id everywhere, so that is judged once a tree. `text` is the record as JSON in any layout.
/// A record whose columns and residue all follow costs some comparisons and no reading of its text.
void judge_record(const records::TaskRecord& record, std::string_view text, const UseFault& use);

}  // namespace rlmdb::schemas
