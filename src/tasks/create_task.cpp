// SPDX-License-Identifier: MIT
// The record is written as the legacy createTask would, then taken apart like an imported one.
#include "tasks/create_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "legacy/json_members.hpp"
#include "rlmdb/error.hpp"
#include "store/meta_rows.hpp"
#include "store/task_rows.hpp"
#include "store/tree_rows.hpp"
#include "tasks/json_input.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_next_key = "next_task_key";
constexpr std::string_view k_next_number = "next_task_number";

std::string prompt_json(const NewTask& task, const std::string& where) {
  if (const auto* json = std::get_if<JsonText>(&task.prompt))
    return checked_json(json->text, where + ".prompt");
  const std::string& text = std::get<std::string>(task.prompt);
  require_utf8(text, where + ".prompt");
  return json_string(text);
}

/// The legacy store turns an empty agent into none.
std::string agent_json(const NewTask& task, const std::string& where) {
  if (!task.agent || task.agent->empty()) return "null";
  require_utf8(*task.agent, where + ".agent");
  return json_string(*task.agent);
}

std::string priority_json(const NewTask& task, const std::string& where) {
  if (!task.priority) return "0";
  return checked_json(task.priority->text, legacy::JsonKind::number, where + ".priority");
}

/// Unlike anything else that rlmdb makes up: spread over all eight digits, one to one with the task's number.
std::string node_id(std::int64_t number) {
  constexpr std::uint32_t k_odd_spreader = 2654435761U;
  return fmt::format("task-{:08x}", static_cast<std::uint32_t>(number + 1) * k_odd_spreader);
}

[[noreturn]] void refuse(const std::string& message, const std::string& where, const std::string& hint) {
  throw Error(ErrorCode::conflict, message, where, hint);
}

/// Where a new node stands in its tree.
struct Place {
  std::string tree_id;
  std::string parent_id;  ///< "" for a root
  std::int64_t depth = 0;
};

Place place_below(TaskWriter& writer, const NewTask& task) {
  const auto parent = writer.heads().find(task.parent->text);
  if (!parent) throw Error(ErrorCode::not_found, "there is no task " + task.parent->text, task.parent->text);
  if (parent->tree_id.empty())
    refuse("task " + task.parent->text + " belongs to no tree", task.parent->text,
           "add the root of a tree with a tree id, and its nodes below it");
  if (task.tree && task.tree->text != parent->tree_id)
    refuse("task " + task.parent->text + " belongs to " + parent->tree_id + ", not to " + task.tree->text,
           task.parent->text, "leave the tree out: it is the parent's");
  const std::int64_t depth = store::TreeRows(writer.connection()).depth(parent->id);
  return {parent->tree_id, task.parent->text, depth + 1};
}

std::optional<Place> place_of(TaskWriter& writer, const NewTask& task, const std::string& where) {
  if (task.parent) return place_below(writer, task);
  if (!task.tree) return std::nullopt;
  require_utf8(task.tree->text, where + ".tree");
  if (store::TreeRows(writer.connection()).exists(task.tree->text))
    refuse("tree " + task.tree->text + " has a root already", task.tree->text,
           "name the parent of the new node");
  return Place{task.tree->text, "", 0};
}

/// Refuses metadata that says itself what its place says.
void require_no_place(const std::vector<legacy::Member>& members, const std::string& where) {
  for (const std::string_view name : {"\"tree_id\"", "\"node_id\"", "\"parent_id\"", "\"depth\""}) {
    const bool is_named = std::any_of(members.begin(), members.end(),
                                      [&](const legacy::Member& member) { return member.raw_name == name; });
    if (is_named)
      throw Error(ErrorCode::usage, fmt::format("metadata names {} beside a parent or tree", name), where,
                  "leave it out: the place in the tree gives it");
  }
}

void require_known(TaskWriter& writer, const std::vector<TaskId>& ids) {
  for (const TaskId& id : ids) {
    if (!writer.heads().find(id.text))
      throw Error(ErrorCode::not_found, "there is no task " + id.text, id.text);
  }
}

std::string depends_on_json(const std::vector<TaskId>& ids) {
  std::string json;
  for (const TaskId& id : ids) json += (json.empty() ? "" : ",") + json_string(id.text);
  return "\"depends_on\":[" + json + "]";
}

std::string metadata_json(const NewTask& task, const std::optional<Place>& place, std::int64_t number,
                          const std::string& where) {
  const std::string given =
      task.metadata ? checked_json(task.metadata->text, legacy::JsonKind::object, where + ".metadata") : "{}";
  std::string json;
  const auto add = [&](std::string_view member) {
    json += fmt::format("{}{}", json.empty() ? "" : ",", member);
  };
  if (place) {
    std::vector<legacy::Member> members;
    legacy::split_members(given, members);
    require_no_place(members, where + ".metadata");
    add(fmt::format(R"("tree_id":{},"node_id":"{}","parent_id":{},"depth":{})", json_string(place->tree_id),
                    node_id(number), place->parent_id.empty() ? "null" : json_string(place->parent_id),
                    place->depth));
  }
  if (given != "{}") add(given.substr(1, given.size() - 2));
  if (!task.depends_on.empty()) add(depends_on_json(task.depends_on));
  return "{" + json + "}";
}

std::optional<std::int64_t> positive(std::optional<std::int64_t> value, const std::string& where) {
  if (value && *value < 1) throw Error(ErrorCode::usage, where + " has to be at least 1", where);
  return value;
}

void set_retry_policy(TaskWriter& writer, std::int64_t id, const NewTask& task, const std::string& where) {
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

ChangeResult create_task(TaskWriter& writer, const NewTask& task, const std::string& where) {
  const std::string prompt = prompt_json(task, where);
  const std::string agent = agent_json(task, where);
  const std::string priority = priority_json(task, where);
  const std::optional<Place> place = place_of(writer, task, where);
  require_known(writer, task.depends_on);
  store::MetaRows meta(writer.connection());
  const std::int64_t key =
      std::max(meta.counter(k_next_key), store::TaskRows(writer.connection()).last_id() + 1);
  std::int64_t number = meta.counter(k_next_number);
  const std::int64_t seq = writer.events().next_seq();
  std::string id;
  for (;; ++number) {  // an id that a source brought in some other way may be taken
    id = fmt::format("task-{:04}", number);
    const std::string metadata = metadata_json(task, place, number, where);
    if (writer.records().insert(key, seq, record_json(id, prompt, agent, priority, writer.now(), metadata)))
      break;
  }
  meta.raise_counter(k_next_key, key + 1);
  meta.raise_counter(k_next_number, number + 1);
  set_retry_policy(writer, key, task, where);
  if (place && !place->parent_id.empty()) writer.heads().unblock_tree(place->tree_id);
  store::TaskHead created;
  created.id = key;
  if (place) created.tree_id = place->tree_id;
  (void)writer.note(created, "queued", {.kind = "task:created"});
  return {TaskId{id}, "queued", 1, seq, std::nullopt};
}

}  // namespace rlmdb::tasks
