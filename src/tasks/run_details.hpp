// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rlmdb/run.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Error invalid_input for what a run cannot say of its result: a word that is none of its list (of `status`:
/// of `statuses`), a confidence outside 0 to 1, an artifact without a path, a text that is no UTF-8,
/// an error's timestamp that is no time.
void require_details(const RunDetails& details, std::span<const std::string_view> statuses,
                     const std::string& where);

/// Error invalid_input for what is no time with a zone.
void require_timestamp(const std::optional<std::string>& timestamp, const std::string& where);

/// The task's result by now, compact, whatever it is known from: its record, or the documents of its tree; ""
/// where it has none.
[[nodiscard]] std::string known_result(writing::TaskWriter& writer, const records::TaskHead& head);

/// The errors of the attempts before, oldest first, as a JSON array: those of `result`, the task's, where it
/// is one in the shape of a node's, and the record's own. "": there are none.
[[nodiscard]] std::string errors_of_attempts(writing::TaskWriter& writer, const records::TaskHead& head,
                                             std::string_view result);

/// Writes into the task's result that it failed with `error`, behind the errors of the attempts before, with
/// an event of `cause`. Returns the task as it is then.
[[nodiscard]] records::TaskHead with_failed_result(writing::TaskWriter& writer, const records::TaskHead& head,
                                                   const RunFault& error, const RunDetails& details,
                                                   const writing::Cause& cause);

}  // namespace rlmdb::tasks
