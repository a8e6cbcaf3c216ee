// SPDX-License-Identifier: MIT
// The record is made, held against the schema, given a place, and kept with its event and its copies.
#include "workflows/take_workflow_checkpoint.hpp"

#include <algorithm>

#include "json/object_text.hpp"
#include "loops/loop_text.hpp"
#include "records/content_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/sha256.hpp"
#include "workflows/workflow_find.hpp"
#include "workflows/workflow_record.hpp"

namespace rlmdb::workflows {

namespace {

class Taking {
 public:
  Taking(writing::TaskWriter& writer, const NewWorkflowCheckpoint& asked,
         const std::vector<ArtifactFile>& files, std::optional<loops::LoopHead> loop)
      : m_writer(writer),
        m_asked(asked),
        m_files(files),
        m_rows(writer.connection()),
        m_earlier(newest_first(writer.connection(), asked.owner.id)),
        m_loop(std::move(loop)) {}

  WorkflowHead run(const std::optional<std::string>& document, const std::string& time) {
    if (m_asked.owner.kind == WorkflowKind::loop && !m_loop) m_loop = find_loop(document.has_value());
    std::optional<loops::LoopDocument> loop;
    if (m_loop) {
      loop = loops::loop_document(m_writer.connection(), *m_loop);
      m_home = home_of(*m_loop);
    }
    m_record = workflow_record(m_asked, document, {loop, m_home}, artifacts(), time);
    require_own();
    require_loop_id();
    require_new_id();
    return keep();
  }

 private:
  [[nodiscard]] std::optional<loops::LoopHead> find_loop(bool has_document) {
    auto loop = find_live_loop(m_writer.connection(), m_asked.owner.id);
    if (!loop && !has_document) return loops::get_loop(m_writer.connection(), m_asked.owner.id);
    return loop;
  }

  /// The newest checkpoint that names the file says what it was.
  [[nodiscard]] std::optional<WorkflowArtifact> known(const std::string& path) {
    for (const WorkflowHead& head : m_earlier) {
      for (WorkflowArtifact& artifact : m_rows.artifacts(head.id))
        if (artifact.path == path) return std::move(artifact);
    }
    return std::nullopt;
  }

  [[nodiscard]] NewArtifact artifact(const ArtifactFile& file) {
    const auto before = known(file.path);
    const bool was_there = before && before->status != "deleted";
    if (!file.sha256) {
      if (!before)
        throw Error(ErrorCode::not_found, "there is no such artifact", file.path,
                    "nothing was changed; looked for beneath " + m_asked.root.string());
      return {file.path, sha256_of(before->hash), "deleted"};
    }
    if (!was_there) return {file.path, *file.sha256, "created"};
    const bool is_same = sha256_of(before->hash) == *file.sha256;
    return {file.path, *file.sha256, is_same ? "unchanged" : "modified"};
  }

  [[nodiscard]] std::vector<NewArtifact> artifacts() {
    std::vector<NewArtifact> all;
    all.reserve(m_files.size());
    std::transform(m_files.begin(), m_files.end(), std::back_inserter(all),
                   [this](const ArtifactFile& file) { return artifact(file); });
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

  /// Among several loops a checkpoint without loop_id would be nobody's, and lie where the only loop
  /// of an older program kept its own.
  void require_loop_id() {
    if (json::text_member(m_record, "workflow_type") != "ralph_loop" ||
        json::text_member(m_record, "loop_id"))
      return;
    const auto loop = m_loop ? m_loop : find_live_loop(m_writer.connection(), owner_of_record());
    if (!loop || !home_of(*loop).has_directory) return;
    throw Error(ErrorCode::invalid_input,
                "the checkpoint cannot be taken: /loop_id is missing or null, and " + loop->loop_id +
                    " is one of several loops, in a directory of its own",
                "/loop_id",
                "nothing was changed; leave loop_id out with --loop " + loop->loop_id +
                    ", or give that id; null is for the only loop of a project, current-loop.json");
  }

  void require_new_id() {
    const std::string id = json::text_member(m_record, "checkpoint_id").value_or("");
    const std::vector<WorkflowHead> same = m_rows.find_by_checkpoint(id);
    if (same.empty()) return;
    throw Error(ErrorCode::conflict, "there is a checkpoint " + id + " already", same.front().place,
                "nothing was changed; leave checkpoint_id out, then a new one is made");
  }

  [[nodiscard]] std::string place() const {
    std::vector<std::string> taken;
    taken.reserve(m_earlier.size());
    for (const WorkflowHead& head : m_earlier) taken.push_back(head.place);
    return place_of_record(m_record, m_home, taken);
  }

  WorkflowHead keep() {
    WorkflowHead head;
    head.place = place();
    head.kind = "workflow";
    head.owner = m_asked.owner.id;
    head.event_seq = note_workflow(m_writer, EventKind::workflow_checkpointed,
                                   json::text_member(m_record, "checkpoint_id").value_or(""), m_loop);
    if (m_loop) loops::LoopRows(m_writer.connection()).update(*m_loop);
    head.compression = "gzip";
    head.payload_sha256 = util::sha256_hex(m_record);
    head.payload_bytes = static_cast<std::int64_t>(m_record.size());
    head.content_id = records::ContentRows(m_writer.connection()).keep(m_record);
    const std::int64_t id = m_rows.put(head, m_record);
    keep_copies(id);
    const auto row = m_rows.find(id);
    if (!row) throw Error(ErrorCode::internal, "a checkpoint that was written is not there", head.place);
    return *row;
  }

  void keep_copies(std::int64_t id) {
    if (m_asked.copies == ArtifactCopies::none) return;
    for (const ArtifactFile& file : m_files) {
      if (!file.sha256) continue;
      const std::int64_t content = records::ContentRows(m_writer.connection()).keep_bytes(file.bytes);
      m_rows.keep_copy(id, file.path, *file.sha256, content, file.mode);
    }
  }

  writing::TaskWriter& m_writer;
  const NewWorkflowCheckpoint& m_asked;
  const std::vector<ArtifactFile>& m_files;
  WorkflowRows m_rows;
  std::vector<WorkflowHead> m_earlier;
  std::optional<loops::LoopHead> m_loop;
  LoopHome m_home;
  std::string m_record;
};

}  // namespace

WorkflowHead take_checkpoint(writing::TaskWriter& writer, const NewWorkflowCheckpoint& asked,
                             const std::optional<std::string>& document,
                             const std::vector<ArtifactFile>& files, std::optional<loops::LoopHead> loop,
                             const std::string& time) {
  return Taking(writer, asked, files, std::move(loop)).run(document, time);
}

std::optional<loops::LoopHead> find_live_loop(db::Connection& connection, std::string_view loop_id) {
  std::vector<loops::LoopHead> loops = loops::LoopRows(connection).find_by_loop(loop_id);
  if (loops.empty() || loops.front().is_archived) return std::nullopt;
  return std::move(loops.front());
}

std::int64_t note_workflow(writing::TaskWriter& writer, EventKind kind, std::string_view reason,
                           std::optional<loops::LoopHead>& loop) {
  events::NewEvent event{.at = writer.now(), .kind = kind};
  event.reason = reason;
  if (loop) {
    event.loop_id = loop->id;
    event.prev_seq = loop->last_event_seq.value_or(0);
  }
  const std::int64_t seq = writer.events().insert(event);
  if (loop) loop->last_event_seq = seq;
  return seq;
}

}  // namespace rlmdb::workflows
