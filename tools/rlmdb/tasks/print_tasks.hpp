// SPDX-License-Identifier: MIT
/// What is printed of tasks. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/export.hpp"
#include "rlmdb/task.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class JsonObject;

/// Labelled lines for one task; `record` is its JSON text as stored.
[[nodiscard]] std::string text_show(const TaskSummary& task, std::string_view record,
                                    const Terminal& terminal);
/// Of a node that documents describe, the objects that they may know more of than its record, as they count.
[[nodiscard]] std::string text_node(const KnownNode& node, const Terminal& terminal);
[[nodiscard]] std::string text_stats(const TaskStats& stats, const Terminal& terminal);

struct ShownTask {
  TaskId id;
  std::string record;              ///< its JSON text, put in as it stands
  std::optional<TaskSummary> now;  ///< nullopt for a record as it was
  std::optional<KnownNode> node;   ///< all that is known of it as a node; nullopt: it is none, or as it was
};
[[nodiscard]] std::string json_show(const std::vector<ShownTask>& tasks);
void add_stats(JsonObject& object, const TaskStats& stats);
[[nodiscard]] std::string json_stats(const TaskStats& stats);

}  // namespace rlmdb::cli
