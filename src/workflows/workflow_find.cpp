// SPDX-License-Identifier: MIT
#include "workflows/workflow_find.hpp"

#include <algorithm>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "util/instant.hpp"
#include "workflows/workflow_rules.hpp"
#include "workflows/workflow_text.hpp"

namespace rlmdb::workflows {

namespace {

std::vector<std::string> tags_of(std::string_view compact) {
  const std::string_view tags = json::find_member(json::find_member(compact, "metadata"), "tags");
  std::vector<std::string> texts;
  if (tags.empty() || json::kind_of(tags) != json::JsonKind::array) return texts;
  std::vector<std::string_view> elements;
  json::split_elements(tags, elements);
  for (const std::string_view element : elements) {
    if (auto text = json::text_of(element)) texts.push_back(*std::move(text));
  }
  return texts;
}

void read_into(db::Connection& connection, WorkflowCheckpoint& checkpoint, const WorkflowHead& head) {
  checkpoint.id = id_of(head);
  checkpoint.owner = head.owner;
  checkpoint.kind = head.kind;
  checkpoint.place = head.place;
  checkpoint.workflow_id = head.workflow_id;
  checkpoint.loop_id = head.loop_id;
  checkpoint.workflow_type = head.workflow_type;
  checkpoint.created_at = head.created_at;
  checkpoint.trigger = head.trigger;
  checkpoint.phase = head.phase;
  checkpoint.step = head.step;
  checkpoint.iteration = head.iteration;
  checkpoint.percentage = head.percentage;
  checkpoint.retention_days = head.retention_days;
  checkpoint.schema_version = head.schema_version;
  checkpoint.source_path = sources::text_of_known(connection, head.source_path);
  checkpoint.event_seq = head.event_seq;
  checkpoint.bytes = head.payload_bytes;
  checkpoint.is_packed = !head.content_id;
}

}  // namespace

std::string id_of(const WorkflowHead& head) {
  if (head.checkpoint_id && !head.checkpoint_id->empty()) return *head.checkpoint_id;
  const std::string name = head.place.substr(head.place.rfind('/') + 1);
  return name.substr(0, name.find(".json"));
}

std::optional<std::int64_t> time_of(const WorkflowHead& head) {
  return util::instant_ms(head.created_at.value_or(""));
}

std::vector<WorkflowHead> newest_first(db::Connection& connection, std::string_view owner) {
  std::vector<WorkflowHead> heads = WorkflowRows(connection).of_owner(owner);
  const auto key = [](const WorkflowHead& head) { return std::pair(time_of(head), head.id); };
  std::sort(heads.begin(), heads.end(),
            [&](const auto& left, const auto& right) { return key(left) > key(right); });
  return heads;
}

WorkflowHead get_workflow_checkpoint(db::Connection& connection, const WorkflowOwner& owner,
                                     std::string_view id) {
  std::vector<WorkflowHead> found = WorkflowRows(connection).of_owner(owner.id);
  std::erase_if(found, [&](const auto& head) { return id_of(head) != id && head.place != id; });
  const std::string list = "`rlmdb checkpoint list --workflows` shows those there are";
  if (found.empty())
    throw Error(ErrorCode::not_found, "there is no checkpoint '" + std::string(id) + "' of " + to_text(owner),
                std::string(id), list);
  if (found.size() > 1)
    throw Error(
        ErrorCode::conflict,
        std::to_string(found.size()) + " checkpoints of " + to_text(owner) + " go by " + std::string(id),
        found.front().place, "name it by its place; " + list);
  return std::move(found.front());
}

ReadWorkflow read_workflow(db::Connection& connection, const WorkflowHead& head) {
  if (is_kept_as_file(head)) return {"", head.defect};
  ReadWorkflow read;
  try {
    read.compact = workflow_text(connection, head);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    return {"", error.what()};
  }
  if (head.defect) {
    read.defect = head.defect;
  } else if (!is_whole(head, read.compact)) {
    read.defect = "its content is not what it was made of: another length or SHA-256";
  } else if (const auto fault = fault_of_checkpoint(head.kind, read.compact)) {
    read.defect = to_text(*fault);
  }
  return read;
}

WorkflowCheckpoint workflow_checkpoint_of(db::Connection& connection, const WorkflowHead& head,
                                          const ReadWorkflow& read) {
  WorkflowCheckpoint checkpoint;
  read_into(connection, checkpoint, head);
  // A damaged content is not read as JSON.
  if (!read.defect) checkpoint.tags = tags_of(read.compact);
  checkpoint.defect = read.defect;
  WorkflowRows rows(connection);
  checkpoint.kept_artifacts = rows.count_copies(head.id);
  const auto state = rows.state_of(head.owner);
  checkpoint.is_restored = state && state->checkpoint == head.id;
  return checkpoint;
}

WorkflowCheckpoint workflow_checkpoint_of(db::Connection& connection, const WorkflowHead& head) {
  return workflow_checkpoint_of(connection, head, read_workflow(connection, head));
}

}  // namespace rlmdb::workflows
