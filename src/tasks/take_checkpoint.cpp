// SPDX-License-Identifier: MIT
// 1. The owner's list names the checkpoint, with an event.
// 2. Each variable becomes a reference to its text, which is kept once: what has not changed since an earlier
//    checkpoint costs a row of numbers.
// 3. Of a tree also the records of its nodes are kept, without what checkpoints themselves change in them.
#include "tasks/take_checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include "jobs/checkpoint_owner.hpp"
#include "jobs/task_state.hpp"
#include "legacy/json_layout.hpp"
#include "legacy/object_text.hpp"
#include "rlmdb/error.hpp"
#include "store/content_rows.hpp"
#include "store/snapshot_rows.hpp"
#include "store/tree_rows.hpp"
#include "tasks/checkpoint_list.hpp"
#include "tasks/given_json.hpp"
#include "util/clock.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_prefix = "ckpt-";
constexpr std::string_view k_taken_event = "checkpoint:created";

std::int64_t number_of(std::string_view checkpoint_id) {
  std::int64_t number = 0;
  if (checkpoint_id.starts_with(k_prefix)) {
    const std::string_view digits = checkpoint_id.substr(k_prefix.size());
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc{}) return 0;
  }
  return number;
}

/// Milliseconds since 1970, raised until no checkpoint and no list has the id. One taken within the same
/// millisecond goes on behind the newest.
std::string new_id(db::Connection& connection) {
  store::SnapshotRows snapshots(connection);
  store::CheckpointRows lists(connection);
  std::int64_t number = std::max(util::now_ms(), number_of(snapshots.newest_taken_here()) + 1);
  for (;; ++number) {
    std::string id = std::string(k_prefix) + std::to_string(number);
    if (!snapshots.has_checkpoint(id) && !lists.is_named(id)) return id;
  }
}

class Taking {
 public:
  Taking(TaskWriter& writer, const NewCheckpoint& asked)
      : m_writer(writer), m_asked(asked), m_rows(writer.connection()), m_states(writer.connection()) {
    m_created.checkpoint_id = new_id(writer.connection());
  }

  CheckpointCreated operator()(const TaskId& id) {
    const store::TaskHead task = jobs::get_task(m_writer.connection(), id);
    const std::vector<store::StoredVariable> variables = m_states.find(task.id);
    name_in(task, jobs::snapshot_path(task, m_created.checkpoint_id));
    const auto tree = task.tree_id.empty() ? std::nullopt : std::optional(task.tree_id);
    keep(insert("task", task.legacy_id, tree), "", variables);
    return m_created;
  }

  CheckpointCreated operator()(const TreeId& tree) {
    jobs::require_tree(m_writer.connection(), tree);
    const std::vector<model::NodeRow> nodes = store::TreeRows(m_writer.connection()).load(tree.text);
    const auto document = store::StateRows(m_writer.connection()).find("tree", tree.text);
    const std::vector<store::SnapshotNode> records = records_of(nodes, document.has_value());
    const std::string path = jobs::snapshot_path(tree, m_created.checkpoint_id);
    if (document) name_in(*document, path);
    if (!nodes.empty()) name_in(m_writer.heads().get(root_of(nodes).id), path);
    const std::int64_t id = insert("tree", tree.text, tree.text);
    for (const model::NodeRow& node : nodes) keep(id, model::name_of(node), m_states.find(node.id));
    if (document) keep(id, "", store::StateRows(m_writer.connection()).variables(document->id));
    m_rows.insert_nodes(id, records);
    return m_created;
  }

  CheckpointCreated operator()(const StateName& name) {
    const store::StateHead state = jobs::get_checkpointed_state(m_writer.connection(), name);
    name_in(state, jobs::snapshot_path(name, m_created.checkpoint_id));
    keep(insert(state.scope, state.name, std::nullopt), "",
         store::StateRows(m_writer.connection()).variables(state.id));
    return m_created;
  }

 private:
  static const model::NodeRow& root_of(const std::vector<model::NodeRow>& nodes) {
    const auto root =
        std::find_if(nodes.begin(), nodes.end(), [](const model::NodeRow& node) { return !node.parent_ref; });
    return root == nodes.end() ? nodes.front() : *root;
  }

  /// The state document stands among them without a name, so that an empty one is told from none.
  [[nodiscard]] std::vector<store::SnapshotNode> records_of(const std::vector<model::NodeRow>& nodes,
                                                            bool has_document) {
    std::vector<store::SnapshotNode> records;
    for (const model::NodeRow& node : nodes) {
      std::string record;
      legacy::append_compact(record, m_writer.texts().find(node.id, 0));
      std::string metadata(legacy::find_member(record, "metadata"));
      if (!legacy::find_member(metadata, "rlm_state").empty())
        metadata = legacy::with_member(metadata, "rlm_state", "{}");
      metadata = legacy::with_member(metadata, "checkpoints", {});
      records.push_back({model::name_of(node), legacy::with_member(record, "metadata", metadata)});
    }
    if (has_document) records.push_back({"", "{}"});
    return records;
  }

  template <class Head>
  void name_in(const Head& head, const std::string& path) {
    m_created.snapshot_path = path;
    const store::ListedCheckpoint listed{m_created.checkpoint_id, m_asked.name, m_writer.now(),
                                         m_asked.description, path};
    m_created.event_seq =
        add_to_list(m_writer, head, listed, {.kind = k_taken_event, .reason = m_asked.name});
    if constexpr (std::is_same_v<Head, store::TaskHead>) m_writer.heads().start_from_newest(head.id);
  }

  std::int64_t insert(std::string scope, std::string owner, std::optional<std::string> tree) {
    store::SnapshotHead head;
    head.scope = std::move(scope);
    head.owner = std::move(owner);
    head.checkpoint_id = m_created.checkpoint_id;
    head.name = m_asked.name;
    head.timestamp = m_writer.now();
    head.description = m_asked.description;
    head.tree_id = std::move(tree);
    head.event_seq = m_created.event_seq;
    head.is_pinned = m_asked.is_pinned;
    head.last_used_at = m_writer.now();
    return m_rows.insert(head);
  }

  void keep(std::int64_t id, const std::string& member, const std::vector<store::StoredVariable>& variables) {
    store::ContentRows contents(m_writer.connection());
    const std::int64_t before = contents.last_id();
    m_rows.insert_variables(id, member, variables);
    m_created.new_contents += contents.last_id() - before;
    m_created.variables += static_cast<std::int64_t>(variables.size());
  }

  TaskWriter& m_writer;
  const NewCheckpoint& m_asked;
  store::SnapshotRows m_rows;
  jobs::TaskStates m_states;
  CheckpointCreated m_created;
};

}  // namespace

CheckpointCreated take_checkpoint(TaskWriter& writer, const NewCheckpoint& checkpoint) {
  if (checkpoint.name.empty()) throw Error(ErrorCode::usage, "a checkpoint needs a name", "checkpoint.name");
  require_utf8(checkpoint.name, "checkpoint.name");
  if (checkpoint.description) require_utf8(*checkpoint.description, "checkpoint.description");
  return std::visit(Taking(writer, checkpoint), checkpoint.owner);
}

}  // namespace rlmdb::tasks
