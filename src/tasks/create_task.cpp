// SPDX-License-Identifier: MIT
// The record is written as the legacy createTask would, then taken apart like an imported one.
#include "tasks/create_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "db/meta_rows.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "tasks/new_metadata.hpp"
#include "tasks/node_place.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::tasks {

namespace {

std::string prompt_json(const NewTask& task, const std::string& where) {
  if (const auto* json = std::get_if<JsonText>(&task.prompt))
    return writing::checked_json(json->text, where + ".prompt");
  const std::string& text = std::get<std::string>(task.prompt);
  writing::require_utf8(text, where + ".prompt");
  return writing::json_string(text);
}

/// The legacy store turns an empty agent into none.
std::string agent_json(const NewTask& task, const std::string& where) {
  if (!task.agent || task.agent->empty()) return "null";
  writing::require_utf8(*task.agent, where + ".agent");
  return writing::json_string(*task.agent);
}

std::string priority_json(const NewTask& task, const std::string& where) {
  if (!task.priority) return "0";
  return writing::checked_json(task.priority->text, json::JsonKind::number, where + ".priority");
}

/// By the names that the legacy store knows.
std::vector<TaskId> store_ids_of(writing::TaskWriter& writer, const std::vector<TaskId>& ids) {
  std::vector<TaskId> store_ids;
  for (const TaskId& id : ids) {
    const auto head = writer.heads().find(id.text);
    if (!head) throw records::no_such_task(id.text);
    store_ids.push_back({head->legacy_id});
  }
  return store_ids;
}

std::optional<std::int64_t> positive(std::optional<std::int64_t> value, const std::string& where) {
  if (value && *value < 1) throw Error(ErrorCode::usage, where + " has to be at least 1", where);
  return value;
}

void set_retry_policy(writing::TaskWriter& writer, std::int64_t id, const NewTask& task,
                      const std::string& where) {
  if (!task.max_attempts && !task.backoff) return;
  std::optional<std::int64_t> backoff_ms;
  if (task.backoff) backoff_ms = task.backoff->count();
  if (backoff_ms && *backoff_ms < 0) throw Error(ErrorCode::usage, where + ".backoff is negative", where);
  writer.heads().set_retry_policy(id, positive(task.max_attempts, where + ".max_attempts"), backoff_ms);
}

std::string record_json(const std::string& id, const std::string& prompt, const std::string& agent,
                        const std::string& priority, const std::string& now, const std::string& metadata) {
  return fmt::format(
      R"({{"id":"{}","prompt":{},"agent":{},"priority":{},"state":"queued","createdAt":"{}","startedAt":null,)"
      R"("completedAt":null,"pid":null,"result":null,"error":null,"output":"","metadata":{}}})",
      id, prompt, agent, priority, now, metadata);
}

}  // namespace

ChangeResult create_task(writing::TaskWriter& writer, const NewTask& task, const std::string& where) {
  const std::string prompt = prompt_json(task, where);
  const std::string agent = agent_json(task, where);
  const std::string priority = priority_json(task, where);
  const std::optional<NodePlace> place = place_of(writer, task, where);
  const NewMetadata metadata(task, store_ids_of(writer, task.depends_on), place, where);
  ChangeResult result{TaskId{}, "queued", 1, writer.events().next_seq(), std::nullopt, {}};
  if (place) result.warnings = check_limits(writer, *place, metadata.context_tokens());
  db::MetaRows meta(writer.connection());
  records::TaskRows ids(writer.connection());
  const std::int64_t key = ids.next_id();
  std::int64_t number = meta.counter(db::k_next_task_number);
  for (;; ++number) {  // an id that a source brought in some other way may be taken
    if (place && writer.node_ids().is_taken(place->tree_id, number)) continue;
    result.id.text = fmt::format("task-{:04}", number);
    if (ids.is_id_of_document(result.id.text)) continue;
    const std::string record = record_json(result.id.text, prompt, agent, priority, writer.now(),
                                           metadata.json(place ? writer.node_ids().id(number) : ""));
    if (writer.records().insert(key, record, {.event_seq = result.event_seq})) break;
  }
  ids.use_ids(key + 1);
  meta.raise_counter(db::k_next_task_number, number + 1);
  set_retry_policy(writer, key, task, where);
  if (place) writer.node_counts().add(place->tree_id, place->parent_id);
  records::TaskHead created;
  created.id = key;
  if (place) created.tree_id = place->tree_id;
  (void)writer.note(created, "queued", {.kind = "task:created"});
  for (Finding& warning : result.warnings) warning.where = result.id.text;
  return result;
}

}  // namespace rlmdb::tasks
