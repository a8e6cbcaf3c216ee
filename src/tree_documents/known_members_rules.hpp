// SPDX-License-Identifier: MIT
/// One node, whatever it is known from (docs/decisions/042): its record is a merge patch (RFC 7396) over what
/// the tree's document says of it, and that one over what its node file says.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rlmdb::tree_documents {

/// `patch` over `target`, raw JSON values: members that are null in `patch` go, objects are merged, anything
/// else takes the place of what is there. "" for either is no value.
[[nodiscard]] std::string merge_patch(std::string_view target, std::string_view patch);

/// Whether documents may know members of metadata.`name` that the record lacks.
[[nodiscard]] bool is_shared_object(std::string_view name);

/// metadata.`name` with the members that only documents know. `in_record`: as the record has it, "" where it
/// does not; `nodes`: the node in its documents, those that count first in front, compact. A sum over a
/// subtree is never one node's to know. What is no object in the record stays as it is.
[[nodiscard]] std::string known_object(std::string_view name, std::string_view in_record,
                                       std::span<const std::string> nodes);

/// `given`, which takes the place of metadata.`name`: what documents know and an object lacks stands in it as
/// null, which says that there is none.
[[nodiscard]] std::string replacing_object(std::string_view name, std::string_view given,
                                           std::span<const std::string> nodes);

/// `node`, one of `nodes`, with what all of them say together; it keeps its own place in the tree.
[[nodiscard]] std::string with_known_members(std::string_view node, std::span<const std::string> nodes);

/// The result that is known of the node whose record, a legacy record's text, that is: compact, "" for none.
[[nodiscard]] std::string known_result(std::span<const std::string> nodes, std::string_view record);

/// The node as its documents have it, together; `nodes` are at least one.
[[nodiscard]] std::string known_node(std::span<const std::string> nodes);

}  // namespace rlmdb::tree_documents
