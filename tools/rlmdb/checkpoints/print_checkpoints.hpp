// SPDX-License-Identifier: MIT
/// What `rlmdb checkpoint` prints. Texts are whole lines: tables on a terminal, elsewhere tab-separated. JSON
/// is the `data` of a document, with values as they stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rlmdb/checkpoint.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The id alone.
[[nodiscard]] std::string text_of(const CheckpointCreated& created, const Terminal& terminal);
[[nodiscard]] std::string json_of(const CheckpointCreated& created);
/// What its taking removed; "": nothing.
[[nodiscard]] std::string text_removed(const CheckpointCreated& created);

/// Id, owner, name, time, number of variables, status, and `pinned` for one that is.
[[nodiscard]] std::string text_of(const std::vector<Checkpoint>& checkpoints, const Terminal& terminal);
[[nodiscard]] std::string json_of(const std::vector<Checkpoint>& checkpoints);

/// Member, name and value of each variable.
[[nodiscard]] std::string text_of(const CheckpointContent& content, const Terminal& terminal);
[[nodiscard]] std::string json_of(const CheckpointContent& content);

/// Kind, member, name, pointer, old and new value of each place that differs.
[[nodiscard]] std::string text_of(const CheckpointDifference& difference, const Terminal& terminal);
[[nodiscard]] std::string json_of(const CheckpointDifference& difference);

/// Owner, version and number of variables of each that was set back; `missing` and the node for one that is
/// gone.
[[nodiscard]] std::string text_of(const RollbackReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_of(const RollbackReport& report);
/// For standard error: which command sets it back again.
[[nodiscard]] std::string text_undo(const RollbackReport& report, const Terminal& terminal);

/// The new tree and its number of nodes.
[[nodiscard]] std::string text_of(const ForkReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_of(const ForkReport& report);

/// `removed` or `kept`, id, owner, name, and why it is kept.
[[nodiscard]] std::string text_of(const PruneReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_of(const PruneReport& report);
/// For standard error: how many.
[[nodiscard]] std::string text_summary(const PruneReport& report);

}  // namespace rlmdb::cli
