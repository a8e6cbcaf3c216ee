// SPDX-License-Identifier: MIT
/// The results of a node's children brought together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

/// What comes of the children's results.
enum class MergeStrategy { concatenate, summarize, vote, best_of_n };

/// One child that is completed, failed or cancelled.
struct MergeInput {
  std::optional<TaskId> task_id;  ///< nullopt for a node known only from a tree document
  std::string node_id;
  std::string state;
  /// What is merged: the result where that is a text, the `output` of a result in the shape of the schema's
  /// TaskResult, the JSON text of any other value. nullopt: it has no result, it failed, or it was
  /// cancelled.
  std::optional<std::string> text;
  std::optional<double> confidence;  ///< 0 to 1, where it is given
};

/// Inputs whose texts are equal once white space around them is cut off.
struct MergeVote {
  std::string text;                 ///< so cut
  std::vector<std::size_t> inputs;  ///< their places in Merge::inputs
};

/// How many of the inputs have to agree in a vote: more than half of them, all of them, or more than on
/// anything else.
enum class VoteRule { majority, consensus, plurality };

struct MergeOptions {
  std::optional<std::string> strategy{};  ///< instead of the node's own
  std::string separator = "\n\n";         ///< between the texts of concatenate
  VoteRule vote = VoteRule::majority;
};

struct Merge {
  std::optional<TaskId> task_id;  ///< as in MergeInput
  std::string node_id;
  std::optional<TreeId> tree_id;
  std::string state;                      ///< of the node
  std::optional<MergeStrategy> strategy;  ///< nullopt: none is named, or one that rlmdb does not know
  std::string strategy_text;              ///< as given; "" for none
  std::vector<MergeInput> inputs;         ///< in store order
  std::vector<MergeVote> votes;           ///< of `vote`: most inputs first, of equals the one that came first
  std::string joined;                     ///< the inputs' texts with the separator between them
  std::optional<std::string> result;      ///< nullopt where rlmdb cannot say it
  std::string reason;                     ///< one sentence: how the result came about, or why there is none
};

/// What stands above the children of a node that can merge. `node` is a store id, or the node id of a node
/// that has none. Reads only, one snapshot. concatenate: the texts with the separator between them. vote: the
/// text that as many inputs have as the rule asks for; else the votes are reported and decide nothing.
/// best-of-n: the text of the highest confidence; equal ones that differ are a tie. All of them take the
/// results there are; the reason names the children that failed. summarize needs a model
/// and gives inputs alone. Throws Error not_found; conflict while a child is not finished
/// (`where` names them with their states) or the node has no children; usage for a node id that several nodes
/// have; busy, io. Cost: the rows of the children.
[[nodiscard]] Merge merge_node(const Store& store, const std::string& node, const MergeOptions& options = {});

}  // namespace rlmdb
