// SPDX-License-Identifier: MIT
/// One node of a tree document beside the record of the task that it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/object_view.hpp"

namespace rlmdb::tree_documents {

/// What every node has to say. `json` is compact canonical text.
struct NodeIdentity {
  std::optional<std::string> node_id;    ///< nullopt: none, or no string
  std::optional<std::string> parent_id;  ///< a node id; nullopt: null, none, or no string
};
[[nodiscard]] NodeIdentity identity_of_node(std::string_view json);

/// Where a node that becomes a task stands.
struct NodePlace {
  std::string tree_id;
  std::optional<std::string>
      parent;  ///< what metadata.parent_id says: the parent's store id, else its node id
};

/// The node as a legacy record without an id, compact: what has no place in a record is left out.
[[nodiscard]] std::string record_of_node(std::string_view json, const NodePlace& place);

/// A member in which a node and the record of its task differ. Raw JSON; empty: absent.
struct NodeDifference {
  std::vector<std::string_view> path;  ///< in the node: one or two names, static
  std::string in_node;
  std::string in_task;  ///< as the node would spell it
};

/// Of a member that the record, compact, lacks or has as null, as a store does from the creation of a task on:
/// whether it says all the same that there is none. A task that waits or runs has no end; what a verb took
/// away is listed in metadata.withdrawn.
[[nodiscard]] bool says_there_is_none(json::ObjectView& record, std::string_view name);

/// All in which they differ of what both can say. `record` is a legacy record's text. Of a
/// member on which the record is silent they do not differ. The first error comes last, at the node's result.errors: a node has the error of its run
/// in its result, a record beside it.
[[nodiscard]] std::vector<NodeDifference> compare_node(std::string_view json, std::string_view record);

/// The same without the error.
[[nodiscard]] std::vector<NodeDifference> compare_members(std::string_view json, std::string_view record);

/// XXH3-128, 16 bytes, of all that a node and this record can both say: while it stays, nothing that a node
/// says has changed in the task.
[[nodiscard]] std::string digest_of_record(std::string_view record);

/// The node with the record's values, compact; members that it lacked come last.
[[nodiscard]] std::string with_differences(std::string_view json,
                                           const std::vector<NodeDifference>& differences);

/// The node as the record has it by now, compact: with_differences, and what follows from them. A result that
/// is another one than the node's takes its place as a whole, with the status and the error that the record
/// says; another time gives another duration, where there are two.
[[nodiscard]] std::string with_record(std::string_view json, std::string_view record);

/// A node made from a record alone, in the order of the schema; `node_id` and `parent` are node ids.
[[nodiscard]] std::string node_of_record(std::string_view record, std::string_view node_id,
                                         const std::optional<std::string>& parent);

/// Whether a node says what it and all below it cost: always (also one that says nothing of costs, where there
/// are some below it), or where it has such a sum already.
enum class SumOfNode { always, where_given };
[[nodiscard]] std::string with_subtree_cost(std::string_view json, SumOfNode has_sum, double cost_usd);

/// RFC 6901 pointer of a difference inside its node.
[[nodiscard]] std::string pointer_of(const NodeDifference& difference);

}  // namespace rlmdb::tree_documents
