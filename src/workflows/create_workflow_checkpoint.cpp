// SPDX-License-Identifier: MIT
// 1. Files are hashed before anybody has to wait.
// 2. In one transaction the record is made, held against the schema, given a place, and kept with its event.
#include <algorithm>

#include "db/checkpoint.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/object_text.hpp"
#include "loops/loop_text.hpp"
#include "records/content_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "util/sha256.hpp"
#include "workflows/workflow_artifacts.hpp"
#include "workflows/workflow_event.hpp"
#include "workflows/workflow_find.hpp"
#include "workflows/workflow_record.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

struct HashedFile {
  std::string path;
  std::optional<std::string> sha256;  ///< nullopt: it is not there
};

std::vector<HashedFile> hash_files(const NewWorkflowCheckpoint& asked) {
  std::vector<HashedFile> files;
  for (const std::string& path : asked.artifacts) {
    writing::require_utf8(path, "artifact");
    files.push_back({path, workflows::sha256_beneath(asked.root, path)});
  }
  return files;
}

class Taking {
 public:
  Taking(writing::TaskWriter& writer, const NewWorkflowCheckpoint& asked,
         const std::vector<HashedFile>& files)
      : m_writer(writer),
        m_asked(asked),
        m_files(files),
        m_rows(writer.connection()),
        m_earlier(workflows::newest_first(writer.connection(), asked.owner.id)) {}

  workflows::WorkflowHead run(const std::optional<std::string>& document) {
    if (m_asked.owner.kind == WorkflowKind::loop) m_loop = find_loop(document.has_value());
    std::optional<loops::LoopDocument> loop;
    if (m_loop) loop = loops::loop_document(m_writer.connection(), *m_loop);
    m_record = workflows::workflow_record(m_asked, document, loop, artifacts(), m_writer.now());
    require_own();
    require_new_id();
    return keep();
  }

 private:
  [[nodiscard]] std::optional<loops::LoopHead> find_loop(bool has_document) {
    auto loop = workflows::find_live_loop(m_writer.connection(), m_asked.owner.id);
    if (!loop && !has_document) return loops::get_loop(m_writer.connection(), m_asked.owner.id);
    return loop;
  }

  /// The newest checkpoint that names the file says what it was.
  [[nodiscard]] std::optional<workflows::WorkflowArtifact> known(const std::string& path) {
    for (const workflows::WorkflowHead& head : m_earlier) {
      for (workflows::WorkflowArtifact& artifact : m_rows.artifacts(head.id))
        if (artifact.path == path) return std::move(artifact);
    }
    return std::nullopt;
  }

  [[nodiscard]] workflows::NewArtifact artifact(const HashedFile& file) {
    const auto before = known(file.path);
    const bool was_there = before && before->status != "deleted";
    if (!file.sha256) {
      if (!before)
        throw Error(ErrorCode::not_found, "there is no such artifact", file.path,
                    "nothing was changed; looked for beneath " + m_asked.root.string());
      return {file.path, workflows::sha256_of(before->hash), "deleted"};
    }
    if (!was_there) return {file.path, *file.sha256, "created"};
    const bool is_same = workflows::sha256_of(before->hash) == *file.sha256;
    return {file.path, *file.sha256, is_same ? "unchanged" : "modified"};
  }

  [[nodiscard]] std::vector<workflows::NewArtifact> artifacts() {
    std::vector<workflows::NewArtifact> all;
    all.reserve(m_files.size());
    std::transform(m_files.begin(), m_files.end(), std::back_inserter(all),
                   [this](const HashedFile& file) { return artifact(file); });
    return all;
  }

  [[nodiscard]] std::string owner_of_record() const {
    const auto loop = json::text_member(m_record, "loop_id");
    return loop ? *loop : json::text_member(m_record, "workflow_id").value_or("");
  }

  void require_own() const {
    const std::string owner = owner_of_record();
    if (owner == m_asked.owner.id) return;
    throw Error(ErrorCode::conflict, "the record is one of " + owner + ", not of " + to_text(m_asked.owner),
                owner,
                "nothing was changed; name the loop that the record names, or leave loop_id out of it");
  }

  void require_new_id() {
    const std::string id = json::text_member(m_record, "checkpoint_id").value_or("");
    const std::vector<workflows::WorkflowHead> same = m_rows.find_by_checkpoint(id);
    if (same.empty()) return;
    throw Error(ErrorCode::conflict, "there is a checkpoint " + id + " already", same.front().place,
                "nothing was changed; leave checkpoint_id out, then a new one is made");
  }

  [[nodiscard]] std::string place() const {
    std::vector<std::string> taken;
    taken.reserve(m_earlier.size());
    for (const workflows::WorkflowHead& head : m_earlier) taken.push_back(head.place);
    return workflows::place_of_record(m_record, taken);
  }

  workflows::WorkflowHead keep() {
    workflows::WorkflowHead head;
    head.place = place();
    head.kind = "workflow";
    head.owner = m_asked.owner.id;
    head.event_seq = workflows::note_workflow(
        m_writer, "workflow:checkpointed", json::text_member(m_record, "checkpoint_id").value_or(""), m_loop);
    if (m_loop) loops::LoopRows(m_writer.connection()).update(*m_loop);
    head.compression = "gzip";
    head.payload_sha256 = util::sha256_hex(m_record);
    head.payload_bytes = static_cast<std::int64_t>(m_record.size());
    head.content_id = records::ContentRows(m_writer.connection()).keep(m_record);
    const auto row = m_rows.find(m_rows.put(head, m_record));
    if (!row) throw Error(ErrorCode::internal, "a checkpoint that was written is not there", head.place);
    return *row;
  }

  writing::TaskWriter& m_writer;
  const NewWorkflowCheckpoint& m_asked;
  const std::vector<HashedFile>& m_files;
  workflows::WorkflowRows m_rows;
  std::vector<workflows::WorkflowHead> m_earlier;
  std::optional<loops::LoopHead> m_loop;
  std::string m_record;
};

void require_sound(const NewWorkflowCheckpoint& asked) {
  if (asked.owner.id.empty())
    throw Error(ErrorCode::usage, "a checkpoint needs an owner", "checkpoint.owner");
  writing::require_utf8(asked.owner.id, "checkpoint.owner");
  if (asked.trigger) writing::require_utf8(*asked.trigger, "checkpoint.trigger");
  if (!asked.document && asked.owner.kind == WorkflowKind::workflow)
    throw Error(ErrorCode::usage, "a checkpoint of a workflow needs its state as JSON", "checkpoint.document",
                "only a loop's document is known here");
}

}  // namespace

WorkflowCheckpoint create_workflow_checkpoint(Store& store, const NewWorkflowCheckpoint& asked) {
  require_sound(asked);
  std::optional<std::string> document;
  if (asked.document)
    document = writing::checked_json(asked.document->text, json::JsonKind::object, "checkpoint");
  const std::vector<HashedFile> files = hash_files(asked);
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  WorkflowCheckpoint created;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    created = workflows::workflow_checkpoint_of(connection, Taking(writer, asked, files).run(document));
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return created;
}

}  // namespace rlmdb
