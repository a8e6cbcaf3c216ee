// SPDX-License-Identifier: MIT
/// What is printed of tasks. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Labelled lines for one task; `record` is its JSON text as stored.
[[nodiscard]] std::string text_show(const TaskSummary& task, std::string_view record,
                                    const Terminal& terminal);
/// What the documents of its tree say of the node, and its record does not: the objects of it, as they count.
[[nodiscard]] std::string text_node(std::string_view node, std::string_view record, const Terminal& terminal);
[[nodiscard]] std::string text_stats(const TaskStats& stats, const Terminal& terminal);

struct ShownTask {
  TaskId id;
  std::string record;              ///< its JSON text, put in as it stands
  std::optional<TaskSummary> now;  ///< nullopt for a record as it was
  std::optional<JsonText> node;    ///< all that is known of it as a node; nullopt: it is none, or as it was
};
[[nodiscard]] std::string json_show(const std::vector<ShownTask>& tasks);
[[nodiscard]] std::string json_stats(const TaskStats& stats);

}  // namespace rlmdb::cli
