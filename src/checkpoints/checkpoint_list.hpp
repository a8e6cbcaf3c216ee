// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "records/checkpoint_rows.hpp"
#include "variables/state_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

/// The list's element as compact JSON.
[[nodiscard]] std::string element_of(const records::ListedCheckpoint& checkpoint);

/// Appends to metadata.checkpoints of the task, with an event, whose sequence number it returns. Where rows
/// say the whole list this costs one row, else the record. Error conflict where something else than an object
/// and an array is in its place.
std::int64_t add_to_list(writing::TaskWriter& writer, const records::TaskHead& task,
                         const records::ListedCheckpoint& checkpoint, const writing::Cause& cause);

/// The same for history.checkpoints of a state document; costs its outline, which holds what was imported of
/// the list.
std::int64_t add_to_list(writing::TaskWriter& writer, variables::StateHead state,
                         const records::ListedCheckpoint& checkpoint, const writing::Cause& cause);

/// Takes the elements of those checkpoint ids out of metadata.checkpoints of the task, with an event that
/// keeps the list as it was and says in its reason how many they are. Returns its sequence number. Costs the
/// record. REQUIRES: the list names one of them.
std::int64_t take_from_list(writing::TaskWriter& writer, const records::TaskHead& task,
                            const std::set<std::string>& ids, EventKind kind);

/// The same of history.checkpoints of a state document.
std::int64_t take_from_list(writing::TaskWriter& writer, variables::StateHead state,
                            const std::set<std::string>& ids, EventKind kind);

}  // namespace rlmdb::checkpoints
