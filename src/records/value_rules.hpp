// SPDX-License-Identifier: MIT
/// THE table: which texts the schemas' enums and patterns foresee, and where. Advice, never a reason to
/// refuse anything: the schemas' own examples break it. Members without an enum or a pattern are not in it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rlmdb::records {

/// A fixed text, and after it `least` to `most` characters of `alphabet`, as many as there are.
struct PatternPiece {
  std::string_view fixed;
  std::string_view alphabet;
  std::size_t least = 0;
  std::size_t most = 0;
};
/// One piece after the other; those that are left out match nothing.
using TextPattern = std::array<PatternPiece, 5>;

/// One of `tokens`, or a text of one of `patterns`, which `regex` says as a regular expression.
struct ValueRule {
  std::span<const std::string_view> tokens;
  std::span<const TextPattern> patterns;
  std::string_view regex;
};

[[nodiscard]] bool follows(const ValueRule& rule, std::string_view text) noexcept;

/// "one of queued, running…", or the regular expression.
[[nodiscard]] std::string to_text(const ValueRule& rule);

/// A tree goes by its id everywhere, so the id is judged once a tree and not where it is repeated.
enum class Judged { everywhere, once_a_tree };

/// A cell of a record, and where its member stands: a pointer from the record, from the variable (empty: the
/// variable's name) or from the checkpoint.
struct CellRule {
  std::size_t cell;
  std::string_view pointer;
  const ValueRule* rule;
  Judged judged = Judged::everywhere;
};

[[nodiscard]] std::span<const CellRule> task_cell_rules() noexcept;
[[nodiscard]] std::span<const CellRule> node_cell_rules() noexcept;
[[nodiscard]] std::span<const CellRule> variable_cell_rules() noexcept;
[[nodiscard]] std::span<const CellRule> checkpoint_cell_rules() noexcept;

/// A member of a tree document. `in_record` points to the same fact in the record of the node's task, and
/// `record_rule` is what counts there; empty and null: a record has no such member.
struct MemberRule {
  std::string_view pointer;
  const ValueRule* rule;
  std::string_view in_record;
  const ValueRule* record_rule = nullptr;
};

/// Of a node, and of the document around its nodes.
[[nodiscard]] std::span<const MemberRule> document_node_rules() noexcept;
[[nodiscard]] std::span<const MemberRule> outline_rules() noexcept;

[[nodiscard]] const ValueRule& tree_id_rule() noexcept;

}  // namespace rlmdb::records
