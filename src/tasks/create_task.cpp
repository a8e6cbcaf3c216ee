// SPDX-License-Identifier: MIT
// The record is the one that the legacy createTask would write.
#include <fmt/format.h>

#include <algorithm>

#include "db/meta_rows.hpp"
#include "json/object_text.hpp"
#include "records/field_codec.hpp"
#include "records/new_record.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "tasks/belongings.hpp"
#include "tasks/given_metadata.hpp"
#include "tasks/node_place.hpp"
#include "tasks/task_changes.hpp"
#include "trees/tree_setting_rows.hpp"
#include "variables/value_place.hpp"
#include "variables/variable_state.hpp"
#include "writing/given_json.hpp"
#include "writing/holds.hpp"

namespace rlmdb::tasks {

namespace {

using records::Cell;
using records::FieldKind;

/// What callers gave as JSON and no column holds exactly.
struct Given {
  json::ObjectText members;
  records::TextArena arena;
};

Cell cell_of(FieldKind kind, std::string_view name, const std::string& json, Given& given) {
  const std::string_view raw = given.arena.keep(json);
  const records::DecodedField field = records::decode_field(kind, raw, given.arena);
  if (field.exactness == json::Exactness::inexact) given.members.add(name, raw);
  return field.cell;
}

/// `text` with U+0000 counts as given in JSON, because a column cannot hold it.
Cell cell_of(std::string_view name, const std::string& text, const std::string& where, Given& given) {
  writing::require_utf8(text, where);
  if (text.find('\0') == std::string::npos) return Cell::of_text(text);
  return cell_of(FieldKind::text, name, writing::json_string(text), given);
}

Cell prompt_of(const NewTask& task, const std::string& where, Given& given) {
  if (const auto* json = std::get_if<JsonText>(&task.prompt))
    return cell_of(FieldKind::text, "prompt", writing::checked_json(json->text, where), given);
  return cell_of("prompt", std::get<std::string>(task.prompt), where, given);
}

std::string prompt_json(const NewTask& task, const std::string& where) {
  if (const auto* json = std::get_if<JsonText>(&task.prompt)) return writing::checked_json(json->text, where);
  return writing::json_string(std::get<std::string>(task.prompt));
}

/// The legacy store turns an empty agent into none.
Cell agent_of(const NewTask& task, const std::string& where, Given& given) {
  return task.agent && !task.agent->empty() ? cell_of("agent", *task.agent, where, given) : Cell();
}

Cell priority_of(const NewTask& task, const std::string& where, Given& given) {
  if (!task.priority) return Cell::of_integer(0);
  const std::string json = writing::checked_priority(task.priority->text, where);
  return cell_of(FieldKind::number, "priority", json, given);
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

records::NewNode node_of(const NewTask& task, const NodePlace& place, const std::string& node_id) {
  std::optional<std::string_view> parent_id;
  if (!place.parent_id.empty()) parent_id = place.parent_id;
  return {place.tree_id, node_id, parent_id, place.depth, task.decomposition_strategy, task.merge_strategy};
}

/// What the root says of its tree.
void set_mode(writing::TaskWriter& writer, const std::string& tree_id, const NewTask& task) {
  if (!task.execution_mode && !task.session_id) return;
  trees::TreeSettingRows rows(writer.connection());
  trees::TreeSettings settings = rows.find(tree_id);
  settings.execution_mode = task.execution_mode;
  settings.session_id = task.session_id;
  rows.put(tree_id, settings);
}

/// A long prompt has a copy in a file, as any value of a variable.
void follow_prompt(writing::TaskWriter& writer, records::TaskHead root, const TaskId& id,
                   const std::string& prompt) {
  if (prompt.size() <= records::k_most_inline_bytes) return;
  root.legacy_id = id.text;
  variables::follow_set(writer.connection(), variables::value_owner_of(root), "prompt", {},
                        json::with_member("{}", "value", prompt), variables::WantsFile::if_large);
}

void hold_new(writing::TaskWriter& writer, std::int64_t id, const NewTask& task, const std::string& where) {
  if (task.hold_pid && !task.hold)
    throw Error(ErrorCode::usage, "hold_pid needs hold, how long the task is held", where);
  if (!task.hold) return;
  const std::int64_t hold = writing::put_hold(writer.connection(), *task.hold, task.hold_pid);
  records::HoldRows(writer.connection()).put_task(id, hold);
}

}  // namespace

ChangeResult create_task(writing::TaskWriter& writer, const NewTask& task, const std::string& where) {
  records::NewRecord record;
  Given given;
  record.prompt = prompt_of(task, where + ".prompt", given);
  record.agent = agent_of(task, where + ".agent", given);
  record.priority = priority_of(task, where + ".priority", given);
  const std::optional<NodePlace> place = place_of(writer, task, where);
  GivenMetadata metadata(task, store_ids_of(writer, task.depends_on), place, where);
  std::string state_prompt;
  if (place && place->parent_id.empty()) {
    state_prompt = prompt_json(task, where + ".prompt");
    if (!metadata.begin_state(state_prompt, writer.now())) state_prompt.clear();
  }
  given.members.add_if_there("metadata", metadata.json());
  require_variable_room("the new task", 0, variables::variables_of_metadata(metadata.json()).size(),
                        "nothing was changed; give fewer");
  if (!given.members.empty()) record.given = given.members.finish();
  ChangeResult result{TaskId{}, "queued", 1, 0};
  if (place) result.warnings = check_limits(writer, *place, metadata.context_tokens());
  result.warnings.insert(result.warnings.end(), metadata.warnings().begin(), metadata.warnings().end());
  db::MetaRows meta(writer.connection());
  records::TaskRows ids(writer.connection());
  records::TaskHead created;
  created.id = ids.next_id();
  if (place) created.tree_id = place->tree_id;
  result.event_seq = writer.note(created, result.state, {.kind = EventKind::task_created});
  record.created_at = writer.now();
  std::int64_t number = meta.counter(db::k_next_task_number);
  for (;; ++number) {  // an id that a source brought in some other way may be taken
    if (place && writer.node_ids().is_taken(place->tree_id, number)) continue;
    result.id.text = fmt::format("task-{:04}", number);
    if (ids.is_id_of_document(result.id.text)) continue;
    const std::string node_id = place ? writer.node_ids().id(number) : "";
    record.id = result.id.text;
    if (place) record.node = node_of(task, *place, node_id);
    if (writer.records().insert(created.id, record, {.event_seq = result.event_seq})) break;
  }
  ids.use_ids(created.id + 1);
  meta.raise_counter(db::k_next_task_number, number + 1);
  set_retry_policy(writer, created.id, task, where);
  hold_new(writer, created.id, task, where);
  if (task.not_before) {
    TimeToBegin begin = time_to_begin(writer, *task.not_before, where + ".not_before");
    writer.heads().schedule(created.id, begin.utc);
    if (begin.warning) result.warnings.push_back(*std::move(begin.warning));
  }
  if (!state_prompt.empty()) follow_prompt(writer, created, result.id, state_prompt);
  if (place) {
    writer.node_counts().add(place->tree_id, place->parent_id);
    set_mode(writer, place->tree_id, task);
    result.tree = TreeId{place->tree_id};
  }
  for (Finding& warning : result.warnings) warning.where = result.id.text;
  return result;
}

}  // namespace rlmdb::tasks
